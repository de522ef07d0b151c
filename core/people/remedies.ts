import { type Text, text } from "../kernel/texts/index.ts";
import type { HeldUpCode } from "./schema.ts";

/** By code, what holds up an erasure, and what an administrator can do about it. */
export const remedies: Readonly<Record<HeldUpCode, Text>> = {
  MONEY: text(
    "There is money in the account, free or held. Ask its owner where to send it; of an account that is closed already, move it by an adjustment once that is known.",
    "Il y a de l'argent sur le compte, disponible ou bloqué. Demandez à son titulaire où l'envoyer ; si le compte est déjà fermé, déplacez-le par un ajustement une fois cela connu.",
  ),
  DEBT: text(
    "The account owes the platform money. Collect it, or write it off by an adjustment.",
    "Le compte doit de l'argent à la plateforme. Recouvrez-le, ou passez-le en perte par un ajustement.",
  ),
  STAKES: text(
    "It has stakes, or rewards of some. Ask its owner to take them back; of an account that is closed already they are taken back by themselves, as soon as there is something to pay rewards from.",
    "Il a des mises, ou des récompenses de mises. Demandez à son titulaire de les reprendre ; si le compte est déjà fermé, elles sont reprises d'office, dès qu'il y a de quoi payer les récompenses.",
  ),
  LIQUIDITY: text(
    "It has liquidity in pools. Ask its owner to remove it; of an account that is closed already it is removed by itself.",
    "Il a de la liquidité dans des pools. Demandez à son titulaire de la retirer ; si le compte est déjà fermé, elle est retirée d'office.",
  ),
  FARMING: text(
    "It has shares or rewards in farms. Ask its owner to take them out; of an account that is closed already they are taken out by themselves.",
    "Il a des parts ou des récompenses dans des fermes. Demandez à son titulaire de les retirer ; si le compte est déjà fermé, elles sont retirées d'office.",
  ),
  WITHDRAWALS: text(
    "A withdrawal is on its way. If it takes longer than banks do, look at it with the bank.",
    "Un retrait est en cours. S'il dure plus que les délais bancaires, voyez avec la banque.",
  ),
  PAYMENTS: text(
    "A payment waits to be paid or approved. Approve or refuse it in the queue of payments; what nobody pays ends after 7 days.",
    "Un paiement attend d'être payé ou approuvé. Approuvez-le ou refusez-le dans la file des paiements ; ce que personne ne paie prend fin après 7 jours.",
  ),
  DISPUTES: text(
    "A payment is disputed. Answer the dispute at the provider, and wait until the banks have decided.",
    "Un paiement est contesté. Répondez à la contestation chez le prestataire et attendez la décision des banques.",
  ),
  SUBSCRIPTION: text(
    "A subscription runs. Ask its owner to cancel it, or cancel it at the provider.",
    "Un abonnement est en cours. Demandez à son titulaire de le résilier, ou résiliez-le chez le prestataire.",
  ),
  SAVEBACK: text("Saveback is pending. Have it paid out.", "Un saveback est en attente. Faites-le verser."),
  SALES: text(
    "Customers may still pay its business. Wait: what nobody pays ends after 7 days.",
    "Des clients peuvent encore payer son entreprise. Attendez : ce que personne ne paie prend fin après 7 jours.",
  ),
  STAFF: text(
    "It is of the staff. Take that role from it first.",
    "Il fait partie du personnel. Retirez-lui d'abord ce rôle.",
  ),
  BLOCKED: text(
    "The staff has blocked it after its owner asked. Open it again, or have two administrators ask for its erasure.",
    "Le personnel l'a bloqué après la demande de son titulaire. Rouvrez-le, ou faites demander son effacement par deux administrateurs.",
  ),
  PROVIDER: text(
    "The payment provider refuses to forget the person. Its dashboard says why, often a balance; it is asked again every five minutes.",
    "Le prestataire de paiement refuse d'oublier la personne. Son tableau de bord dit pourquoi, souvent un solde ; il est redemandé toutes les cinq minutes.",
  ),
  FAILED: text(
    "A step fails. The log of people.erase says why; it is tried again every five minutes.",
    "Une étape échoue. Le journal de people.erase dit pourquoi ; elle est retentée toutes les cinq minutes.",
  ),
};

import { defineError } from "../kernel/errors.ts";
import { type Text, text } from "../kernel/texts/index.ts";
import type { BlockerCode, HeldUpCode } from "./schema.ts";

export const ErasureBlocked = defineError(
  "ERASURE_BLOCKED",
  "conflict",
  "The account cannot be deleted yet. `blockers` lists the reasons and what to do.",
  "Le compte ne peut pas encore être supprimé. `blockers` indique les raisons et la marche à suivre.",
);
export const ErasureRequestNotFound = defineError(
  "ERASURE_REQUEST_NOT_FOUND",
  "not-found",
  "This erasure request does not exist, has expired, or was already approved. Check its id, or request the erasure again.",
  "Cette demande d'effacement n'existe pas, a expiré ou a déjà été approuvée. Vérifiez son identifiant ou demandez de nouveau l'effacement.",
);
export const OwnErasureRequest = defineError(
  "OWN_ERASURE_REQUEST",
  "forbidden",
  "You requested this erasure. Another administrator must approve it.",
  "Vous avez demandé cet effacement. Un autre administrateur doit l'approuver.",
);
export const ExportNotReady = defineError(
  "EXPORT_NOT_READY",
  "conflict",
  "No export is ready. Request one, or wait if you already have: we will email you when you can download it.",
  "Aucun export n'est prêt. Demandez-en un, ou patientez si c'est déjà fait : nous vous enverrons un e-mail lorsqu'il pourra être téléchargé.",
);

/** The texts for users: what blocks the erasure of the account, and what to do. */
export const blockerTexts: Readonly<Record<BlockerCode, Text>> = {
  MONEY: text(
    "There is money in your accounts, available or held. Withdraw or send it. Held money is released automatically, or when you release it.",
    "Il y a de l'argent sur vos comptes, disponible ou bloqué. Retirez-le ou envoyez-le. L'argent bloqué se libère automatiquement, ou lorsque vous le libérez.",
  ),
  DEBT: text(
    "You owe the platform money. Pay it by adding money to the account.",
    "Vous devez de l'argent à la plateforme. Réglez-le en alimentant le compte.",
  ),
  STAKES: text(
    "You have staking positions or unclaimed staking rewards. Unstake and claim them.",
    "Vous avez des placements en staking ou des récompenses de staking. Retirez-les.",
  ),
  LIQUIDITY: text(
    "You have liquidity in pools. Remove it.",
    "Vous avez de la liquidité dans des pools. Retirez-la.",
  ),
  FARMING: text(
    "You have shares or rewards in farms. Withdraw them.",
    "Vous avez des parts ou des récompenses dans des fermes. Retirez-les.",
  ),
  WITHDRAWALS: text(
    "A withdrawal is on its way. Wait until the bank has executed it.",
    "Un retrait est en cours. Attendez que la banque l'exécute.",
  ),
  PAYMENTS: text(
    "A payment is waiting to be paid or approved. Cancel it, or wait: an unpaid payment expires after 7 days.",
    "Un paiement attend d'être payé ou approuvé. Annulez-le, ou attendez : un paiement impayé expire après 7 jours.",
  ),
  DISPUTES: text(
    "A payment is disputed. Wait until the banks have decided.",
    "Un paiement est contesté. Attendez la décision des banques.",
  ),
  SUBSCRIPTION: text(
    "You have a subscription. Cancel it, and wait for its end.",
    "Vous avez un abonnement. Résiliez-le et attendez sa fin.",
  ),
  SAVEBACK: text(
    "Your payments have earned saveback that is not paid out yet. Wait for it, or ask support to pay it.",
    "Vos paiements vous ont valu un saveback qui n'est pas encore versé. Attendez-le, ou demandez son versement à notre service client.",
  ),
  SALES: text(
    "A customer's payment to your business is pending. Wait until it is paid: an unpaid payment expires after 7 days.",
    "Un paiement d'un client à votre entreprise est en attente. Attendez qu'il soit payé : un paiement impayé expire après 7 jours.",
  ),
  STAFF: text(
    "You are a member of staff. Ask another administrator to remove this role first.",
    "Vous faites partie du personnel. Demandez d'abord à un autre administrateur de vous retirer ce rôle.",
  ),
};

/** The texts for administrators: what holds up an erasure, and what to do. */
export const heldUpTexts: Readonly<Record<HeldUpCode, Text>> = {
  MONEY: text(
    "There is money in the account, available or held. Ask the owner where to send it. If the account is already closed, move it with an adjustment.",
    "Il y a de l'argent sur le compte, disponible ou bloqué. Demandez à son titulaire où l'envoyer ; si le compte est déjà fermé, déplacez-le par un ajustement.",
  ),
  DEBT: text(
    "The account owes the platform money. Collect it, or write it off with an adjustment.",
    "Le compte doit de l'argent à la plateforme. Recouvrez-le, ou passez-le en perte par un ajustement.",
  ),
  STAKES: text(
    "The account has staking positions or rewards. Ask the owner to withdraw them. If the account is already closed, this happens automatically as soon as the rewards account has funds.",
    "Le compte a des placements en staking ou des récompenses de staking. Demandez à son titulaire de les retirer ; si le compte est déjà fermé, ils sont retirés d'office, dès que le compte des récompenses est approvisionné.",
  ),
  LIQUIDITY: text(
    "The account has liquidity in pools. Ask the owner to remove it. If the account is already closed, this happens automatically.",
    "Le compte a de la liquidité dans des pools. Demandez à son titulaire de la retirer ; si le compte est déjà fermé, elle est retirée d'office.",
  ),
  FARMING: text(
    "The account has shares or rewards in farms. Ask the owner to withdraw them. If the account is already closed, this happens automatically.",
    "Le compte a des parts ou des récompenses dans des fermes. Demandez à son titulaire de les retirer ; si le compte est déjà fermé, elles sont retirées d'office.",
  ),
  WITHDRAWALS: text(
    "A withdrawal is on its way. If it takes unusually long, ask the bank.",
    "Un retrait est en cours. S'il dure anormalement longtemps, renseignez-vous auprès de la banque.",
  ),
  PAYMENTS: text(
    "A payment is waiting to be paid or approved. Approve or reject it in the queue of payments; an unpaid payment expires after 7 days.",
    "Un paiement attend d'être payé ou approuvé. Approuvez-le ou refusez-le dans la file des paiements ; un paiement impayé expire après 7 jours.",
  ),
  DISPUTES: text(
    "A payment is disputed. Answer the dispute at the provider, and wait until the banks have decided.",
    "Un paiement est contesté. Répondez à la contestation chez le prestataire et attendez la décision des banques.",
  ),
  SUBSCRIPTION: text(
    "A subscription is active. Ask the owner to cancel it, or cancel it at the provider.",
    "Un abonnement est en cours. Demandez à son titulaire de le résilier, ou résiliez-le chez le prestataire.",
  ),
  SAVEBACK: text("Saveback is pending. Have it paid out.", "Un saveback est en attente. Faites-le verser."),
  SALES: text(
    "Customers may still pay the owner's business. Wait: an unpaid payment expires after 7 days.",
    "Des clients peuvent encore payer son entreprise. Attendez : un paiement impayé expire après 7 jours.",
  ),
  STAFF: text(
    "The owner is a member of staff. Remove this role first.",
    "Le titulaire fait partie du personnel. Retirez-lui d'abord ce rôle.",
  ),
  BLOCKED: text(
    "Staff blocked the account after its owner requested the erasure. Unblock it, or request the erasure with two administrators.",
    "Le personnel a bloqué le compte après la demande de son titulaire. Débloquez-le, ou faites demander son effacement par deux administrateurs.",
  ),
  PROVIDER: text(
    "The payment provider refuses to delete the customer. Its dashboard shows the reason, often a balance. The call is retried every five minutes.",
    "Le prestataire de paiement refuse de supprimer le client. Son tableau de bord indique la raison, souvent un solde. L'appel est répété toutes les cinq minutes.",
  ),
  FAILED: text(
    "A step fails and is retried every five minutes. The log of people.erase shows the reason.",
    "Une étape échoue et est retentée toutes les cinq minutes. Le journal de people.erase indique la raison.",
  ),
};

import { letter } from "../letter.ts";
import { type Arrived, arrived, paidOff } from "./arrived.ts";

/** Letters about wallets, debts, stakes and bank transfers. */

interface Adjusted extends Arrived {
  readonly reason: string;
}

export const deposited = letter<Adjusted>({
  fr: ({ reason, occurredAt, ...money }, say) => {
    const sum = say.amount(money.amount, money.asset);
    return {
      subject: "Un versement sur votre compte",
      short: `Un conseiller a versé ${sum} sur votre compte.${paidOff(money, say)}`,
      body:
        `Le ${say.minute(occurredAt)}, un conseiller a versé ${sum} sur votre compte. ` +
        `${arrived(money, say)}\nMotif : ${reason}`,
    };
  },
  en: ({ reason, occurredAt, ...money }, say) => {
    const sum = say.amount(money.amount, money.asset);
    return {
      subject: "A payment into your account",
      short: `A member of our staff paid ${sum} into your account.${paidOff(money, say)}`,
      body:
        `On ${say.minute(occurredAt)} a member of our staff paid ${sum} into your account. ` +
        `${arrived(money, say)}\nReason: ${reason}`,
    };
  },
});

export const debited = letter<Omit<Adjusted, "settled">>({
  fr: ({ amount, asset, reason, occurredAt }, say) => {
    const what = `Un conseiller a débité votre portefeuille ${asset} de ${say.amount(amount, asset)}`;
    return {
      subject: "Votre portefeuille a été débité",
      short: `${what}.`,
      body: `${what} le ${say.minute(occurredAt)}.\nMotif : ${reason}`,
    };
  },
  en: ({ amount, asset, reason, occurredAt }, say) => {
    const what = `A member of our staff has debited your ${asset} wallet with ${say.amount(amount, asset)}`;
    return {
      subject: "Your wallet was debited",
      short: `${what}.`,
      body: `${what} on ${say.minute(occurredAt)}.\nReason: ${reason}`,
    };
  },
});

/** A sum of money, or of an asset. */
interface Sum {
  readonly amount: string;
  readonly asset: string;
}

/** Why it is owed; see `DebtCause`. */
interface Owed extends Sum {
  readonly cause: "returned" | "purchase";
}

export const inDebt = letter<Owed>({
  fr: ({ amount, asset, cause, occurredAt }, say) => {
    const [sum, at] = [say.amount(amount, asset), say.minute(occurredAt)];
    const [short, what] =
      cause === "purchase"
        ? [
            `Un commerçant a débité votre carte de plus qu'il n'y avait sur votre compte : vous devez ${sum}.`,
            `Le ${at}, un commerçant a débité votre carte de plus qu'il n'y avait sur votre compte : il y manquait ${sum}, que vous devez. `,
          ]
        : [
            `Un paiement que vous aviez reçu a été repris : vous devez ${sum}.`,
            `Le ${at}, un paiement ou un virement que vous aviez reçu a été repris, et ${sum} n'étaient plus ` +
              "sur votre portefeuille : vous les devez. ",
          ];
    return {
      subject: "Vous devez de l'argent à la plateforme",
      short,
      body:
        what +
        "Ce qui arrive sur votre compte dans cette devise les règle d'abord. " +
        `D'ici là, rien ne peut sortir de votre compte ; un échange vers ${asset} reste possible et règle votre dette.`,
    };
  },
  en: ({ amount, asset, cause, occurredAt }, say) => {
    const [sum, at] = [say.amount(amount, asset), say.minute(occurredAt)];
    const [short, what] =
      cause === "purchase"
        ? [
            `A merchant took more by your card than your account had: you owe ${sum}.`,
            `On ${at} a merchant took more by your card than there was in your account: ${sum} were missing, and you owe them. `,
          ]
        : [
            `A payment that you had received was taken back: you owe ${sum}.`,
            `On ${at} a payment or transfer that you had received was taken back, and ${sum} of it were no ` +
              "longer in your wallet: you owe them. ",
          ];
    return {
      subject: "You owe the platform money",
      short,
      body:
        what +
        "What comes into your account in this currency settles them first. " +
        `Until then nothing can leave your account; a swap into ${asset} stays possible and settles what you owe.`,
    };
  },
});

export const debtSettled = letter<Sum & { readonly owed: string }>({
  fr: ({ amount, asset, owed, occurredAt }, say) => {
    const rest = owed === "0" ? "Vous ne devez plus rien." : `Vous devez encore ${say.amount(owed, asset)}.`;
    return {
      subject: owed === "0" ? "Votre dette est réglée" : "Votre dette est réglée en partie",
      short: `${say.amount(amount, asset)} ont réglé ce que vous deviez. ${rest}`,
      body:
        `Le ${say.minute(occurredAt)}, ${say.amount(amount, asset)} de ce qui est arrivé sur votre compte ont réglé ce que vous deviez. ` +
        rest,
    };
  },
  en: ({ amount, asset, owed, occurredAt }, say) => {
    const rest = owed === "0" ? "You owe nothing any more." : `You still owe ${say.amount(owed, asset)}.`;
    return {
      subject: owed === "0" ? "What you owed is settled" : "Part of what you owe is settled",
      short: `${say.amount(amount, asset)} settled what you owed. ${rest}`,
      body: `On ${say.minute(occurredAt)}, ${say.amount(amount, asset)} of what came into your account settled what you owed. ${rest}`,
    };
  },
});

/** Of a stake whose lock has ended. */
export const unlocked = letter<Sum>({
  fr: ({ amount, asset, occurredAt }, say) => ({
    subject: "Votre placement est débloqué",
    short: `Vous pouvez retirer sans pénalité les ${say.amount(amount, asset)} de votre placement.`,
    body:
      `Depuis le ${say.minute(occurredAt)}, vous pouvez retirer sans pénalité les ${say.amount(amount, asset)} de votre placement. ` +
      "Rien ne presse : tant que vous les y laissez, les récompenses continuent de courir, au taux d'un placement sans blocage.",
  }),
  en: ({ amount, asset, occurredAt }, say) => ({
    subject: "Your stake is unlocked",
    short: `You can take the ${say.amount(amount, asset)} of your stake back without a penalty.`,
    body:
      `Since ${say.minute(occurredAt)} you can take the ${say.amount(amount, asset)} of your stake back without a penalty. ` +
      "There is no hurry: as long as you leave them there, rewards go on accruing, at the rate of a stake without a lock.",
  }),
});

export const received = letter<Arrived>({
  fr: ({ occurredAt, ...money }, say) => {
    const sum = say.amount(money.amount, money.asset);
    return {
      subject: "Vous avez reçu un virement",
      short: `Un virement de ${sum} est arrivé.${paidOff(money, say)}`,
      body: `Un virement de ${sum} est arrivé le ${say.minute(occurredAt)}. ${arrived(money, say)}`,
    };
  },
  en: ({ occurredAt, ...money }, say) => {
    const sum = say.amount(money.amount, money.asset);
    return {
      subject: "You have received a bank transfer",
      short: `A bank transfer of ${sum} came in.${paidOff(money, say)}`,
      body: `A bank transfer of ${sum} came in on ${say.minute(occurredAt)}. ${arrived(money, say)}`,
    };
  },
});

/** The bank has booked a debit. */
export const debitedByBank = letter<Sum>({
  fr: ({ amount, asset, occurredAt }, say) => ({
    subject: "Votre compte bancaire est débité",
    short: `La banque a débité ${say.amount(amount, asset)} de votre compte.`,
    body:
      `Le ${say.minute(occurredAt)}, la banque a débité ${say.amount(amount, asset)} de votre compte. ` +
      "Votre historique dit en faveur de qui. Si vous n'en savez rien, écrivez-nous sans attendre.",
  }),
  en: ({ amount, asset, occurredAt }, say) => ({
    subject: "Your bank account was debited",
    short: `The bank debited ${say.amount(amount, asset)} from your account.`,
    body:
      `On ${say.minute(occurredAt)} the bank debited ${say.amount(amount, asset)} from your account. ` +
      "Your history says to whom. If you know nothing of it, write to us at once.",
  }),
});

/** A transfer that was taken back: one that came in, or one that went out. */
export const returned = letter<Sum & { readonly direction: "credit" | "debit" }>({
  fr: ({ amount, asset, direction, occurredAt }, say) => {
    const [sum, at] = [say.amount(amount, asset), say.minute(occurredAt)];
    const [short, body] =
      direction === "credit"
        ? [
            `La banque a repris un virement de ${sum} que vous aviez reçu.`,
            `La banque a repris le ${at} un virement de ${sum} que vous aviez reçu.`,
          ]
        : [
            `La banque a annulé un virement de ${sum} que vous aviez émis.`,
            `La banque a annulé le ${at} un virement de ${sum} que vous aviez émis.`,
          ];
    return { subject: "Un virement a été retourné", short, body };
  },
  en: ({ amount, asset, direction, occurredAt }, say) => {
    const [sum, at] = [say.amount(amount, asset), say.minute(occurredAt)];
    const [short, body] =
      direction === "credit"
        ? [
            `The bank took back a transfer of ${sum} that you had received.`,
            `On ${at} the bank took back a transfer of ${sum} that you had received.`,
          ]
        : [
            `The bank undid a transfer of ${sum} that you had sent.`,
            `On ${at} the bank undid a transfer of ${sum} that you had sent.`,
          ];
    return { subject: "A bank transfer was returned", short, body };
  },
});

/** To another user. */
export const sent = letter<Sum>({
  fr: ({ amount, asset, occurredAt }, say) => ({
    subject: "Vous avez envoyé de l'argent",
    short: `Vous avez envoyé ${say.amount(amount, asset)}.`,
    body:
      `Le ${say.minute(occurredAt)}, ${say.amount(amount, asset)} sont partis de votre compte vers un autre utilisateur. ` +
      "Votre historique dit à qui. Si ce n'était pas vous, changez votre mot de passe et écrivez-nous sans attendre.",
  }),
  en: ({ amount, asset, occurredAt }, say) => ({
    subject: "You have sent money",
    short: `You sent ${say.amount(amount, asset)}.`,
    body:
      `On ${say.minute(occurredAt)} ${say.amount(amount, asset)} went from your account to another user. ` +
      "Your history says to whom. If that was not you, change your password and write to us at once.",
  }),
});

/** By another user. */
export const given = letter<Arrived>({
  fr: ({ occurredAt, ...money }, say) => {
    const sum = say.amount(money.amount, money.asset);
    return {
      subject: "Vous avez reçu de l'argent",
      short: `Un autre utilisateur vous a envoyé ${sum}.${paidOff(money, say)}`,
      body: `Le ${say.minute(occurredAt)}, un autre utilisateur vous a envoyé ${sum}. ${arrived(money, say)}`,
    };
  },
  en: ({ occurredAt, ...money }, say) => {
    const sum = say.amount(money.amount, money.asset);
    return {
      subject: "You have received money",
      short: `Another user sent you ${sum}.${paidOff(money, say)}`,
      body: `On ${say.minute(occurredAt)} another user sent you ${sum}. ${arrived(money, say)}`,
    };
  },
});

/** To a bank account, or to an address of a network. */
export const withdrawing = letter<Sum>({
  fr: ({ amount, asset, occurredAt }, say) => ({
    subject: "Vous avez demandé un retrait",
    short: `Un retrait de ${say.amount(amount, asset)} est en route.`,
    body:
      `Le ${say.minute(occurredAt)}, vous avez demandé un retrait de ${say.amount(amount, asset)}. ` +
      "Votre historique dit vers où. Si ce n'était pas vous, changez votre mot de passe et écrivez-nous sans attendre.",
  }),
  en: ({ amount, asset, occurredAt }, say) => ({
    subject: "You have asked for a withdrawal",
    short: `A withdrawal of ${say.amount(amount, asset)} is on its way.`,
    body:
      `On ${say.minute(occurredAt)} you asked for a withdrawal of ${say.amount(amount, asset)}. ` +
      "Your history says where to. If that was not you, change your password and write to us at once.",
  }),
});

/** The bank has paid. */
export const withdrawn = letter<Sum>({
  fr: ({ amount, asset, occurredAt }, say) => ({
    subject: "Votre retrait est parti",
    short: `La banque a envoyé vos ${say.amount(amount, asset)}.`,
    body: `Le ${say.minute(occurredAt)}, la banque a envoyé les ${say.amount(amount, asset)} de votre retrait.`,
  }),
  en: ({ amount, asset, occurredAt }, say) => ({
    subject: "Your withdrawal has left",
    short: `The bank has sent your ${say.amount(amount, asset)}.`,
    body: `On ${say.minute(occurredAt)} the bank sent the ${say.amount(amount, asset)} of your withdrawal.`,
  }),
});

/** What the bank says of it must be looked at: nothing that would be said of its money is sure. */
export const lookedAt = letter<Sum>({
  fr: ({ amount, asset, occurredAt }, say) => ({
    subject: "Nous examinons votre retrait",
    short: `Nous examinons votre retrait de ${say.amount(amount, asset)}.`,
    body:
      `Ce que la banque dit de votre retrait de ${say.amount(amount, asset)} n'est pas ce qui était attendu ` +
      `(${say.minute(occurredAt)}). Quelqu'un l'examine ; vous n'avez rien à faire, et ne le demandez pas une seconde fois d'ici là.`,
  }),
  en: ({ amount, asset, occurredAt }, say) => ({
    subject: "We are looking at your withdrawal",
    short: `We are looking at your withdrawal of ${say.amount(amount, asset)}.`,
    body:
      `What the bank says of your withdrawal of ${say.amount(amount, asset)} is not what was expected ` +
      `(${say.minute(occurredAt)}). Somebody is looking at it; there is nothing for you to do, and do not ask for it again until then.`,
  }),
});

/** It did not arrive. */
export const notWithdrawn = letter<Arrived>({
  fr: ({ occurredAt, ...money }, say) => {
    const sum = say.amount(money.amount, money.asset);
    return {
      subject: "Votre retrait n'est pas arrivé",
      short: `Un retrait n'est pas arrivé : ${sum} vous sont rendus.${paidOff(money, say)}`,
      body:
        `Le ${say.minute(occurredAt)}, la banque a fait savoir que votre retrait n'est pas arrivé : ${sum} vous sont rendus, frais compris. ` +
        `${arrived(money, say)} Vérifiez le compte ou l'adresse du bénéficiaire avant de recommencer.`,
    };
  },
  en: ({ occurredAt, ...money }, say) => {
    const sum = say.amount(money.amount, money.asset);
    return {
      subject: "Your withdrawal did not arrive",
      short: `A withdrawal did not arrive: ${sum} are given back.${paidOff(money, say)}`,
      body:
        `On ${say.minute(occurredAt)} the bank said that your withdrawal did not arrive: ${sum} are given back, the fee included. ` +
        `${arrived(money, say)} Check the payee's account or address before you try again.`,
    };
  },
});

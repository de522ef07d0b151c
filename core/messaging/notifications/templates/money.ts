import * as z from "zod";
import { transferReceived, transferReturned } from "../../../banking/events.ts";
import { walletAdjusted } from "../../../defi/adjustments/events.ts";
import { stakeUnlocked } from "../../../defi/staking/events.ts";
import { debtIncurred, debtSettled } from "../../../ledger/events.ts";
import { arrived } from "./arrived.ts";
import { securityTemplate, type Templates, template, userId } from "./template.ts";

/** E-mails about wallets, debts, stakes and bank transfers. */

const adjustment = z.object({
  userId,
  operation: z.enum(["DEPOSIT", "WITHDRAW"]),
  amount: z.string(),
  asset: z.string(),
  settled: z.string(),
  reason: z.string(),
});

const adjusted = template(adjustment, ({ operation, amount, asset, settled, reason }, { occurredAt }) => {
  if (operation === "DEPOSIT")
    return {
      fr: [
        "Un versement sur votre compte",
        `Le ${occurredAt}, un conseiller a versé ${amount} ${asset} sur votre compte. ` +
          `${arrived("fr", amount, settled, asset)}\nMotif : ${reason}`,
      ],
      en: [
        "A payment into your account",
        `On ${occurredAt} a member of our staff paid ${amount} ${asset} into your account. ` +
          `${arrived("en", amount, settled, asset)}\nReason: ${reason}`,
      ],
    };
  return {
    fr: [
      "Votre portefeuille a été débité",
      `Un conseiller a débité votre portefeuille ${asset} de ${amount} ${asset} le ${occurredAt}.\nMotif : ${reason}`,
    ],
    en: [
      "Your wallet was debited",
      `A member of our staff has debited your ${asset} wallet with ${amount} ${asset} on ${occurredAt}.\nReason: ${reason}`,
    ],
  };
});

const debt = z.object({ userId, amount: z.string(), asset: z.string() });

const inDebt = securityTemplate(debt, ({ amount, asset }, { occurredAt }) => ({
  fr: [
    "Vous devez de l'argent à la plateforme",
    `Le ${occurredAt}, un paiement ou un virement que vous aviez reçu a été repris, et ${amount} ${asset} n'étaient plus ` +
      "sur votre portefeuille : vous les devez. Ce qui arrive sur votre compte dans cette devise les règle d'abord. " +
      `D'ici là, rien ne peut sortir de votre compte ; un échange vers ${asset} reste possible et règle votre dette.`,
  ],
  en: [
    "You owe the platform money",
    `On ${occurredAt} a payment or transfer that you had received was taken back, and ${amount} ${asset} of it were no ` +
      "longer in your wallet: you owe them. What comes into your account in this currency settles them first. " +
      `Until then nothing can leave your account; a swap into ${asset} stays possible and settles what you owe.`,
  ],
}));

const settledDebt = template(
  debt.extend({ owed: z.string() }),
  ({ amount, owed, asset }, { occurredAt }) => ({
    fr: [
      owed === "0" ? "Votre dette est réglée" : "Votre dette est réglée en partie",
      `Le ${occurredAt}, ${amount} ${asset} de ce qui est arrivé sur votre compte ont réglé ce que vous deviez. ` +
        (owed === "0" ? "Vous ne devez plus rien." : `Vous devez encore ${owed} ${asset}.`),
    ],
    en: [
      owed === "0" ? "What you owed is settled" : "Part of what you owe is settled",
      `On ${occurredAt}, ${amount} ${asset} of what came into your account settled what you owed. ` +
        (owed === "0" ? "You owe nothing any more." : `You still owe ${owed} ${asset}.`),
    ],
  }),
);

const unlocked = template(
  z.object({
    userId,
    amount: z.string(),
    asset: z.string(),
  }),
  ({ amount, asset }, { occurredAt }) => ({
    fr: [
      "Votre placement est débloqué",
      `Depuis le ${occurredAt}, vous pouvez retirer sans pénalité les ${amount} ${asset} de votre placement. ` +
        "Rien ne presse : tant que vous les y laissez, les récompenses continuent de courir, au taux d'un placement sans blocage.",
    ],
    en: [
      "Your stake is unlocked",
      `Since ${occurredAt} you can take the ${amount} ${asset} of your stake back without a penalty. ` +
        "There is no hurry: as long as you leave them there, rewards go on accruing, at the rate of a stake without a lock.",
    ],
  }),
);

const transfer = z.object({ userId, amount: z.string(), currency: z.string() });

const received = template(
  transfer.extend({ settled: z.string() }),
  ({ amount, currency, settled }, { occurredAt }) => ({
    fr: [
      "Vous avez reçu un virement",
      `Un virement de ${amount} ${currency} est arrivé le ${occurredAt}. ${arrived("fr", amount, settled, currency)}`,
    ],
    en: [
      "You have received a bank transfer",
      `A bank transfer of ${amount} ${currency} came in on ${occurredAt}. ${arrived("en", amount, settled, currency)}`,
    ],
  }),
);

const returned = template(
  transfer.extend({ direction: z.enum(["credit", "debit"]) }),
  ({ amount, currency, direction }, { occurredAt }) => ({
    fr: [
      "Un virement a été retourné",
      direction === "credit"
        ? `La banque a repris le ${occurredAt} un virement de ${amount} ${currency} que vous aviez reçu.`
        : `La banque a annulé le ${occurredAt} un virement de ${amount} ${currency} que vous aviez émis.`,
    ],
    en: [
      "A bank transfer was returned",
      direction === "credit"
        ? `On ${occurredAt} the bank took back a transfer of ${amount} ${currency} that you had received.`
        : `On ${occurredAt} the bank undid a transfer of ${amount} ${currency} that you had sent.`,
    ],
  }),
);

export const money: Templates = [
  [walletAdjusted.type, adjusted],
  [stakeUnlocked.type, unlocked],
  [debtIncurred.type, inDebt],
  [debtSettled.type, settledDebt],
  [transferReceived.type, received],
  [transferReturned.type, returned],
];

import * as z from "zod";
import { transferReceived, transferReturned } from "../../../banking/events.ts";
import { walletAdjusted } from "../../../defi/adjustments/events.ts";
import { stakeUnlocked } from "../../../defi/staking/events.ts";
import { type Templates, template, userId } from "./template.ts";

/** E-mails about wallets, stakes and bank transfers. */

const adjustment = z.object({
  userId,
  operation: z.enum(["DEPOSIT", "WITHDRAW"]),
  amount: z.string(),
  asset: z.string(),
  reason: z.string(),
});

const adjusted = template(adjustment, ({ operation, amount, asset, reason }, { occurredAt }) => ({
  fr: [
    operation === "DEPOSIT" ? "Votre portefeuille a été crédité" : "Votre portefeuille a été débité",
    `Un conseiller a ${operation === "DEPOSIT" ? "crédité" : "débité"} votre portefeuille ${asset} ` +
      `de ${amount} ${asset} le ${occurredAt}.\nMotif : ${reason}`,
  ],
  en: [
    operation === "DEPOSIT" ? "Your wallet was credited" : "Your wallet was debited",
    `A member of our staff has ${operation === "DEPOSIT" ? "credited" : "debited"} your ${asset} wallet ` +
      `with ${amount} ${asset} on ${occurredAt}.\nReason: ${reason}`,
  ],
}));

const unlocked = template(
  z.object({
    userId,
    positionId: z.string(),
    poolId: z.string(),
    amount: z.string(),
    asset: z.string(),
    unlockDate: z.string(),
  }),
  ({ positionId, poolId, amount, asset, unlockDate }) => ({
    fr: [
      "Votre placement est débloqué",
      `Depuis le ${unlockDate}, vous pouvez retirer sans pénalité les ${amount} ${asset} de votre ` +
        `placement ${positionId} (${poolId}). Rien ne presse : tant que vous les y laissez, les récompenses continuent de courir.`,
    ],
    en: [
      "Your stake is unlocked",
      `Since ${unlockDate} you can take the ${amount} ${asset} of your stake ${positionId} (${poolId}) ` +
        "back without a penalty. There is no hurry: as long as you leave them there, rewards go on accruing.",
    ],
  }),
);

const transfer = z.object({ userId, amount: z.string(), currency: z.string() });

const received = template(transfer, ({ amount, currency }, { occurredAt }) => ({
  fr: [
    "Vous avez reçu un virement",
    `Un virement de ${amount} ${currency} a été crédité sur votre portefeuille ${currency} le ${occurredAt}.`,
  ],
  en: [
    "You have received a bank transfer",
    `A bank transfer of ${amount} ${currency} was credited to your ${currency} wallet on ${occurredAt}.`,
  ],
}));

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
  [transferReceived.type, received],
  [transferReturned.type, returned],
];

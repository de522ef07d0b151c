import * as z from "zod";
import { transferReceived, transferReturned } from "../../../banking/events.ts";
import { stakeUnlocked } from "../../../defi/staking/events.ts";
import { walletAdjusted } from "../../../ledger/wallets/events.ts";
import { type Letters, letter, userId } from "./letter.ts";

/** Letters about wallets, stakes and bank transfers. */

const adjustment = z.object({
  userId,
  operation: z.enum(["DEPOSIT", "WITHDRAW"]),
  amount: z.string(),
  asset: z.string(),
  reason: z.string(),
});

const adjusted = letter(
  adjustment,
  false,
  ({ operation, amount, asset, reason }, { name }, { occurredAt }) => ({
    fr: {
      subject:
        operation === "DEPOSIT" ? "Votre portefeuille a été crédité" : "Votre portefeuille a été débité",
      text:
        `Bonjour ${name},\n\nUn conseiller a ${operation === "DEPOSIT" ? "crédité" : "débité"} votre portefeuille ${asset} ` +
        `de ${amount} ${asset} le ${occurredAt}.\nMotif : ${reason}\n`,
    },
    en: {
      subject: operation === "DEPOSIT" ? "Your wallet was credited" : "Your wallet was debited",
      text:
        `Hello ${name},\n\nA member of our staff has ${operation === "DEPOSIT" ? "credited" : "debited"} your ${asset} wallet ` +
        `with ${amount} ${asset} on ${occurredAt}.\nReason: ${reason}\n`,
    },
  }),
);

const unlocked = letter(
  z.object({
    userId,
    positionId: z.string(),
    poolId: z.string(),
    amount: z.string(),
    asset: z.string(),
    unlockDate: z.string(),
  }),
  false,
  ({ positionId, poolId, amount, asset, unlockDate }, { name }) => ({
    fr: {
      subject: "Votre placement est débloqué",
      text:
        `Bonjour ${name},\n\nDepuis le ${unlockDate}, vous pouvez retirer sans pénalité les ${amount} ${asset} de votre ` +
        `placement ${positionId} (${poolId}). Rien ne presse : tant que vous les y laissez, les récompenses continuent de courir.\n`,
    },
    en: {
      subject: "Your stake is unlocked",
      text:
        `Hello ${name},\n\nSince ${unlockDate} you can take the ${amount} ${asset} of your stake ${positionId} (${poolId}) ` +
        "back without a penalty. There is no hurry: as long as you leave them there, rewards go on accruing.\n",
    },
  }),
);

const transfer = z.object({ userId, amount: z.string(), currency: z.string() });

const received = letter(transfer, false, ({ amount, currency }, { name }, { occurredAt }) => ({
  fr: {
    subject: "Vous avez reçu un virement",
    text: `Bonjour ${name},\n\nUn virement de ${amount} ${currency} a été crédité sur votre portefeuille ${currency} le ${occurredAt}.\n`,
  },
  en: {
    subject: "You have received a bank transfer",
    text: `Hello ${name},\n\nA bank transfer of ${amount} ${currency} was credited to your ${currency} wallet on ${occurredAt}.\n`,
  },
}));

const returned = letter(
  transfer.extend({ direction: z.enum(["credit", "debit"]) }),
  false,
  ({ amount, currency, direction }, { name }, { occurredAt }) => ({
    fr: {
      subject: "Un virement a été retourné",
      text:
        direction === "credit"
          ? `Bonjour ${name},\n\nLa banque a repris le ${occurredAt} un virement de ${amount} ${currency} que vous aviez reçu.\n`
          : `Bonjour ${name},\n\nLa banque a annulé le ${occurredAt} un virement de ${amount} ${currency} que vous aviez émis.\n`,
    },
    en: {
      subject: "A bank transfer was returned",
      text:
        direction === "credit"
          ? `Hello ${name},\n\nOn ${occurredAt} the bank took back a transfer of ${amount} ${currency} that you had received.\n`
          : `Hello ${name},\n\nOn ${occurredAt} the bank undid a transfer of ${amount} ${currency} that you had sent.\n`,
    },
  }),
);

export const money: Letters = [
  [walletAdjusted.type, adjusted],
  [stakeUnlocked.type, unlocked],
  [transferReceived.type, received],
  [transferReturned.type, returned],
];

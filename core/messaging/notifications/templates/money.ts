import * as z from "zod";
import { transferDebited, transferReceived, transferReturned } from "../../../banking/events.ts";
import {
  withdrawalBegun,
  withdrawalBooked,
  withdrawalFlagged,
  withdrawalUndone,
} from "../../../banking/withdrawals/events.ts";
import { walletAdjusted } from "../../../defi/adjustments/events.ts";
import { stakeUnlocked } from "../../../defi/staking/events.ts";
import { debtCauses, debtIncurred, debtSettled } from "../../../policy/events.ts";
import * as Letters from "../../../texts/letters/money.ts";
import * as Transfers from "../../../transfers/events.ts";
import { securityTemplate, type Templates, transferTemplate, userId } from "./template.ts";

/** About wallets, debts, stakes and bank transfers. */

const debt = z.object({ userId, amount: z.string(), asset: z.string() });

const adjustment = debt.extend({
  operation: z.enum(["DEPOSIT", "WITHDRAW"]),
  settled: z.string(),
  reason: z.string(),
});

const transfer = z
  .object({ userId, amount: z.string(), currency: z.string() })
  .transform(({ currency, ...more }) => ({ ...more, asset: currency }));
const incoming = z
  .object({ userId, amount: z.string(), currency: z.string(), settled: z.string() })
  .transform(({ currency, ...more }) => ({ ...more, asset: currency }));

export const money: Templates = [
  [
    walletAdjusted.type,
    transferTemplate(adjustment, ({ operation }) =>
      operation === "DEPOSIT" ? Letters.deposited : Letters.debited,
    ),
  ],
  [stakeUnlocked.type, transferTemplate(debt, Letters.unlocked)],
  [debtIncurred.type, securityTemplate(debt.extend({ cause: z.enum(debtCauses) }), Letters.inDebt)],
  [debtSettled.type, transferTemplate(debt.extend({ owed: z.string() }), Letters.debtSettled)],
  [Transfers.transferSent.type, transferTemplate(debt, Letters.sent)],
  [Transfers.transferReceived.type, transferTemplate(debt.extend({ settled: z.string() }), Letters.given)],
  [withdrawalBegun.type, transferTemplate(debt, Letters.withdrawing)],
  [withdrawalBooked.type, transferTemplate(debt, Letters.withdrawn)],
  [withdrawalFlagged.type, transferTemplate(debt, Letters.lookedAt)],
  [withdrawalUndone.type, transferTemplate(debt.extend({ settled: z.string() }), Letters.notWithdrawn)],
  [transferReceived.type, transferTemplate(incoming, Letters.received)],
  [transferDebited.type, transferTemplate(transfer, Letters.debitedByBank)],
  [
    transferReturned.type,
    transferTemplate(z.object({ direction: z.enum(["credit", "debit"]) }).and(transfer), Letters.returned),
  ],
];

import * as z from "zod";
import { timestamp } from "../../../contract/common.ts";
import * as Places from "../../../core/history/merged.ts";
import { type Movement, movements as movementsOf } from "../../../core/history/movements.ts";
import type { LiveActor } from "../../../core/identity/actor.ts";
import * as Assets from "../../../core/kernel/assets/index.ts";
import * as Money from "../../../core/kernel/money/index.ts";
import * as Transactions from "../../../core/payments/records/index.ts";
import { type CardExpense, type CashFlow, cashFlow } from "../../../core/reports/cash-flow.ts";
import { invalidCursor } from "../_protocol/refusal.ts";
import { MAX_TRANSACTIONS } from "../_resources/config.ts";
import { amount, movement } from "./schemas.ts";
import { personal, type Tool } from "./tool.ts";

const eur = amount.meta({ description: "Euro" });

const movementView = ({ createdAt, amount: units, ...one }: Movement): z.input<typeof movement> => ({
  ...one,
  amount: Assets.format(units, one.asset),
  timestamp: createdAt,
});

const statistics = z.object({
  count: z.int(),
  incomeCount: z.int(),
  expenseCount: z.int(),
  internalCount: z.int(),
  cardExpenseCount: z.int().meta({ description: "Expenses paid by card outside the wallets" }),
  perAsset: z.array(z.object({ asset: z.string(), income: amount, expense: amount })),
  incomeEur: eur.meta({ description: "At current prices" }),
  expenseEur: eur,
  netEur: eur,
  incomeExpenseRatio: z.string().nullable().meta({ description: "null if nothing was spent" }),
  trend: z.enum(["positive", "negative", "stable"]),
  from: timestamp.nullable(),
  to: timestamp.nullable(),
});

const statisticsView = ({ ratio, from, to, perAsset, ...sums }: CashFlow): z.input<typeof statistics> => ({
  ...sums,
  perAsset: perAsset.map(({ asset, income, expense }) => {
    const { decimals } = Assets.get(asset);
    return { asset, income: Money.format(income, decimals), expense: Money.format(expense, decimals) };
  }),
  incomeExpenseRatio: ratio ?? null,
  from: from ?? null,
  to: to ?? null,
});

/** Returns the user's card payments to merchants in a period, less refunds. */
async function paidByCard(
  person: LiveActor,
  time: { readonly from: string | undefined; readonly to: string | undefined },
): Promise<CardExpense[]> {
  const paid = await Transactions.listCardPurchases(person, time);
  return paid.map(({ currency, amountMinor, refundedMinor, disputedMinor = 0n }) => ({
    asset: currency,
    amount: amountMinor - refundedMinor - disputedMinor,
  }));
}

/** Parses a cursor. @throws INVALID_REQUEST */
function afterOf(cursor: string): Places.ListPosition {
  const place = Places.fromCursor(cursor);
  if (!place) throw invalidCursor();
  return place;
}

const getTransactions = personal({
  name: "svc_get_transactions",
  description:
    "Movements in all of a user's wallets, newest first. statistics: true adds the sums of these transactions: income, expense, their " +
    "ratio and trend, including card payments to merchants in that period (a top-up of the user's wallet counts as neither). nextCursor is the next page's cursor. For card payments and their status: svc_get_payments.",
  input: z.strictObject({
    limit: z.int().min(1).max(MAX_TRANSACTIONS).default(50),
    cursor: z.string().max(300).optional().meta({ description: "The nextCursor of the previous page" }),
    statistics: z.boolean().default(false),
  }),
  output: z.object({
    transactions: z.array(movement),
    nextCursor: z.string().optional(),
    statistics: statistics.optional(),
  }),
  run: async (person, { limit, cursor, statistics: withStatistics }) => {
    const after = cursor === undefined ? undefined : afterOf(cursor);
    const { movements, next } = await movementsOf(person, { limit, after });
    // The page's period: from its last movement to the previous page. The last page begins with the first movement.
    const page = { to: after?.createdAt, from: next && movements.at(-1)?.createdAt };
    return {
      transactions: movements.map(movementView),
      ...(next && { nextCursor: Places.toCursor(next) }),
      ...(withStatistics && {
        statistics: statisticsView(await cashFlow(movements, await paidByCard(person, page))),
      }),
    };
  },
});

export const transactionTools: readonly Tool[] = [getTransactions];

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

const moved = ({ createdAt, amount: units, ...one }: Movement): z.input<typeof movement> => ({
  ...one,
  amount: Assets.format(units, one.asset),
  timestamp: createdAt,
});

const statistics = z.object({
  count: z.int(),
  incomeCount: z.int(),
  expenseCount: z.int(),
  internalCount: z.int(),
  cardExpenseCount: z.int().meta({ description: "Of the expenses, those paid by card past the wallets" }),
  perAsset: z.array(z.object({ asset: z.string(), income: amount, expense: amount })),
  incomeEur: eur.meta({ description: "At the prices of now" }),
  expenseEur: eur,
  netEur: eur,
  incomeExpenseRatio: z.string().nullable().meta({ description: "null where nothing was spent" }),
  trend: z.enum(["positive", "negative", "stable"]),
  from: timestamp.nullable(),
  to: timestamp.nullable(),
});

const figures = ({ ratio, from, to, perAsset, ...sums }: CashFlow): z.input<typeof statistics> => ({
  ...sums,
  perAsset: perAsset.map(({ asset, income, expense }) => {
    const { decimals } = Assets.get(asset);
    return { asset, income: Money.format(income, decimals), expense: Money.format(expense, decimals) };
  }),
  incomeExpenseRatio: ratio ?? null,
  from: from ?? null,
  to: to ?? null,
});

/** What the person paid to merchants by card in a time, less what came back. */
async function paidByCard(
  person: LiveActor,
  time: { readonly from: string | undefined; readonly to: string | undefined },
): Promise<CardExpense[]> {
  const paid = await Transactions.spentByCard(person, time);
  return paid.map(({ currency, amountMinor, refundedMinor, disputedMinor = 0n }) => ({
    asset: currency,
    amount: amountMinor - refundedMinor - disputedMinor,
  }));
}

/** A page begins behind the line that the one before ended with. */
function afterOf(cursor: string): Places.Place {
  const place = Places.fromCursor(cursor);
  if (!place) throw invalidCursor();
  return place;
}

const getTransactions = personal({
  name: "svc_get_transactions",
  description:
    "What moved in all of a person's wallets, newest first. With statistics: true also what these transactions come to: income, expense, their " +
    "ratio and the trend, with what was paid to merchants by card in that time (a top-up of the own wallet is neither). nextCursor leads to the next page. Card payments and their status: svc_get_payments.",
  input: z.strictObject({
    limit: z.int().min(1).max(MAX_TRANSACTIONS).default(50),
    cursor: z.string().max(300).optional().meta({ description: "The nextCursor of the page before" }),
    statistics: z.boolean().default(false),
  }),
  output: z.object({
    transactions: z.array(movement),
    nextCursor: z.string().optional(),
    statistics: statistics.optional(),
  }),
  run: async (person, { limit, cursor, statistics: wanted }) => {
    const after = cursor === undefined ? undefined : afterOf(cursor);
    const { movements, next } = await movementsOf(person, { limit, after });
    // The page's time: up to the page before, and back to its last line, or to the beginning.
    const page = { to: after?.createdAt, from: next && movements.at(-1)?.createdAt };
    return {
      transactions: movements.map(moved),
      ...(next && { nextCursor: Places.toCursor(next) }),
      ...(wanted && { statistics: figures(await cashFlow(movements, await paidByCard(person, page))) }),
    };
  },
});

export const transactionTools: readonly Tool[] = [getTransactions];

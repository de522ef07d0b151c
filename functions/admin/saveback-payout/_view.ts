import type * as Contract from "../../../contract/admin/saveback-payout.ts";
import type { ResultOf } from "../../../contract/route.ts";
import type { Overview } from "../../../core/loyalty/saveback/plan.ts";
import type { Amount, PendingTotals, Plan } from "../../../core/loyalty/saveback/schema.ts";

/** Plans as their routes show them: minor units become digits, what is not known becomes null. */

type Shown = ResultOf<typeof Contract.read>["data"];

const exact = <T extends Amount>(one: T) => ({ ...one, amountMinor: one.amountMinor.toString() });

const totals = (all: PendingTotals): Shown["pendingTotals"] => ({ ...all, totals: all.totals.map(exact) });

export const plan = (one: Plan): Shown["plan"] => ({
  ...one,
  method: { ...one.method },
  filters: { programId: one.filters.programId ?? null, userId: one.filters.userId ?? null },
  totals: one.totals.map(exact),
  perAsset: one.perAsset.map(exact),
  beneficiaries: one.beneficiaries.map((row) => ({
    ...row,
    name: row.name ?? null,
    email: row.email ?? null,
    amounts: row.amounts.map(exact),
  })),
  perProgram: one.perProgram.map((row) => ({
    ...row,
    name: row.name ?? null,
    status: row.status ?? null,
    rates: [...row.rates],
    amounts: row.amounts.map(exact),
  })),
});

export const overview = (one: Overview): Shown => ({
  plan: plan(one.plan),
  pendingTotals: totals(one.pendingTotals),
});

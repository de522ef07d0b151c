import { expect, it } from "vitest";
import * as Ids from "../kernel/ids/index.ts";
import { accountOf } from "../ledger/accounts.ts";
import type { After } from "../ledger/draft.ts";
import type { HoldChange, Posting } from "../ledger/schema.ts";
import { settleDebts } from "./debts.ts";

/** How an entry comes to pay what is owed: the one way, whoever collects. */

const userId = Ids.create("user");
const wallet = accountOf({ mode: "live", userId }, "EUR");
const hold = { ...wallet, holdId: "hold_1" };
const post = (account: string, amount: bigint, bucket: Posting["bucket"] = "available"): Posting => ({
  account,
  asset: "EUR",
  bucket,
  amount,
});
const settled = (owedMinor: bigint, postings: readonly Posting[], holds: readonly HoldChange[] = []) => {
  const entry = { type: "PAYMENT", actorId: "test", reason: "a test", result: () => undefined } as const;
  const draft = settleDebts({ ...entry, postings, holds }, [
    { mode: "live", userId, asset: "EUR", owedMinor },
  ]);
  const writes = typeof draft.extraWrites === "function" ? draft.extraWrites({} as After) : [];
  return {
    postings: draft.postings,
    holds: draft.holds,
    paid: draft.settled?.get(wallet.account),
    reason: draft.reason,
    writes: writes.length,
  };
};

it("what comes in free pays first, in part or whole; nothing of nothing is posted", () => {
  const comes = [post("clearing:psp", -100n), post(wallet.account, 100n)];
  expect(settled(30n, comes)).toEqual({
    postings: [post("clearing:psp", -100n), post(wallet.account, 70n), post("receivable", 30n)],
    holds: [],
    paid: 30n,
    reason: "a test",
    writes: 2,
  });
  expect(settled(500n, comes)).toMatchObject({
    postings: [post("clearing:psp", -100n), post("receivable", 100n)],
    paid: 100n,
  });
});

it("what comes in under a hold pays first too, and the hold is of the rest", () => {
  const comes = [post("clearing:psp", -100n), post(wallet.account, 100n, "held")];
  const holds = [{ ...hold, change: 100n }];
  expect(settled(30n, comes, holds)).toMatchObject({
    postings: [post("clearing:psp", -100n), post(wallet.account, 70n, "held"), post("receivable", 30n)],
    holds: [{ ...hold, change: 70n }],
    paid: 30n,
  });
  expect(settled(100n, comes, holds)).toMatchObject({
    postings: [post("clearing:psp", -100n), post("receivable", 100n)],
    holds: [],
    paid: 100n,
  });
});

it("what becomes free pays; what is held from now on, or leaves, does not", () => {
  const frees = [post(wallet.account, -100n, "held"), post(wallet.account, 100n)];
  expect(settled(30n, frees, [{ ...hold, change: -100n }])).toMatchObject({
    postings: [post(wallet.account, -100n, "held"), post(wallet.account, 70n), post("receivable", 30n)],
    holds: [{ ...hold, change: -100n }],
    paid: 30n,
  });
  const holds = [post(wallet.account, -100n), post(wallet.account, 100n, "held")];
  for (const postings of [holds, [post(wallet.account, -100n), post("clearing:bank", 100n)]])
    expect(settled(30n, postings)).toMatchObject({ postings, paid: undefined, reason: "a test", writes: 0 });
});

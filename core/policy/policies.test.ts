import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newActor } from "../../tests/support/ledger.ts";
import * as Ids from "../kernel/ids/index.ts";
import { DAY_MS, HOUR_MS } from "../kernel/time.ts";
import { accountOf } from "../ledger/accounts.ts";
import { type After, type Draft, resolveWrites } from "../ledger/draft.ts";
import { EMPTY } from "../ledger/opening.ts";
import type { PolicyInputs } from "../ledger/post.ts";
import type { AccountState, HoldChange, Posting } from "../ledger/schema.ts";
import type * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { assertNotSuspended, closedAccountPolicy, closingWrites } from "./closed-accounts.ts";
import * as Debts from "./debts.ts";
import { debt, kycMoved } from "./entity.ts";
import { type Options, policies } from "./index.ts";
import * as Limits from "./limits.ts";
import { kycLimits } from "./schema.ts";
import * as Suspense from "./suspense.ts";
import { worthInCents } from "./valuation.ts";

/** Each policy by itself, without a table or ledger. */

const userId = Ids.create("user");
const owner = { mode: "live", userId } as const;
const wallet = accountOf(owner, "EUR");
const hold = { ...wallet, holdId: "hold_1" };
const after = { entryId: "txn_1", createdAt: "2026-01-31T12:00:00.000Z" } as After;
const by = { type: "PAYMENT", actorId: "test", reason: "a test", result: () => undefined } as const;
const post = (account: string, amount: bigint, bucket: Posting["bucket"] = "available"): Posting => ({
  ...{ account, asset: "EUR", bucket, amount },
});

const credit: Draft<undefined> = {
  ...by,
  postings: [post("clearing:psp", -100n), post(wallet.account, 100n)],
};
const debtItem = (
  owedMinor: bigint,
  asset = "EUR",
  of: { mode: "live" | `test_${string}`; userId: string } = owner,
) => debt.item({ ...of, asset, owedMinor }) as Table.Item;

/** Formats a condition with its values. */
function shown(where: Where.Where | undefined): string {
  if (!where) return "always";
  const placeholders = new Where.Placeholders();
  return where(placeholders).replace(/:v\d+/g, (name) => String(placeholders.values[name]));
}
const whereOf = (write: Table.Write | undefined) =>
  shown(write && "where" in write ? write.where : undefined);

const inputs = (
  request: Options & { readonly initiator?: string },
  items: object,
  states: Partial<Pick<PolicyInputs<Options>, "accounts" | "closed">> = {},
): PolicyInputs<Options> => ({
  request,
  items: items as PolicyInputs<Options>["items"],
  accounts: new Map(),
  closed: new Set(),
  ...states,
});

it("runs the policy of debts, then of limits, then of closed accounts", () => {
  expect(policies.map(({ name }) => name)).toEqual(["debts", "limits", "closed accounts"]);
});

describe("the policy of debts", () => {
  const settled = (owedMinor: bigint, postings: readonly Posting[], holds: readonly HoldChange[] = []) => {
    const draft = Debts.debtPolicy.apply(
      { ...by, postings, holds },
      inputs({ payDebtsFirst: true }, { debts: [undefined, debtItem(owedMinor), debtItem(0n, "USD")] }),
    );
    const { postings: moved, holds: changed, reason } = draft;
    const writes = resolveWrites(draft.extraWrites, after).length;
    return { postings: moved, holds: changed, reason, paid: draft.settled?.get(wallet.account), writes };
  };

  it("pays a debt, in part or in full, from money credited to the available balance, and adds no posting of zero", () => {
    const { postings } = credit;
    expect(settled(30n, postings)).toEqual({
      postings: [post("clearing:psp", -100n), post(wallet.account, 70n), post("receivable", 30n)],
      holds: [],
      paid: 30n,
      reason: "a test",
      writes: 2,
    });
    for (const owed of [100n, 101n, 500n])
      expect(settled(owed, postings)).toMatchObject({
        postings: [post("clearing:psp", -100n), post("receivable", 100n)],
        paid: 100n,
      });
    expect(settled(99n, postings).postings).toContainEqual(post(wallet.account, 1n));
  });

  it("pays a debt from a held credit too, and decreases the hold", () => {
    const other = {
      ...accountOf({ ...owner, userId: Ids.create("user") }, "EUR"),
      holdId: "hold_2",
      change: 5n,
    };
    const postings = [post("clearing:psp", -100n), post(wallet.account, 100n, "held")];
    const holds = [{ ...hold, change: 100n }, other];
    expect(settled(30n, postings, holds)).toMatchObject({
      postings: [post("clearing:psp", -100n), post(wallet.account, 70n, "held"), post("receivable", 30n)],
      holds: [{ ...hold, change: 70n }, other],
      paid: 30n,
    });
    expect(settled(100n, postings, holds)).toMatchObject({
      postings: [post("clearing:psp", -100n), post("receivable", 100n)],
      holds: [other],
      paid: 100n,
    });
  });

  it("pays a debt from released money, but not from money that is reserved or debited", () => {
    const frees = [post(wallet.account, -100n, "held"), post(wallet.account, 100n)];
    expect(settled(30n, frees, [{ ...hold, change: -100n }])).toMatchObject({
      postings: [post(wallet.account, -100n, "held"), post(wallet.account, 70n), post("receivable", 30n)],
      holds: [{ ...hold, change: -100n }],
      paid: 30n,
    });
    const reserves = [post(wallet.account, -100n), post(wallet.account, 100n, "held")];
    const leaves = [post(wallet.account, -100n), post("clearing:bank", 100n)];
    const leavesHold = [post(wallet.account, -100n, "held"), post("clearing:bank", 100n)];
    for (const postings of [reserves, leaves, leavesHold])
      expect(settled(30n, postings)).toMatchObject({
        postings,
        paid: undefined,
        reason: "a test",
        writes: 0,
      });
  });

  it("adds its write to the draft's own writes, with the condition that the debt is at least the payment", () => {
    const own = { check: debt.key({ ...owner, asset: "EUR" }), where: Where.exists };
    const earlier = new Map([["wallet:other", 1n]]);
    const draft = Debts.settleDebts({ ...credit, settled: earlier, extraWrites: [own] }, [
      { ...owner, asset: "EUR", owedMinor: 30n },
    ]);
    expect([...(draft.settled ?? [])]).toEqual([
      ["wallet:other", 1n],
      [wallet.account, 30n],
    ]);
    const [first, payment, event] = resolveWrites(draft.extraWrites, after);
    expect(first).toBe(own);
    expect(payment).toMatchObject({ update: debt.key({ ...owner, asset: "EUR" }), add: { owedMinor: -30n } });
    expect(whereOf(payment)).toBe("#owedMinor >= 30");
    expect(event).toMatchObject({ put: { payload: expect.stringContaining('"amount":"0.3","owed":"0"') } });
  });

  const check = (request: Options & { readonly initiator?: string }, ...debts: (Table.Item | undefined)[]) =>
    Debts.debtPolicy.check?.(inputs({ initiator: wallet.account, ...request }, { debts }));

  it("rejects an entry only if its initiator owes money in the same ledger and the option is set", () => {
    const sandbox = `test_${userId.slice(4)}_1` as const;
    expect(() => check({ rejectIfInDebt: true }, debtItem(1n))).toThrow(/0\.01 EUR/);
    expect(() => check({ rejectIfInDebt: true }, debtItem(0n), undefined)).not.toThrow();
    expect(() => check({ payDebtsFirst: true }, debtItem(1n))).not.toThrow();
    expect(() => check({ rejectIfInDebt: true }, debtItem(1n, "EUR", newActor()))).not.toThrow();
    expect(() =>
      check({ rejectIfInDebt: true }, debtItem(1n, "EUR", { ...owner, mode: sandbox })),
    ).not.toThrow();
    expect(() => check({ rejectIfInDebt: true, initiator: "clearing:bank" }, debtItem(1n))).not.toThrow();
    expect(() => Debts.debtPolicy.check?.(inputs({ rejectIfInDebt: true }, {}))).not.toThrow();
  });

  it("allows an exchange into any owed asset", () => {
    const both = [debtItem(1n), debtItem(2n, "USD")];
    for (const into of ["EUR", "USD"])
      expect(() => check({ rejectIfInDebt: { into } }, ...both)).not.toThrow();
    expect(() => check({ rejectIfInDebt: { into: "BTC" } }, ...both)).toThrow(
      expect.objectContaining({ code: "ACCOUNT_IN_DEBT", details: { owed: { EUR: "0.01", USD: "0.02" } } }),
    );
  });

  it("reads the debts of each user once if an option needs them", () => {
    const accounts = [wallet.account, accountOf(owner, "USD").account, "clearing:bank"];
    expect(Debts.debtPolicy.reads?.({}, accounts)).toEqual({});
    for (const options of [{ rejectIfInDebt: true }, { payDebtsFirst: true }] as const)
      expect(Debts.debtPolicy.reads?.(options, accounts)).toEqual({ debts: Debts.keysOf(owner) });
  });

  it("writes no debt of zero, and adds a debtor to the list of debtors", () => {
    expect(Debts.debtWrites(wallet, 0n)).toEqual([]);
    const [add, list] = Debts.debtWrites(wallet, 5n);
    expect(add).toMatchObject({ set: { ...owner, asset: "EUR" }, add: { owedMinor: 5n } });
    expect(list).toMatchObject({ put: { ...owner, asset: "EUR" } });
    expect(() => Debts.debtWrites({ ...wallet, asset: "USD" }, 5n)).toThrow(TypeError);
    expect([Debts.owedOf(undefined), Debts.owedOf(debtItem(7n))]).toEqual([0n, 7n]);
  });
});

describe("the policy of limits", () => {
  const hour = 500_000 * 24;
  const day = 500_000;
  beforeEach(() => {
    vi.useFakeTimers({ now: hour * HOUR_MS, toFake: ["Date"] });
    process.env["KYC_LIMITS"] = "0:100/250/400 2:1000/2000/3000";
  });
  afterEach(() => {
    delete process.env["KYC_LIMITS"];
  });

  const moved = (hours: Record<string, bigint>, days: Record<string, bigint>) =>
    kycMoved.item({ userId, direction: "out", hours, days, version: 7n }) as Table.Item;
  const movement = (cents: bigint) => ({ kycMovement: { userId, direction: "out" as const, cents } });
  const count = (cents: bigint, item?: Table.Item) =>
    resolveWrites(
      Limits.limitPolicy.apply(credit, inputs(movement(cents), { verification: undefined, moved: item }))
        .extraWrites,
      after,
    )[0];
  const rejected = (limit: string, leftEur: string) =>
    expect.objectContaining({
      code: "KYC_LIMIT_EXCEEDED",
      details: expect.objectContaining({ limit, leftEur }),
    });

  it("does not change an entry without a counted movement, and adds its write to that of others", () => {
    expect(Limits.limitPolicy.reads?.({}, [])).toEqual({});
    expect(Limits.limitPolicy.apply(credit, inputs({}, {}))).toBe(credit);
    expect(Limits.limitPolicy.reads?.(movement(1n), [])).toEqual(
      Limits.inputKeys({ userId, direction: "out" }),
    );
    const own = { check: debt.key({ ...owner, asset: "EUR" }), where: Where.exists };
    const { extraWrites } = Limits.limitPolicy.apply(
      { ...credit, extraWrites: [own] },
      inputs(movement(1n), {}),
    );
    expect(resolveWrites(extraWrites, after)).toEqual([
      own,
      expect.objectContaining({ put: expect.anything() }),
    ]);
  });

  it("writes new sums only if the sums are unchanged since they were read", () => {
    expect(count(10_000n)).toMatchObject({
      put: { hours: { [hour]: 10_000n }, days: { [day]: 10_000n }, revision: 1n },
    });
    expect(whereOf(count(1n))).toBe("attribute_not_exists(#pk)");
    const before = moved({ [hour]: 5n, [hour - 24]: 7n }, { [day]: 5n, [day - 30]: 9n });
    expect(count(1n, before)).toMatchObject({
      put: { hours: { [hour]: 6n, [hour - 24]: 7n }, days: { [day]: 6n, [day - 30]: 9n }, revision: 8n },
    });
    expect(whereOf(count(1n, before))).toBe("#revision = 7");
  });

  it("rejects one cent above the limit per operation, per 24 hours and per 30 days", () => {
    expect(() => count(10_000n)).not.toThrow();
    expect(() => count(10_001n)).toThrow(rejected("operation", "100.00"));
    const ofDay = moved({ [hour - 24]: 24_000n }, { [day - 1]: 24_000n });
    expect(() => count(1000n, ofDay)).not.toThrow();
    expect(() => count(1001n, ofDay)).toThrow(rejected("day", "10.00"));
    const ofMonth = moved({}, { [day - 30]: 39_000n });
    expect(() => count(1000n, ofMonth)).not.toThrow();
    expect(() => count(1001n, ofMonth)).toThrow(rejected("month", "10.00"));
    expect(() => count(1n, moved({}, { [day]: 50_000n }))).toThrow(rejected("month", "0.00"));
  });

  it("removes an hour after 24 full hours, and a day after 30 full days", () => {
    const old = moved({ [hour - 25]: 25_000n }, { [day - 31]: 40_000n });
    expect(count(10_000n, old)).toMatchObject({
      put: { hours: { [hour]: 10_000n }, days: { [day]: 10_000n } },
    });
  });

  it("corrects counted movements of periods that still count, and never below zero", () => {
    const of = { userId, direction: "out" as const };
    const before = moved({ [hour]: 5n, [hour - 1]: 7n }, { [day]: 12n });
    const recount = (cents: bigint, ageHours: number) => ({ cents, atMs: (hour - ageHours) * HOUR_MS });
    const put = (...recounts: Limits.Recount[]) => Limits.recountWrites(of, recounts, before)[0];
    expect(put(recount(-3n, 1), recount(2n, 0))).toMatchObject({
      put: { hours: { [hour]: 7n, [hour - 1]: 4n }, days: { [day]: 14n }, revision: 8n },
    });
    expect(put(recount(-7n, 1))).toMatchObject({ put: { hours: { [hour - 1]: 0n } } });
    expect(put(recount(-9n, 1))).toMatchObject({ put: { hours: { [hour - 1]: 0n }, days: { [day]: 12n } } });
    expect(put(recount(-20n, 0))).toMatchObject({ put: { hours: { [hour]: 0n }, days: { [day]: 0n } } });
    expect(put(recount(5n, 3))).toHaveProperty("put.hours", { [hour]: 5n, [hour - 1]: 7n });
    expect(whereOf(put(recount(1n, 0)))).toBe("#revision = 7");
    expect(Limits.recountWrites(of, [], before)).toEqual([]);
    expect(Limits.recountWrites(of, [recount(1n, 0)], undefined)).toEqual([]);
  });

  it("applies the limits of the next lower configured level to a level without its own", () => {
    process.env["KYC_LIMITS"] = "2:3/4/5 1:1/2/3";
    expect([0, 1, 2, 3].map((level) => Limits.ofLevel(level)?.operation)).toEqual([
      undefined,
      100n,
      300n,
      300n,
    ]);
    expect(() => count(10n ** 12n)).not.toThrow();
    expect(kycLimits.parse("none")).toEqual([]);
    expect(kycLimits.parse("1:2/3/4")).toEqual([{ level: 1, operation: 200n, day: 300n, month: 400n }]);
    for (const broken of ["", "1:2/3", "1:2/3/4 ", "x", "1:2/3/4 x", "11:2/3/4"])
      expect(kycLimits.safeParse(broken).success).toBe(false);
    expect(Limits.euros(100_005n)).toBe("1000.05");
  });

  it("values euros without a price", async () => {
    expect(await worthInCents({ symbol: "EUR", decimals: 2 } as never, 7n)).toBe(7n);
  });

  it("counts a movement in the last millisecond of a day in that day's last hour", () => {
    vi.setSystemTime(hour * HOUR_MS + DAY_MS - 1);
    expect(count(1n)).toMatchObject({ put: { hours: { [hour + 23]: 1n }, days: { [day]: 1n } } });
  });
});

describe("the policy of closed accounts", () => {
  const closed: AccountState = { ...EMPTY, closedAt: "2026-01-01" };
  const withStates = (state: AccountState | undefined, ...closedNames: string[]) => ({
    accounts: new Map([[wallet.account, state]]),
    closed: new Set(closedNames),
  });
  const apply = (draft: Draft<undefined>, options: Options, states: ReturnType<typeof withStates>) =>
    closedAccountPolicy.apply(draft, inputs(options, {}, states));

  it("posts a credit to a closed account to suspense, and writes a flag before the draft's own writes", () => {
    const own = { check: debt.key({ ...owner, asset: "EUR" }), where: Where.exists };
    const draft = apply({ ...credit, extraWrites: [own] }, { payDebtsFirst: true }, withStates(closed));
    expect(draft.postings).toEqual([post("clearing:psp", -100n), post("suspense", 100n)]);
    expect([...(draft.suspended ?? [])]).toEqual([[wallet.account, 100n]]);
    const [flagged, last] = resolveWrites(draft.extraWrites, after);
    expect(flagged).toMatchObject({
      set: { kind: "suspense", id: "entry:txn_1:EUR", userId, asset: "EUR", why: Suspense.RECEIVER_ERASED },
      add: { amount: 100n },
    });
    expect(last).toBe(own);
  });

  it("posts a credit to suspense if the account can no longer be opened", () => {
    const draft = apply(credit, { payDebtsFirst: true }, withStates(undefined, wallet.account));
    expect(draft.postings).toContainEqual(post("suspense", 100n));
  });

  it("does not change an entry of an open account, without the option, or without a credit", () => {
    expect(apply(credit, { payDebtsFirst: true }, withStates(EMPTY))).toBe(credit);
    expect(apply(credit, { payDebtsFirst: true }, withStates(undefined))).toBe(credit);
    expect(apply(credit, {}, withStates(closed))).toBe(credit);
    const debit = { ...by, postings: [post("clearing:psp", 100n), post(wallet.account, -100n)] };
    expect(apply(debit, { payDebtsFirst: true }, withStates(closed))).toBe(debit);
  });

  it("rejects an entry that would credit a closed account, for callers whose money has not moved yet", () => {
    expect(() => assertNotSuspended({ suspended: () => 1n }, "x")).toThrow(
      expect.objectContaining({ code: "ACCOUNT_CLOSED" }),
    );
    expect(() => assertNotSuspended({ suspended: () => 0n }, "x")).not.toThrow();
  });

  it("closes the wallets only if their number is unchanged, and, if the caller requires it, only if they are empty", () => {
    const wallets = [{ pk: "USER#u", sk: "WALLET#live#EUR" }];
    const writes = (isEmpty: boolean) =>
      closingWrites(owner, { wallets, count: 3n }, "2026", isEmpty).map(whereOf);
    expect(writes(true)).toEqual(["#count = 3", "(#available = 0 AND #held = 0)"]);
    expect(writes(false)).toEqual(["#count = 3", "attribute_exists(#pk)"]);
    expect(closingWrites(owner, { wallets, count: 3n }, "2026", false)).toMatchObject([
      { set: { closedAt: "2026" } },
      { update: wallets[0], set: { closedAt: "2026" } },
    ]);
  });
});

describe("money in suspense", () => {
  const flagItem = (amount: bigint | undefined, more: object = {}): Table.Item => ({
    ...{
      pk: "FLAGGED",
      sk: "FLAG#suspense#x",
      kind: "suspense",
      id: "x",
      why: "",
      at: "",
      asset: "EUR",
      userId,
    },
    ...(amount !== undefined && { amount }),
    ...more,
  });
  const note = { by: "staff", note: "paid out" };

  it("is taken only if the amount is unchanged since it was read, and resolves its flag when it is used up", () => {
    const [part] = Suspense.takeWrites(flagItem(100n), 99n, note);
    expect(part).toMatchObject({ set: { amount: 1n } });
    expect(part).not.toHaveProperty("set.resolution");
    expect(whereOf(part)).toBe("#amount = 100");
    expect(Suspense.takeWrites(flagItem(100n), 100n, note)[0]).toMatchObject({
      set: { amount: 0n, resolution: note },
    });
    const resolution = { by: "other", at: "2026", note: "before" };
    expect(Suspense.takeWrites(flagItem(100n, { resolution }), 100n, note)[0]).not.toHaveProperty(
      "set.resolution",
    );
    expect(Suspense.takeWrites(flagItem(100n), 0n, note)).toEqual([]);
    expect(Suspense.takeWrites(undefined, 5n, note)).toEqual([]);
  });

  it("is taken from several flags one after the other, at most the amount of each", () => {
    const amounts = (amount: bigint) =>
      Suspense.takeFromAllWrites([flagItem(30n), flagItem(50n), flagItem(undefined)], amount, note).map(
        (write) => ("update" in write ? write.set?.["amount"] : undefined),
      );
    expect([amounts(10n), amounts(30n), amounts(31n), amounts(80n)]).toEqual([
      [20n],
      [0n],
      [0n, 49n],
      [0n, 0n],
    ]);
  });

  it("has a flag named after its source; further flags, and flags without a source, after the entry", () => {
    const suspended = new Map([
      [wallet.account, 5n],
      [accountOf(owner, "USD").account, 7n],
    ]);
    const flags = (type: Draft<undefined>["type"], source?: Parameters<typeof Suspense.flagWrites>[1]) =>
      Suspense.flagWrites({ type, suspended }, source, after).map((write) =>
        "update" in write ? [write.set?.["id"], write.set?.["why"], write.add?.["amount"]] : [],
      );
    expect(flags("UNSTAKE", { kind: "payment_intent", id: "pi_1" })).toEqual([
      ["payment_intent:pi_1", Suspense.OWNER_ERASED, 5n],
      ["entry:txn_1:USD", Suspense.OWNER_ERASED, 7n],
    ]);
    expect(flags("TOP_UP").map(([id]) => id)).toEqual(["entry:txn_1:EUR", "entry:txn_1:USD"]);
  });

  it("is summed over flags, and is undefined for a missing flag", () => {
    expect(Suspense.suspendedOf(undefined)).toBeUndefined();
    expect(Suspense.suspendedOf(flagItem(undefined))).toEqual({ asset: "EUR", amount: 0n, userId });
    expect(Suspense.sumOf([flagItem(3n), flagItem(undefined), flagItem(4n)])).toBe(7n);
  });
});

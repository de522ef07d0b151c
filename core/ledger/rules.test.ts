import fc from "fast-check";
import { isValidIBAN } from "ibantools";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newSandbox } from "../../tests/support/sandboxes.ts";
import * as Clock from "../kernel/clock/ledger.ts";
import * as Ids from "../kernel/ids/index.ts";
import type { Mode } from "../kernel/mode.ts";
import { MAX_AMOUNT } from "../kernel/money/index.ts";
import type * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import {
  accountOf,
  clearingRef,
  modeOf,
  parseSystem,
  parseWalletId,
  shardKeys,
  shardOf,
  system,
  systemAccounts,
  systemRef,
  userRef,
  walletId,
  walletKey,
  walletRef,
} from "./accounts.ts";
import {
  amountOf,
  type Draft,
  MAX_POSTING,
  MAX_POSTINGS,
  mergePostings,
  postable,
  posting,
  type Request,
  resolveWrites,
  type Snapshot,
  userAccounts,
  validate,
} from "./draft.ts";
import { changes, counters, hashOf, historyLines, lineHashOf, lineKey, sums } from "./entry.ts";
import { assertUsable, holdWrites } from "./holds.ts";
import { ibanOf } from "./iban.ts";
import { KnownItems, keysOf } from "./known-items.ts";
import { EMPTY, MAX_WALLETS, newAccount, openingWrites } from "./opening.ts";
import { assertInvariants, Posted, plan } from "./plan.ts";
import type { AccountState, Entry, Hold, HoldChange, Posting, RunningLine } from "./schema.ts";
import { systemWrites } from "./shards.ts";

/** The rules of the ledger as pure functions, without a table. */

const HEAD = `0x${"a".repeat(64)}`;

const ada = { mode: "live", userId: Ids.create("user") } as const;
const ben = { mode: "live", userId: Ids.create("user") } as const;
const [a, b] = [accountOf(ada, "EUR"), accountOf(ben, "EUR")];
const sandbox = `test_${ada.userId.slice(4)}_1` as const;
const bank = systemRef("live", "clearing:bank", "EUR");
const treasury = systemRef("live", "treasury", "EUR");
const by = { type: "TRANSFER", actorId: "test", reason: "a test", result: () => undefined } as const;
const hold = (change: bigint, of = a): HoldChange => ({ ...of, holdId: "hld_1", change });
const entryOf = (more: Partial<Entry> = {}): Entry => ({
  entryId: "txn_01",
  type: "TRANSFER",
  postings: [posting(a, -5n), posting(b, 5n)],
  holds: [],
  actorId: "test",
  reason: "a test",
  createdAt: "2026-01-31T12:00:00.000Z",
  transactionHash: "0x1",
  ...more,
});

/** Formats a write's condition with its values. */
function shown(write: Table.Write | undefined): string {
  if (!write || !("where" in write) || !write.where) return "always";
  const placeholders = new Where.Placeholders();
  return write.where(placeholders).replace(/:v\d+/g, (name) => String(placeholders.values[name]));
}
const failedWith = (write: Table.Write | undefined, current?: Table.Item): unknown => {
  const on = write?.onConditionFailed;
  return typeof on === "function" ? on(current) : on;
};

describe("an entry", () => {
  const rejects = (postings: readonly Posting[], holds: readonly HoldChange[] = []) =>
    expect(() => validate({ postings, holds }));

  it("has 2 to 32 postings", () => {
    rejects([posting(a, 1n)]).toThrow("2 to 32 postings");
    const pairs = Array.from({ length: MAX_POSTINGS / 2 }, () => [posting(a, -1n), posting(b, 1n)]).flat();
    rejects(pairs).not.toThrow();
    rejects([...pairs, posting(a, -2n)]).toThrow("2 to 32 postings");
  });

  it("has postings of one ledger that sum to zero per asset", () => {
    rejects([posting(a, -1n), posting(b, 2n)]).toThrow("sum to 1");
    const dollar = accountOf(ada, "USD");
    rejects([posting(a, -1n), posting(b, 1n), posting(dollar, -1n)]).toThrow("USD sum to -1");
    rejects([posting(a, -1n), posting(accountOf({ ...ada, mode: sandbox }, "EUR"), 1n)]).toThrow(
      "one ledger",
    );
    rejects([posting(a, -1n), posting(systemRef(sandbox, "treasury", "EUR"), 1n)]).toThrow("one ledger");
  });

  it("has no posting of zero or beyond the maximum, in either direction", () => {
    rejects([posting(a, 0n), posting(b, 0n)]).toThrow("cannot be posted");
    rejects([posting(a, -MAX_POSTING), posting(b, MAX_POSTING)]).not.toThrow();
    const over = MAX_POSTING + 1n;
    rejects([posting(a, -over), posting(b, over)]).toThrow("cannot be posted");
    rejects([posting(a, over), posting(b, -1n), posting(b, -MAX_POSTING)]).toThrow("cannot be posted");
    rejects([posting(a, -over), posting(b, 1n), posting(b, MAX_POSTING)]).toThrow("cannot be posted");
  });

  it("is rejected if its postings cancel out", () => {
    rejects([posting(a, -1n), posting(a, 1n)]).toThrow("must move something");
  });

  it("is rejected for an unknown account, a wrong asset and a hold of a system account", () => {
    rejects([posting({ account: "mattress", asset: "EUR" }, -1n), posting(b, 1n)]).toThrow(
      "no account mattress",
    );
    rejects([posting({ ...a, asset: "USD" }, -1n), posting({ ...b, asset: "USD" }, 1n)]).toThrow(
      "not a user's account",
    );
    rejects(
      [posting(a, -1n), posting(treasury, 1n, "held")],
      [{ ...treasury, holdId: "h", change: 1n }],
    ).toThrow("has no holds");
  });

  it("changes each held bucket by the sum of its holds, each changed once and not by zero", () => {
    const reserve = [posting(a, -5n), posting(a, 5n, "held")];
    rejects(reserve, [hold(5n)]).not.toThrow();
    rejects(reserve, [hold(4n)]).toThrow("change by 4, its held bucket by 5");
    rejects(reserve, [hold(5n, b)]).toThrow("change by 0");
    rejects(reserve, [hold(3n), hold(2n)]).toThrow("only once");
    rejects(reserve, [hold(3n), { ...hold(2n), holdId: "hld_2" }]).not.toThrow();
    rejects(reserve, [hold(5n), { ...hold(0n), holdId: "hld_2" }]).toThrow("belongs to an account");
    const other = [
      { ...hold(1n, b), holdId: "x" },
      { ...hold(-1n, b), holdId: "y" },
    ];
    rejects(reserve, [hold(5n), ...other]).toThrow("belongs to an account");
  });

  it("changes each account once, in the order of its postings, and not by zero", () => {
    const moved = changes([
      posting(b, 2n),
      posting(a, -5n),
      posting(a, 3n, "held"),
      posting(bank, 1n),
      posting(bank, -1n),
    ]);
    expect(moved).toEqual([
      { ...b, available: 2n, held: 0n },
      { ...a, available: -5n, held: 3n },
    ]);
    expect(changes([posting(a, -5n), posting(a, 5n, "held")])).toHaveLength(1);
    expect(changes([posting(a, 5n, "held")])).toHaveLength(1);
    expect([...sums([posting(a, 2n), posting(b, -7n)])]).toEqual([["EUR", -5n]]);
  });

  it("adds an account's change, held amounts included, to its total of deposits or withdrawals", () => {
    const change = { ...a, available: -5n, held: 2n };
    expect(counters({ type: "WITHDRAWAL" }, change)).toMatchObject({
      totalDeposits: 0n,
      totalWithdrawals: 3n,
    });
    expect(counters({ type: "DEPOSIT" }, { ...a, available: 5n, held: 2n })).toEqual({
      ...{ totalDeposits: 7n, totalWithdrawals: 0n, transactionCount: 1n },
    });
    expect(counters({ type: "TRANSFER" }, change)).toMatchObject({ totalDeposits: 0n, totalWithdrawals: 0n });
  });

  it("has a hash that covers every field", () => {
    const link = { initiator: a.account, seq: 1n, prevHash: "0x0" };
    const full = entryOf({
      link,
      holds: [hold(1n)],
      reverses: "txn_0",
      reference: { kind: "hold", id: "hld_1" },
    });
    const variants: Partial<Entry>[] = [
      { entryId: "txn_02" },
      { type: "HOLD" },
      { postings: [posting(a, -6n), posting(b, 5n)] },
      { postings: [posting(a, -5n, "held"), posting(b, 5n)] },
      { postings: [posting(b, -5n), posting(b, 5n)] },
      { postings: [posting({ ...a, asset: "USD" }, -5n), posting(b, 5n)] },
      { holds: [hold(2n)] },
      { holds: [hold(1n, b)] },
      { holds: [{ ...hold(1n), asset: "USD" }] },
      { holds: [{ ...hold(1n), holdId: "hld_2" }] },
      { holds: [] },
      { link: { ...link, seq: 2n } },
      { link: { ...link, prevHash: "0x2" } },
      { link: { ...link, initiator: b.account } },
      { link: undefined },
      { actorId: "other" },
      { reason: "other" },
      { createdAt: "2026-01-31T12:00:00.001Z" },
      { reverses: undefined },
      { reference: undefined },
      { reference: { kind: "payment", id: "hld_1" } },
      { reference: { kind: "hold", id: "hld_2" } },
    ];
    const hashes = [full, ...variants.map((one) => ({ ...full, ...one }))].map(hashOf);
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(hashOf({ ...full, transactionHash: "0x9" } as Entry)).toBe(hashes[0]);
    for (const hash of hashes) expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
  });
});

describe("a row of a wallet's history", () => {
  const typesOf = (type: Entry["type"], postings: readonly Posting[]) =>
    historyLines(entryOf({ type, postings })).map((line) => [
      line.type,
      line.available,
      line.held,
      line.from,
    ]);
  const id = a.account.slice("wallet:".length);

  it("has a type that includes the direction, unless only one is possible", () => {
    expect(typesOf("DEPOSIT", [posting(bank, -5n), posting(a, 5n)])).toEqual([
      ["DEPOSIT", 5n, 0n, "clearing:bank"],
    ]);
    expect(typesOf("WITHDRAWAL", [posting(a, -5n), posting(bank, 5n)])).toEqual([
      ["WITHDRAWAL", -5n, 0n, id],
    ]);
    expect(typesOf("HOLD", [posting(a, -5n), posting(a, 5n, "held")])).toEqual([["LOCK", -5n, 5n, id]]);
    expect(typesOf("RELEASE", [posting(a, 5n), posting(a, -5n, "held")])).toEqual([["UNLOCK", 5n, -5n, id]]);
    expect(typesOf("REWARD", [posting(treasury, -5n), posting(a, 5n, "held")])).toEqual([
      ["REWARD_IN", 0n, 5n, "treasury"],
    ]);
    expect(typesOf("CAPTURE", [posting(a, -5n, "held"), posting(bank, 5n)])).toEqual([
      ["CAPTURE_OUT", 0n, -5n, id],
    ]);
  });

  it("names as source the account with the largest debit of the asset, or the first of several", () => {
    const postings = [
      posting(bank, -2n),
      posting(b, -3n),
      posting(a, 5n),
      posting(accountOf(ben, "USD"), -9n),
    ];
    const lines = historyLines(
      entryOf({ type: "SWAP", postings: [...postings, posting(systemRef("live", "treasury", "USD"), 9n)] }),
    );
    expect(lines.find(({ walletId }) => walletId === id)?.from).toBe(b.account.slice("wallet:".length));
    const first = [posting(bank, -2n), posting(treasury, -2n), posting(a, 4n)];
    expect(historyLines(entryOf({ postings: first }))[0]?.from).toBe("clearing:bank");
  });

  it("has a hash that covers every field, and a key of time and sequence", () => {
    const line: RunningLine = {
      ...{ walletId: id, entryId: "txn_01", type: "DEPOSIT", available: 5n, held: 1n, from: "x" },
      ...{ createdAt: "2026-01-31T12:00:00.000Z", sequence: 7n, availableAfter: 12n, heldAfter: 3n },
      ...{ entryHash: "0x1", previousHash: "0x2", hash: "" },
    };
    const variants: Partial<RunningLine>[] = [
      { walletId: b.account.slice(7) },
      { entryId: "txn_02" },
      { type: "HOLD" },
      { available: 6n },
      { held: 2n },
      { createdAt: "2026-01-31T12:00:00.001Z" },
      { sequence: 8n },
      { availableAfter: 13n },
      { heldAfter: 4n },
      { entryHash: "0x3" },
      { previousHash: "0x3" },
    ];
    const hashes = [line, ...variants.map((one) => ({ ...line, ...one }))].map(lineHashOf);
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(lineKey(line).sk).toBe("AT#2026-01-31T12:00:00.000Z#000000000000007");
  });
});

describe("a requested amount", () => {
  it("is above zero and at most the largest posting", () => {
    expect([amountOf("amount", "0.01", 2), amountOf("amount", 1.5, 2)]).toEqual([1n, 150n]);
    for (const wrong of ["0", "0.00", "x", "0.001"])
      expect(() => amountOf("amount", wrong, 2)).toThrow(expect.objectContaining({ code: "INVALID_AMOUNT" }));
    expect(() => amountOf("amount", -1, 2)).toThrow(/amount:/);
    expect(amountOf("amount", String(MAX_POSTING), 0)).toBe(MAX_POSTING);
    expect(() => amountOf("amount", String(MAX_POSTING + 1n), 0)).toThrow(/too large for one operation/);
    expect(() => postable(1n, MAX_POSTING)).not.toThrow();
    expect(() => postable(1n, MAX_POSTING + 1n)).toThrow(/too large for one operation/);
  });
});
describe("a draft", () => {
  it("merges postings of one account and bucket, drops zeros, and lists each user account once", () => {
    expect(mergePostings([posting(a, 0n), posting(b, -1n)])).toEqual([posting(b, -1n)]);
    const twice = [posting(a, 3n), posting(a, 1n, "held"), posting(b, -4n), posting(a, -3n), posting(b, 2n)];
    expect(mergePostings(twice)).toEqual([posting(a, 1n, "held"), posting(b, -2n)]);
    expect(userAccounts([a, bank, b, a])).toEqual([a.account, b.account]);
    expect(resolveWrites(undefined, {} as never)).toEqual([]);
  });
});

describe("an account's name", () => {
  it("contains its ledger, and the user and the asset of a wallet", () => {
    for (const mode of ["live", sandbox] as const) {
      const ref = accountOf({ ...ada, mode }, "BTC");
      expect(modeOf(ref.account)).toBe(mode);
      expect(parseWalletId(ref.account.slice("wallet:".length))).toEqual({
        mode,
        userId: ada.userId,
        asset: "BTC",
      });
      expect(modeOf(systemRef(mode, "pool:BTC-USDC", "BTC").account)).toBe(mode);
      expect(parseSystem(systemRef(mode, "treasury", "EUR").account).name).toBe("treasury");
    }
    expect(parseSystem("treasury")).toEqual({ name: "treasury" });
    for (const wrong of ["", "wal_x", a.account.slice(7).replace(/eur$/, "xxx"), `x${a.account.slice(7)}`])
      expect(parseWalletId(wrong)).toBeUndefined();
  });

  it("is rejected if it is unknown, lacks its suffix, or is a system account where a wallet is needed", () => {
    expect(system("rewards:farm-1")).toMatchObject({ name: "rewards:*", mayGoNegative: false });
    expect(system("rewards")).toMatchObject({ name: "rewards" });
    expect(system(`${sandbox}:treasury`)).toMatchObject({ name: "treasury" });
    for (const wrong of ["mattress", "rewards:*", "pool", "treasury:x", ""])
      expect(() => system(wrong)).toThrow(TypeError);
    expect(() => userRef("treasury")).toThrow(TypeError);
    expect(userRef(a.account)).toEqual(a);
    expect(() => walletRef("wal_x")).toThrow(TypeError);
    expect(() => walletKey({ ...a, asset: "USD" })).toThrow(TypeError);
    expect(() => walletKey(treasury)).toThrow(TypeError);
  });

  it("allows a negative balance only for six system accounts", () => {
    expect(systemAccounts.filter((one) => one.mayGoNegative).map(({ name }) => name)).toEqual([
      "clearing:bank",
      "clearing:psp",
      "clearing:issuing",
      "issuance",
      "receivable",
      "program:*",
    ]);
    expect([clearingRef("live", "EUR").account, clearingRef("live", "YANI").account]).toEqual([
      "clearing:bank",
      "clearing:chain",
    ]);
  });

  it("maps a system account to 16 shards, and an entry always to the same shard", () => {
    expect(shardKeys(treasury)).toHaveLength(16);
    expect(new Set(shardKeys(treasury).map(({ pk }) => pk)).size).toBe(16);
    const used = new Set(Array.from({ length: 400 }, (_, at) => shardOf(treasury, `txn_${at}`)));
    expect([...used].sort((x, y) => x - y)).toEqual(Array.from({ length: 16 }, (_, at) => at));
    expect(shardOf(treasury, "txn_1")).toBe(shardOf(treasury, "txn_1"));
  });
});

describe("a hold", () => {
  const stored: Hold = {
    ...a,
    pk: "HOLD#hld_1",
    sk: "HOLD",
    holdId: "hld_1",
    amount: 10n,
    remaining: 4n,
    createdAt: "",
  };
  const write = (change: HoldChange, holds: readonly Hold[] = [stored], correct = () => {}) =>
    holdWrites(entryOf({ holds: [change] }), new Map(holds.map((one) => [one.holdId, one])), correct)[0];

  it("is created with its full amount, once", () => {
    expect(write(hold(5n), [])).toMatchObject({ put: { ...a, holdId: "hld_1", amount: 5n, remaining: 5n } });
    expect(shown(write(hold(5n), []))).toBe("attribute_not_exists(#pk)");
    expect(failedWith(write(hold(5n), []))).toMatchObject({ code: "HOLD_CLOSED" });
  });

  it("is decreased to zero at most, and only if the amount is unchanged since it was read", () => {
    expect(write(hold(-3n))).toMatchObject({ set: { remaining: 1n } });
    expect(write(hold(-3n))).not.toHaveProperty("set.amount");
    expect(write(hold(-4n))).toMatchObject({ set: { remaining: 0n } });
    expect(() => write(hold(-5n))).toThrow(expect.objectContaining({ code: "HOLD_EXCEEDED" }));
    expect(shown(write(hold(-3n)))).toBe("#remaining = 4");
    expect(write(hold(6n))).toMatchObject({ set: { remaining: 10n, amount: 16n } });
  });

  it("is rejected if it is missing, used up, or belongs to another account or asset", () => {
    const thrown = (code: string) => expect.objectContaining({ code });
    expect(() => write(hold(-1n), [])).toThrow(thrown("HOLD_NOT_FOUND"));
    expect(() => assertUsable(hold(0n), undefined)).toThrow(thrown("HOLD_NOT_FOUND"));
    expect(() => assertUsable(hold(0n, b), stored)).toThrow(thrown("HOLD_NOT_FOUND"));
    expect(() => assertUsable({ ...hold(0n), asset: "USD" }, stored)).toThrow(thrown("HOLD_NOT_FOUND"));
    expect(() => assertUsable(hold(0n), { ...stored, remaining: 0n })).toThrow(thrown("HOLD_CLOSED"));
    expect(assertUsable(hold(0n), stored)).toBe(stored);
  });

  it("is read from the item that a failed condition returns, and is not found without an item", () => {
    const correct = vi.fn();
    const changed = write(hold(-1n), [stored], correct);
    expect(failedWith(changed)).toMatchObject({ code: "HOLD_NOT_FOUND" });
    expect(correct).not.toHaveBeenCalled();
    expect(failedWith(changed, stored as never)).toBeUndefined();
    expect(correct).toHaveBeenCalledWith(expect.objectContaining({ pk: "HOLD#hld_1" }), stored);
  });
});

describe("a system account", () => {
  const short = vi.fn(async () => {});
  const writes = (
    ref: typeof treasury,
    available: bigint,
    balances?: readonly bigint[],
    type: Entry["type"] = "TRANSFER",
  ) => systemWrites(entryOf({ type }), { ...ref, available, held: 0n }, balances, short);
  const added = (all: readonly Table.Write[]) =>
    all.map((one) => ("update" in one ? one.add?.["balance"] : undefined));

  it("takes a credit in one shard unconditionally, and a debit if the shard's balance suffices", async () => {
    const [credit, debit] = [writes(treasury, 5n), writes(treasury, -5n)];
    expect([added(credit), added(debit)]).toEqual([[5n], [-5n]]);
    expect([shown(credit[0]), shown(debit[0])]).toEqual(["always", "#balance >= 5"]);
    expect(debit[0]).toMatchObject({ set: { account: "treasury", asset: "EUR" } });
    expect(await failedWith(debit[0])).toBeUndefined();
    expect(short).toHaveBeenCalledWith(expect.objectContaining(treasury));
  });

  it("is debited unconditionally if its balance may be negative", () => {
    expect(shown(writes(bank, -5n)[0])).toBe("always");
    expect(added(writes(bank, -5n, [1n, 2n]))).toEqual([-5n]);
  });

  it("is debited from its largest shards, as few as possible, up to the sum of all", () => {
    expect(added(writes(treasury, -5n, [1n, 4n, 0n, 3n]))).toEqual([-4n, -1n]);
    expect(added(writes(treasury, -4n, [1n, 4n, 3n]))).toEqual([-4n]);
    expect(added(writes(treasury, -8n, [1n, 4n, 3n]))).toEqual([-4n, -3n, -1n]);
    expect(writes(treasury, -8n, [1n, 4n, 3n]).map(shown)).toEqual([
      "#balance >= 4",
      "#balance >= 3",
      "#balance >= 1",
    ]);
    expect(() => writes(treasury, -9n, [1n, 4n, 3n, 0n])).toThrow(
      expect.objectContaining({ code: "PLATFORM_ACCOUNT_SHORT" }),
    );
    expect(added(writes(treasury, 5n, [1n, 2n]))).toEqual([5n]);
  });

  it("spreads issued units evenly over its shards, the remainder over the first shards", () => {
    const parts = added(writes(treasury, 33n, undefined, "ISSUANCE"));
    expect([parts.length, parts[0], parts[1], parts[15]]).toEqual([16, 3n, 2n, 2n]);
    expect(added(writes(treasury, 3n, undefined, "ISSUANCE"))).toEqual([1n, 1n, 1n]);
    expect(added(writes(systemRef("live", "issuance", "EUR"), -33n, undefined, "ISSUANCE"))).toEqual([-33n]);
    expect(added(writes(bank, 33n, undefined, "ISSUANCE"))).toEqual([33n]);
  });
});

describe("an opened account", () => {
  it("counts towards its user's limit, in one write for all new accounts of the user", () => {
    const writes = openingWrites([a, accountOf(ada, "USD"), b], () => undefined);
    expect(writes.map((one) => ("update" in one ? one.add?.["count"] : undefined))).toEqual([2, 1]);
    expect(shown(writes[0])).toBe(
      `(attribute_not_exists(#closedAt) AND (attribute_not_exists(#count) OR #count <= ${MAX_WALLETS - 2}))`,
    );
    expect(() => openingWrites([bank], () => undefined)).toThrow(TypeError);
  });

  it("is rejected over the limit, and with another error if its owner is erased", () => {
    const rejectClosed = vi.fn(() => undefined);
    const [write] = openingWrites([a], rejectClosed);
    expect(failedWith(write)).toMatchObject({ code: "WALLET_LIMIT_REACHED" });
    expect(failedWith(write, { count: 10n })).toMatchObject({ code: "WALLET_LIMIT_REACHED" });
    expect(rejectClosed).not.toHaveBeenCalled();
    expect(failedWith(write, { closedAt: "2026" })).toBeUndefined();
    expect(rejectClosed).toHaveBeenCalledWith([a]);
    const [other] = openingWrites([a], () => new RangeError("closed"));
    expect(failedWith(other, { closedAt: "2026" })).toBeInstanceOf(RangeError);
  });

  it("is stored with a zero balance and the given attributes", () => {
    expect(newAccount(a, EMPTY, { createdAt: "now", label: "x" })).toMatchObject({
      ...{
        publicAddress: "",
        createdAt: "now",
        label: "x",
        walletId: a.account.slice(7),
        asset: "EUR",
        available: 0n,
      },
      ...walletKey(a),
    });
  });
});

describe("a plan", () => {
  const stateOf = (available: bigint, more: Partial<AccountState> = {}): AccountState => ({
    ...EMPTY,
    available,
    ...more,
  });
  const snapshotOf = (
    states: Readonly<Record<string, AccountState | undefined>>,
    more: Partial<Snapshot> = {},
  ): Snapshot => ({
    state: states[a.account],
    accounts: new Map(Object.entries(states)),
    holds: new Map(),
    closed: new Set(),
    shards: new Map(),
    items: {},
    ...more,
  });
  const planned = <T = undefined>(
    draft: Partial<Draft<T>>,
    snapshot: Snapshot,
    request: Request<T> = { initiator: a.account },
    known = new KnownItems(),
  ) =>
    plan(
      request,
      { ...by, postings: [posting(a, -5n), posting(b, 5n)], ...draft } as Draft<T>,
      snapshot,
      known,
    );
  const both = snapshotOf({
    [a.account]: stateOf(5n, {
      held: 2n,
      seq: 3n,
      head: HEAD,
      lineHead: "0xline",
      transactionCount: 9n,
      totalDeposits: 7n,
    }),
    [b.account]: stateOf(1n, { transactionCount: 4n, seq: 6n, head: "0xother" }),
  });
  const writeOf = (writes: readonly Table.Write[], ref: typeof a) =>
    writes.find(
      (one) => "update" in one && one.update.pk === walletKey(ref).pk && one.update.sk === walletKey(ref).sk,
    );

  it("updates each account only if the state is unchanged since it was read", () => {
    const { writes, entry } = planned({}, both);
    expect(writeOf(writes, a)).toMatchObject({
      set: {
        available: 0n,
        held: 2n,
        seq: 4n,
        head: entry.transactionHash,
        transactionCount: 10n,
        totalDeposits: 7n,
      },
    });
    expect(writeOf(writes, b)).toMatchObject({
      set: { available: 6n, seq: 6n, head: "0xother", transactionCount: 5n, lastEntryAt: entry.createdAt },
    });
    expect(shown(writeOf(writes, a))).toBe(
      "(#transactionCount = 9 AND #available = 5 AND #held = 2 AND attribute_not_exists(#closedAt))",
    );
    expect(entry.link).toEqual({ initiator: a.account, seq: 4n, prevHash: HEAD });
    expect(entry.transactionHash).toBe(hashOf(entry));
  });

  it("writes a history row for each account, with its new balance and the hash of the previous row", () => {
    const counterparties = new Map([[a.account, "Ben \ud83d"]]);
    const { writes } = planned({ counterparties, settled: new Map([[b.account, 2n]]) }, both);
    const lines = writes.flatMap((one) =>
      "put" in one && "lineHead" in one.put === false && one.put["sequence"] ? [one.put] : [],
    );
    expect(lines).toMatchObject([
      {
        sequence: 10n,
        available: -5n,
        availableAfter: 0n,
        heldAfter: 2n,
        previousHash: "0xline",
        counterparty: "Ben \ufffd",
      },
      { sequence: 5n, available: 5n, availableAfter: 6n, heldAfter: 0n, settled: 2n },
    ]);
    expect([lines[0]?.["settled"], lines[1]?.["counterparty"]]).toEqual([undefined, undefined]);
    expect([lines[0] && "settled" in lines[0], lines[1] && "counterparty" in lines[1]]).toEqual([
      false,
      false,
    ]);
  });

  it("adds an entry to no chain unless it changes its initiator's account", () => {
    const postings = [posting(bank, -5n), posting(b, 5n)];
    expect(planned({ postings }, both).entry.link).toBeUndefined();
    expect(planned({ postings }, both, {}).entry.link).toBeUndefined();
    expect(writeOf(planned({ postings }, both).writes, b)).toMatchObject({
      set: { seq: 6n, head: "0xother" },
    });
  });

  it("rejects an insufficient balance, and shows the balance only if its owner is the initiator", () => {
    const shortage = (initiator: string): unknown => {
      try {
        return planned({ postings: [posting(a, -6n), posting(b, 6n)] }, both, { initiator });
      } catch (error) {
        return error;
      }
    };
    expect(shortage(a.account)).toMatchObject({
      code: "INSUFFICIENT_BALANCE",
      details: { required: "0.06", available: "0.05", currency: "EUR" },
    });
    expect(shortage(b.account)).toMatchObject({ details: { required: "0.06", currency: "EUR" } });
    expect(shortage(b.account)).not.toHaveProperty("details.available");
    const held = { postings: [posting(a, -3n, "held"), posting(b, 3n)], holds: [] };
    expect(() => planned(held, both)).toThrow("condition");
    expect(() =>
      planned({ ...held, postings: [posting(a, -2n, "held"), posting(b, 2n)] }, both),
    ).not.toThrow();
  });

  it("rejects a balance above the largest amount that the table can store", () => {
    const full = snapshotOf({
      [a.account]: stateOf(5n),
      [b.account]: stateOf(MAX_AMOUNT - 5n, { held: MAX_AMOUNT }),
    });
    expect(() => planned({}, full)).not.toThrow();
    const tooMuch = { [a.account]: stateOf(9n), [b.account]: stateOf(MAX_AMOUNT - 4n) };
    expect(() => planned({}, snapshotOf(tooMuch))).toThrow(/exceed the maximum/);
    const held = { [a.account]: stateOf(9n), [b.account]: stateOf(0n, { held: MAX_AMOUNT }) };
    const postings = [posting(a, -1n), posting(b, 1n, "held")];
    expect(() => planned({ postings, holds: [hold(1n, b)] }, snapshotOf(held))).toThrow(/exceed the maximum/);
  });

  it("opens a missing account only if the request lists it, or else names the missing side", () => {
    const without = snapshotOf({ [a.account]: stateOf(5n), [b.account]: undefined });
    const code = (snapshot: Snapshot, request: Request<undefined>) => {
      try {
        return planned({}, snapshot, request);
      } catch (error) {
        return error;
      }
    };
    expect(code(without, { initiator: a.account })).toMatchObject({ details: { account: "receiver" } });
    expect(code(snapshotOf({ [b.account]: stateOf(5n) }), {})).toMatchObject({
      details: { account: "sender" },
    });
    expect(code(without, { opens: [a] })).toMatchObject({ details: { account: "receiver" } });
    const { writes } = planned({}, without, { opens: [a, b] });
    expect(writes.some((one) => "put" in one && one.put["available"] === 5n && one.put["walletId"])).toBe(
      true,
    );
    expect(writes.filter((one) => "update" in one && one.add?.["count"])).toHaveLength(1);
    expect(planned({}, both).writes.filter((one) => "update" in one && one.add?.["count"])).toHaveLength(0);
  });

  it("gives an entry a time not before the latest entry of its accounts", () => {
    const ahead = new Date(Clock.nowMs() + 5000).toISOString();
    const states = { [a.account]: stateOf(5n), [b.account]: stateOf(0n, { lastEntryAt: ahead }) };
    expect(planned({}, snapshotOf(states)).entry.createdAt).toBe(ahead);
    const old = { ...states, [b.account]: stateOf(0n, { lastEntryAt: "2020-01-01T00:00:00.000Z" }) };
    expect(planned({}, snapshotOf(old)).entry.createdAt > "2026").toBe(true);
  });

  it("passes new balances, settled and suspended amounts, and changed accounts to the result function", () => {
    const draft = { settled: new Map([[b.account, 2n]]), suspended: new Map([[a.account, 3n]]) };
    const c = accountOf({ mode: "live", userId: Ids.create("user") }, "EUR");
    const d = accountOf({ mode: "live", userId: Ids.create("user") }, "EUR");
    const snapshot = {
      ...both,
      accounts: new Map([...both.accounts, [c.account, stateOf(8n, { held: 1n })], [d.account, undefined]]),
    };
    const { result } = planned(
      {
        ...draft,
        result: (after) => ({
          balances: [a, b, c, d].map(({ account }) => after.balances(account)),
          parts: [
            after.settled(a.account),
            after.settled(b.account),
            after.suspended(a.account),
            after.suspended(b.account),
          ],
          lines: [a, c].map(({ account }) => after.hasLine(account)),
          ids: [after.entryId, after.transactionHash, after.createdAt],
          unknown: () => after.balances("wallet:x"),
        }),
      },
      snapshot,
    );
    expect(result).toMatchObject({
      balances: [
        { available: 0n, held: 2n },
        { available: 6n, held: 0n },
        { available: 8n, held: 1n },
        { available: 0n, held: 0n },
      ],
      parts: [0n, 2n, 3n, 0n],
      lines: [true, false],
    });
    expect(result.unknown).toThrow(TypeError);
    expect(result.ids.every((one) => one !== "")).toBe(true);
  });

  it("marks the reversed entry, with the condition that it is not marked yet", () => {
    expect(planned({}, both).writes.some((one) => "put" in one && one.put["reversedBy"])).toBe(false);
    const { writes, entry } = planned({ reverses: "txn_0" }, both);
    const mark = writes.find((one) => "put" in one && one.put["reversedBy"]);
    expect(mark).toMatchObject({ put: { entryId: "txn_0", reversedBy: entry.entryId } });
    expect([shown(mark), failedWith(mark)]).toMatchObject([
      "attribute_not_exists(#pk)",
      { code: "ALREADY_REVERSED" },
    ]);
  });

  it("recognizes its own entry in the journal, and notes the items that a rejection returns", () => {
    const known = new KnownItems();
    const { writes, entry } = planned({}, both, { initiator: a.account }, known);
    const [journal] = writes;
    const own = journal && "put" in journal ? journal.put : {};
    expect(own).toMatchObject({ entryId: entry.entryId });
    expect(failedWith(journal, own)).toBeInstanceOf(Posted);
    expect(failedWith(journal, { ...own, transactionHash: `0x${"1".repeat(64)}` })).toBeUndefined();
    expect(failedWith(journal)).toBeUndefined();
    expect(known.isCorrected).toBe(false);
    expect(failedWith(writeOf(writes, a), undefined)).toBeUndefined();
    expect(known.isCorrected).toBe(true);
    known.forget();
    expect(known.isCorrected).toBe(false);
  });

  it("is rejected if its writes do not sum to zero, span two ledgers or leave a negative balance", () => {
    const good = planned({ postings: [posting(a, -5n), posting(treasury, 5n)] }, both);
    expect(() => assertInvariants(good)).not.toThrow();
    const { entry, moves } = good;
    const broken = (changed: Partial<typeof moves>, of: Partial<Entry> = {}) =>
      expect(() =>
        assertInvariants({ ...good, entry: { ...entry, ...of }, moves: { ...moves, ...changed } }),
      );
    broken({ shards: [] }).toThrow("sum to -5");
    broken({ users: [] }).toThrow("sum to 5");
    broken({}, { postings: [...entry.postings, posting(systemRef(sandbox, "treasury", "EUR"), 1n)] }).toThrow(
      "2 ledgers",
    );
    const [user] = moves.users;
    if (!user) throw new Error("no user account");
    for (const bucket of ["available", "held"] as const)
      broken({ users: [{ ...user, after: { ...user.after, [bucket]: -1n } }] }).toThrow(
        "would fall below zero",
      );
    const key = { update: { pk: "x", sk: "x" } } as unknown as { update: Table.Key };
    broken({ holds: [{ ...key, set: { remaining: -1n } }] }).toThrow("a hold would fall below zero");
    broken({ holds: [{ ...key, set: { remaining: 0n } }] }).not.toThrow();
    broken({ holds: [{ put: { pk: "x", sk: "x", remaining: -1n } } as unknown as Table.Write] }).toThrow(
      "below zero",
    );
    const opening = planned({ postings: [posting(bank, -5n), posting(b, 5n)] }, snapshotOf({}), {
      opens: [b],
    });
    expect(() => assertInvariants(opening)).not.toThrow();
  });
});

describe("known items", () => {
  it("are returned by name, and replaced by the items that a rejected write returns", () => {
    const known = new KnownItems();
    const [one, two] = [walletKey(a), walletKey(b)];
    known.correct(one, { pk: "1" });
    expect(known.of({ single: one, list: [one, two], none: undefined })).toEqual({
      ...{ single: { pk: "1" }, list: [{ pk: "1" }, undefined], none: undefined },
    });
    const write = known.correctedBy({ update: two, set: {}, where: Where.exists });
    expect(failedWith(write, { pk: "2" })).toBeUndefined();
    expect(known.of({ single: two }).single).toEqual({ pk: "2" });
    const mine = known.correctedBy({
      update: two,
      set: {},
      where: Where.exists,
      onConditionFailed: () => new RangeError("mine"),
    });
    expect(failedWith(mine, { pk: "3" })).toBeInstanceOf(RangeError);
    expect(known.of({ single: two }).single).toEqual({ pk: "3" });
    known.forget();
    expect(known.of({ single: two }).single).toBeUndefined();
  });

  it("include closed accounts, and list the keys of all inputs", () => {
    const known = new KnownItems();
    known.markClosed([a]);
    expect([...known.snapshot({}, []).closed]).toEqual([a.account]);
    expect(known.isCorrected).toBe(true);
    expect(known.snapshot({ initiator: a.account, holds: [hold(1n)] }, [a.account])).toMatchObject({
      state: undefined,
    });
    const keys = keysOf({ holds: [hold(1n)], reads: { x: walletKey(b), y: undefined } }, [a.account]);
    expect(keys).toEqual([walletKey(a), expect.objectContaining({ pk: "HOLD#hld_1" }), walletKey(b)]);
    expect(keysOf({}, [])).toEqual([]);
  });
});

describe("the IBAN of a euro account", () => {
  beforeEach(() => {
    process.env["IBAN_RANGE"] = "FR9999900001";
  });
  afterEach(() => {
    delete process.env["IBAN_RANGE"];
  });

  const ulid = fc.string({
    unit: fc.constantFrom(..."0123456789abcdefghjkmnpqrstvwxyz"),
    minLength: 26,
    maxLength: 26,
  });
  const of = (id: string, mode: Mode = "live", asset = "EUR") =>
    ibanOf(walletRef(walletId(mode, `usr_${id}`, asset)));

  const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const AS_DIGITS = "12345678912345678923456789";

  /** The RIB's key: without the country, and with each letter as its digit, the number is a multiple of 97. */
  function keyIsRight(iban: string): boolean {
    const digits = iban.slice(4).replace(/[A-Z]/g, (letter) => AS_DIGITS[LETTERS.indexOf(letter)] ?? "");
    return BigInt(digits) % 97n === 0n;
  }

  it("is in the configured range, has valid check digits, and is constant and unique for an account", () => {
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(ulid, (id) => {
        const iban = of(id) ?? "";
        expect(iban).toMatch(/^FR\d\d9999900001[0-9A-Z]{11}\d\d$/);
        expect([isValidIBAN(iban), keyIsRight(iban)]).toEqual([true, true]);
        expect(of(id)).toBe(iban);
        expect(seen.get(iban) ?? id).toBe(id);
        seen.set(iban, id);
      }),
      { numRuns: 500 },
    );
    expect(keyIsRight("FR1420041010050500013M02606")).toBe(true);
  });

  it("is undefined for other assets, in a sandbox and without a configured range", () => {
    const id = "01kaf3v7m8q2w5x9y1z4b6c8d0";
    expect([of(id, "live", "USD"), of(id, newSandbox()), of(id, "live", "BTC")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    delete process.env["IBAN_RANGE"];
    expect(of(id)).toBeUndefined();
  });
});

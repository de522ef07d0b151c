import { beforeEach, describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { deposit, funded, has, someone } from "../../tests/support/ledger.ts";
import { audit } from "../audit/index.ts";
import { DELETED } from "../identity/names.ts";
import * as Assets from "../kernel/assets/index.ts";
import * as Clock from "../kernel/clock/index.ts";
import { walletOf } from "../ledger/accounts.ts";
import { balanceAt, balanceNow } from "../ledger/balance-at.ts";
import { closable, closing } from "../ledger/closing.ts";
import { historyLine, walletCount } from "../ledger/entity.ts";
import * as Ledger from "../ledger/index.ts";
import type { AccountRef } from "../ledger/schema.ts";
import { statementOf } from "../ledger/statements/index.ts";
import * as Wallets from "../ledger/wallets/index.ts";
import { owned } from "../ledger/wallets/owned.ts";
import type { AnyEntity } from "../people/entities.ts";
import { forget } from "../people/names.ts";
import { keyOfItem, unversionedKey } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { run } from "./run.ts";
import { versionsOfLedger } from "./versions.ts";

/** The ledger in the second version of all its items, on items that a release before has written. */

/** What the first version calls the attributes that have other names in the second. */
const { renamed } = vi.hoisted(() => ({
  renamed: {
    walletAccount: { available: "free", held: "locked" },
    walletCount: { count: "number" },
    systemShard: { balance: "sum" },
    journalEntry: { reason: "why" },
    reversalMark: { reversedBy: "by" },
    historyLine: { availableAfter: "left", heldAfter: "lockedAfter", counterparty: "who" },
    hold: { remaining: "open" },
  } as Readonly<Record<string, Readonly<Record<string, string>>>>,
}));

vi.mock("../ledger/entity.ts", async (original) => {
  const { entity } = await import("../platform/table/entity.ts");
  const { versioned } = await import("../platform/table/versions.ts");
  const all = await original<typeof import("../ledger/entity.ts")>();
  const second = Object.entries(renamed).map(([name, names]) => {
    const first = all[name as "hold"];
    const former = new Map(Object.entries(names).map(([now, then]) => [then, now]));
    const upgrade = (item: Table.Item) =>
      Object.fromEntries(Object.entries(item).map(([one, value]) => [former.get(one) ?? one, value]));
    return [
      name,
      entity({ ...first, versions: versioned({ of: first.name, current: 2, upgrades: { 1: upgrade } }) }),
    ];
  });
  return { ...all, ...Object.fromEntries(second) };
});

withDatabase();

const by = { actorId: "test", reason: "a test", result: () => undefined };

/** The items of these entities, each with what its attributes were called. */
async function* stored() {
  const entities = (await import("../ledger/entity.ts")) as unknown as Readonly<Record<string, AnyEntity>>;
  for await (const item of Table.scan())
    for (const [name, names] of Object.entries(renamed))
      if (entities[name]?.paramsOf(keyOfItem(item))) yield { item, names };
}

/** Makes of every item what the release before had written. */
async function age(): Promise<void> {
  for await (const { item, names } of stored()) {
    const { schemaVersion: _, ...rest } = item;
    const aged = Object.entries(rest).map(([name, value]) => [names[name] ?? name, value]);
    await Table.put({ ...Object.fromEntries(aged), ...unversionedKey(item) });
  }
}

/** Of which versions the items are. */
const versionsStored = async () =>
  new Set((await Array.fromAsync(stored())).map(({ item }) => item["schemaVersion"] ?? 1n));

/** Two wallets with a history, a hold, a reversal, all as a release before has left them. */
async function before() {
  const [actor, other] = [someone(), someone()];
  const [wallet, to] = [await funded(actor, "EUR", 1000n), await funded(other, "EUR", 500n)];
  const holdId = await Ledger.hold(wallet, 100n, { ...by, result: (_, id) => id });
  const entryId = await Ledger.post({
    ...by,
    type: "TRANSFER",
    postings: Ledger.move(wallet, to, 10n),
    initiator: wallet.account,
    counterparties: new Map([
      [wallet.account, "Grace"],
      [to.account, "Ada"],
    ]),
    result: ({ entryId: id }) => id,
  });
  await Ledger.reverse(entryId, by);
  expect(await versionsStored()).toEqual(new Set([2n]));
  await age();
  expect(await versionsStored()).toEqual(new Set([1n]));
  return { actor, other, wallet, to, hold: { ...wallet, holdId }, entryId };
}

let known: Awaited<ReturnType<typeof before>>;
beforeEach(async () => {
  for await (const item of Table.scan()) await Table.remove(unversionedKey(item));
  known = await before();
});
const differences = async () => (await audit()).differences;
const idOf = ({ account }: AccountRef) => walletOf(account) ?? "";

describe("items of the ledger that a release before has written", () => {
  it("balance, and the audit finds nothing to report", async () => {
    expect(await differences()).toEqual([]);
    expect(await audit()).not.toMatchObject({ entries: 0 });
  });

  it("are read as what they are: wallets, history, statements, entries, balances", async () => {
    const { actor, wallet, entryId } = known;
    const nowMs = Clock.nowMs();
    expect(await owned(actor)).toMatchObject([{ available: 900n, held: 100n }]);
    expect(await Wallets.fromId(actor, idOf(wallet))).toMatchObject({ wallet: { available: 900n } });
    expect(await Ledger.history(idOf(wallet), 2)).toHaveLength(2);
    expect(await statementOf(actor, { walletId: idOf(wallet), limit: 100 })).toMatchObject({
      now: { available: 900n, held: 100n },
      lines: [{ availableAfter: 1000n }, {}, { availableAfter: 890n }, { availableAfter: 900n }],
    });
    expect(await balanceAt(wallet, nowMs)).toEqual({ available: 900n, held: 100n });
    expect(await balanceNow(wallet)).toEqual({ available: 900n, held: 100n });
    expect(await Ledger.find(entryId)).toMatchObject({ reason: "a test" });
    expect(await Ledger.balance("clearing:bank", "EUR")).toBe(-1500n);
  });

  it("take part in every movement of money, and are whole items of this version after it", async () => {
    const { wallet, to, hold, entryId } = known;
    await Ledger.transfer(wallet, to, 100n, by);
    await Ledger.transfer(to, wallet, 1n, by);
    await Ledger.capture(hold, to, 40n, by);
    await Ledger.release(hold, undefined, by);
    await deposit(wallet, 5n);
    await expect(Ledger.transfer(wallet, to, 10_000n, by)).rejects.toMatchObject({
      code: "INSUFFICIENT_BALANCE",
    });
    await expect(Ledger.reverse(entryId, by)).rejects.toMatchObject({ code: "ALREADY_REVERSED" });
    expect([await has(wallet), await has(to)]).toEqual([
      { available: 866n, held: 0n },
      { available: 639n, held: 0n },
    ]);
    expect(await differences()).toEqual([]);
  });

  it("are moved by many at once, to the last unit", async () => {
    const { wallet, to } = known;
    await Promise.all([
      ...Array.from({ length: 8 }, () => Ledger.transfer(wallet, to, 1n, by)),
      ...Array.from({ length: 8 }, () => Ledger.transfer(to, wallet, 2n, by)),
    ]);
    expect(await has(wallet)).toEqual({ available: 908n, held: 100n });
    expect(await differences()).toEqual([]);
  });

  it("count wallets, up to the most that somebody may have", async () => {
    const { actor } = known;
    const others = ["USD", "BTC", "ETH"];
    for (const asset of others) await Wallets.create(actor, { assetSymbol: asset });
    expect(await Table.get(walletCount.key(actor))).toMatchObject({ count: 4n, schemaVersion: 2n });
    await Table.update(walletCount.key(actor), { set: { count: 10n } });
    await age();
    const opened = Wallets.create(actor, { assetSymbol: Assets.native.symbol });
    await expect(opened).rejects.toMatchObject({ code: "WALLET_LIMIT_REACHED" });
    expect(await differences()).toEqual([]);
  });

  it("forget the name of who is erased", async () => {
    const { actor, wallet, to } = known;
    const lines = ({ account }: AccountRef) => Table.queryAll({ pk: `HISTORY#${walletOf(account)}` });
    await forget(actor.userId, await lines(wallet));
    const names = (await lines(to)).map((item) => historyLine.parse(item).counterparty);
    expect(names.filter((name) => name !== undefined)).toEqual([DELETED]);
    expect(await differences()).toEqual([]);
  });

  it("are closed with their owner's account", async () => {
    const { other } = known;
    await Table.commit(closing(other, await closable(other), Clock.nowIso(), false));
    const [item] = (await closable(other)).wallets;
    expect(item).toMatchObject({ schemaVersion: 2n, available: 500n, closedAt: expect.any(String) });
    expect(await differences()).toEqual([]);
  });

  it("are migrated by a backfill, and nothing is left to do", async () => {
    expect(await run(versionsOfLedger, { perSecond: 1e9 })).toMatchObject({ failed: 0, isComplete: true });
    expect(await run(versionsOfLedger, { perSecond: 1e9, isDryRun: true })).toMatchObject({ changed: 0 });
    expect(await versionsStored()).toEqual(new Set([2n]));
    expect(await differences()).toEqual([]);
  });
});

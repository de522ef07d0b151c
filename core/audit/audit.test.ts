import { beforeAll, describe, expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { bare } from "../../tests/support/items.ts";
import { createFundedWallet, newActor } from "../../tests/support/ledger.ts";
import { walletKey, walletOf } from "../ledger/accounts.ts";
import { hold, journalEntry, reversalMark } from "../ledger/entity.ts";
import { hashOf, toItem } from "../ledger/entry.ts";
import * as Ledger from "../ledger/index.ts";
import type { AccountRef, Entry } from "../ledger/schema.ts";
import { accountState } from "../ledger/schema.ts";
import type { Key } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import * as Policy from "../policy/index.ts";
import { audit } from "./index.ts";

withDatabase();

const by = { actorId: "test", reason: "a test", result: ({ entryId }: { entryId: string }) => entryId };
const treasury = { account: "treasury", asset: "EUR" };

let wallet: AccountRef;
let other: AccountRef;
let sent: string;
let reversed: string;
let reversal: string;
let holdId: string;
let entries: Record<string, string>;
let items: Table.Item[] = [];

beforeAll(async () => {
  wallet = await createFundedWallet(newActor(), "EUR", 10_000n);
  other = await createFundedWallet(newActor(), "EUR", 500n);
  sent = await Policy.transfer(wallet, other, 1_234n, by);
  await Policy.transfer(wallet, treasury, 66n, by);
  const fromTreasury = await Policy.post({
    ...by,
    type: "TRANSFER",
    postings: Ledger.move(treasury, other, 6n),
  });
  reversed = await Policy.transfer(other, wallet, 10n, by);
  reversal = await Policy.reverse(reversed, by);
  const held = await Policy.hold(wallet, 900n, { ...by, result: ({ entryId }, id) => ({ entryId, id }) });
  holdId = held.id;
  const captured = await Policy.capture({ ...wallet, holdId }, other, 200n, by);
  entries = { sent, fromTreasury, reversal, held: held.entryId, captured };
  for await (const item of Table.scan()) items = [...items, item];
});

const is = (key: Key) => (item: Table.Item) => item["pk"] === key.pk && item["sk"] === key.sk;

function find(key: Key): Table.Item {
  const item = items.find(is(key));
  if (!item) throw new Error(`there is no ${key.pk}`);
  return item;
}

/** Returns the audit's findings with one item changed or removed. */
async function whenIs(key: Key, changed: Table.Item | undefined): Promise<readonly string[]> {
  const { pk, sk } = key;
  const table = items.flatMap((item) => (is(key)(item) ? (changed ? [{ ...changed, pk, sk }] : []) : [item]));
  return (await audit(() => table)).differences;
}

/** Returns every change of one value inside a stored value, as path and changed whole. */
function* tampered(value: unknown, path: string): Generator<[string, unknown]> {
  if (typeof value === "bigint") yield [path, value + 1n];
  else if (typeof value === "string") yield [path, value.replace(/.$/, (last) => (last === "1" ? "2" : "1"))];
  else if (value && typeof value === "object") {
    const copy = (name: string, one: unknown) =>
      Array.isArray(value) ? value.with(Number(name), one) : { ...value, [name]: one };
    for (const [name, one] of Object.entries(value)) {
      for (const [at, changed] of tampered(one, `${path}.${name}`)) yield [at, copy(name, changed)];
    }
  }
}

/** Returns the names of fields whose change the audit does not detect. */
async function unseen(key: Key, names?: readonly string[]): Promise<string[]> {
  const { pk: _pk, sk: _sk, ...fields } = find(key);
  const missed: string[] = [];
  let tried = 0;
  for (const [name, value] of Object.entries(fields)) {
    if (names && !names.includes(name)) continue;
    for (const [path, changed] of tampered(value, name)) {
      tried++;
      if ((await whenIs(key, { ...fields, [name]: changed })).length === 0) missed.push(path);
    }
    const { [name]: _gone, ...rest } = fields;
    if ((await whenIs(key, rest)).length === 0) missed.push(`${name} removed`);
  }
  expect(tried).toBeGreaterThanOrEqual(Object.keys(names ?? fields).length);
  return missed;
}

describe("the audit", () => {
  it("finds no difference in a correct ledger, and shows that each asset sums to zero", async () => {
    const report = await audit();
    expect(report.differences).toEqual([]);
    expect(report).toMatchObject({ userAccounts: 2, systemAccounts: 2, openHolds: 1 });
    expect(report.entries).toBe(items.filter((item) => item["sk"] === "ENTRY").length);
    expect(report.assets.get("EUR")).toEqual({ users: 10_440n, system: -10_440n });
  });

  it("reports a change of any stored field of an entry", async () => {
    for (const entryId of Object.values(entries)) {
      expect(await unseen(journalEntry.key({ entryId }))).toEqual([]);
    }
  });

  it("reports a change of any figure of an account, with the stored and the correct value", async () => {
    expect(await unseen(walletKey(wallet), Object.keys(accountState.shape))).toEqual([]);
    const item = find(walletKey(wallet));
    const findings = await whenIs(walletKey(wallet), {
      ...item,
      available: (item["available"] as bigint) + 1n,
    });
    expect(findings).toContain(
      `${wallet.account}: the available balance is 78.01 EUR, but the journal gives 78 EUR`,
    );
  });

  it("reports a change of any audited field of a shard, a hold, a history line or a reversal's mark", async () => {
    const shards = items.filter((item) => String(item["pk"]).startsWith("SYSTEM#"));
    expect(shards.length).toBeGreaterThan(1);
    expect(await unseen(shards[0] as unknown as Key)).toEqual([]);
    // The time at which a hold was opened is not audited.
    expect(await unseen(hold.key({ holdId }), ["holdId", "account", "asset", "amount", "remaining"])).toEqual(
      [],
    );
    const line = items.find(
      ({ pk, entryId }) => pk === `HISTORY#${walletOf(other.account)}` && entryId === sent,
    );
    expect(await unseen(line as unknown as Key)).toEqual([]);
    expect(await unseen(reversalMark.key({ entryId: reversed }))).toEqual([]);
  });

  it("reports every missing item of the ledger", async () => {
    const missed: string[] = [];
    for (const { pk, sk } of items as unknown as Key[]) {
      // Events of an entry expire after 30 days.
      if (sk.startsWith("WALLETCOUNT#") || pk.startsWith("EVENTS#")) continue;
      if ((await whenIs(bare({ pk, sk }), undefined)).length === 0) missed.push(`${pk} ${sk}`);
    }
    expect(missed).toEqual([]);
  });

  it("reports an entry that was changed together with its hash, because the next entry has the previous hash", async () => {
    const key = journalEntry.key({ entryId: sent });
    const { transactionHash: _, ...content } = (await Ledger.find(sent)) as Entry;
    const forged = { ...content, reason: "another reason" };
    const findings = await whenIs(key, toItem({ ...forged, transactionHash: hashOf(forged) }));
    expect(findings.join()).toContain(`${wallet.account}: entry`);
  });

  it("reports an entry that was inserted into the table and whose postings do not sum to zero", async () => {
    const { transactionHash: _, ...content } = (await Ledger.find(entries["fromTreasury"] ?? "")) as Entry;
    const [give, take] = content.postings;
    if (!give || !take) throw new Error("two postings");
    const forged = {
      ...content,
      entryId: "txn_forged",
      postings: [give, { ...take, amount: take.amount + 5n }],
    };
    const item = toItem({ ...forged, transactionHash: hashOf(forged) });
    const { differences } = await audit(() => [...items, item]);
    expect(differences.join()).toContain(
      "the entry txn_forged breaks a rule: ledger: the postings of EUR sum to 5",
    );
    expect(differences.join()).toContain(other.account);
  });
});

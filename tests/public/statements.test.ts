import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { audit } from "../../core/audit/index.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { parseWalletId, walletRef } from "../../core/ledger/accounts.ts";
import { historyLine } from "../../core/ledger/entity.ts";
import * as Ledger from "../../core/ledger/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import * as Policy from "../../core/policy/index.ts";
import { type Statement, type StatementLine, verifyStatement } from "../../sdk/src/index.ts";
import { App } from "../support/app.ts";
import { createDeveloper, type Developer } from "../support/developer.ts";
import { bare } from "../support/items.ts";
import { fundAccount } from "../support/money.ts";
import { withPlatform } from "../support/platform.ts";

/** Statements and historical balances (v2), which a client can compare with its wallet and verify. */

const platform = withPlatform();
let ada: Developer;
let ben: Developer;
let wallet: string;
let bens: string;
let benId: string;
/** Before the first movement. */
let began: string;

interface Page extends Statement {
  readonly current: Statement["closing"];
  readonly data: readonly (StatementLine & { readonly type: string; readonly counterparty: string | null })[];
  readonly next_cursor: string | null;
}

async function createDeveloperOf(name: string) {
  const email = `${name}-statements@example.com`;
  const { id } = await new App(platform).register(email, "Lovelace!1843");
  const credentials = { email, password: "Lovelace!1843" };
  const { body } = await platform.call<{ token: string }>("POST", "/api/auth/signin", { body: credentials });
  return { id, key: await createDeveloper(platform, body.token) };
}

const movement = { actorId: "test", reason: "a secret reason", result: () => undefined };

beforeAll(async () => {
  const [one, other] = [await createDeveloperOf("ada"), await createDeveloperOf("ben")];
  [ada, ben, benId] = [one.key, other.key, other.id];
  began = Clock.nowIso();
  await platform.advance(1);
  wallet = await fundAccount(one.id, "EUR", 10_000n);
  bens = await fundAccount(other.id, "EUR", 5_000n);
  const [mine, theirs] = [walletRef(wallet), walletRef(bens)];
  for (const amount of [1_50n, 7n, 20_00n]) {
    await platform.advance(10);
    await Policy.transfer(mine, theirs, amount, movement);
    await Policy.transfer(theirs, mine, amount / 2n, movement);
  }
  await platform.advance(10);
  const holdId = await Policy.hold(mine, 10_00n, { ...movement, result: (_, id) => id });
  await Policy.capture({ ...mine, holdId }, theirs, 4_00n, movement);
  await Policy.release({ ...mine, holdId }, undefined, movement);
});
// Advances past the rate limits of the plans.
beforeEach(() => platform.advance(60));

const pageOf = async (query: Readonly<Record<string, string>>, one = ada, id = wallet) =>
  one.get<Page>(`/v2/wallets/${id}/statement?${new URLSearchParams({ from: began, ...query })}`);

async function readWhole(limit: string, query: Readonly<Record<string, string>> = {}): Promise<Page> {
  let page = (await pageOf({ limit, ...query })).body;
  const data = [...page.data];
  while (page.next_cursor) {
    ({ body: page } = await pageOf({ limit, ...query, cursor: page.next_cursor }));
    data.push(...page.data);
  }
  return { ...page, data };
}

describe("a statement", () => {
  it("lists all movements from the opening to the closing balance, and passes verification", async () => {
    const all = await readWhole("100");
    expect(all.data.length).toBe(10);
    expect(all.opening).toMatchObject({ balance: { value: "0", asset: "EUR" }, sequence: "0" });
    expect(all.opening.hash).toBe(`0x${"0".repeat(64)}`);
    expect(all.closing).toEqual(all.current);
    expect(await verifyStatement(all)).toBeUndefined();
  });

  it("passes verification in pages, which exclude movements after the first page was read", async () => {
    const first = (await pageOf({ limit: "3" })).body;
    expect(await verifyStatement(first)).toBeUndefined();
    await Policy.transfer(walletRef(bens), walletRef(wallet), 1n, movement);
    const query = { limit: "100", cursor: first.next_cursor ?? "" };
    const rest = (await pageOf(query)).body;
    expect(await verifyStatement(rest)).toBeUndefined();
    expect(await verifyStatement([first, rest])).toBeUndefined();
    const both = { ...rest, data: [...first.data, ...rest.data] };
    expect(both.data.length).toBe(10);
    expect(await verifyStatement(both)).toBeUndefined();
    expect(rest.current.sequence).toBe("11");
  });

  it("of a period contains only the period's movements, and passes verification", async () => {
    const all = await readWhole("100");
    const [from, to] = [all.data[3]?.created_at ?? "", all.data[7]?.created_at ?? ""];
    const part = await readWhole("2", { from, to });
    expect(part.data[0]?.created_at).toBe(from);
    expect(part.data.every(({ created_at }) => created_at < to)).toBe(true);
    expect(await verifyStatement(part)).toBeUndefined();
    expect(part.opening.hash).toBe(part.data[0]?.previous_hash);
  });

  it("passes verification by page and as ordered pages, but not with a missing, repeated or moved page", async () => {
    const pages: Page[] = [];
    for (let cursor: string | null | undefined; cursor !== null; cursor = pages.at(-1)?.next_cursor)
      pages.push((await pageOf({ limit: "3", ...(cursor && { cursor }) })).body);
    expect(pages).toHaveLength(4);
    const [a, b, c, d] = pages as [Page, Page, Page, Page];
    for (const page of pages) {
      expect(await verifyStatement(page)).toBeUndefined();
      expect(page.opening).toEqual(a.opening);
      expect(page.page_opening.hash).toBe(page.data[0]?.previous_hash);
    }
    expect(a.page_opening).toEqual(a.opening);
    expect(await verifyStatement(pages)).toBeUndefined();
    expect(await verifyStatement([a, b])).toBeUndefined();
    for (const wrong of [[], [b, c, d], [a, c, d], [a, a, b, c, d], [b, a, c, d], [a, b, d]])
      expect(await verifyStatement(wrong)).toBeDefined();
    const forged = { ...b.page_opening, balance: b.page_opening.locked, available: b.page_opening.locked };
    expect(await verifyStatement({ ...b, page_opening: forged })).toBeDefined();
    const left = { ...b, data: b.data.slice(1) };
    expect(await verifyStatement(left)).toMatchObject({
      problem: expect.stringContaining("a line is missing"),
    });
  });

  it("fails verification if an asset, a time or an id is changed", async () => {
    const all = await readWhole("100");
    const text = JSON.stringify(all);
    const everywhere = JSON.parse(text.replaceAll('"EUR"', '"BTC"')) as Page;
    expect(await verifyStatement(everywhere)).toMatchObject({ problem: expect.stringContaining("BTC") });
    for (const part of text.matchAll(/"EUR"/g)) {
      const [before, behind] = [text.slice(0, part.index), text.slice(part.index + part[0].length)];
      // The wallet's current balance is not part of the verified statement.
      if (/"current":\{[^}]*(\}[^}]*){0,2}$/.test(before)) continue;
      expect(await verifyStatement(JSON.parse(`${before}"BTC"${behind}`) as Page)).toBeDefined();
    }
    const { created_at: first = "" } = all.data[0] ?? {};
    expect(await verifyStatement({ ...all, to: first })).toBeDefined();
    expect(await verifyStatement({ ...all, from: all.to })).toBeDefined();
    const data = all.data.map((line, at) => (at === 1 ? { ...line, id: "txn_elsewhere_eur" } : line));
    expect(await verifyStatement({ ...all, data })).toMatchObject({
      problem: "the id does not match the entry",
    });
    expect(await verifyStatement({ ...all, wallet: all.wallet.replace(/eur$/, "btc") })).toBeDefined();
  });

  it("has the same movement types as the wallet's transactions", async () => {
    const { data } = await readWhole("100");
    const { body } = await ada.get<{ data: { id: string; type: string }[] }>(
      `/v2/wallets/${wallet}/transactions?limit=100`,
    );
    const types = new Map(body.data.map(({ id, type }) => [id, type]));
    for (const { id, type } of data) expect(type, id).toBe(types.get(id));
    expect(new Set(data.map(({ type }) => type))).toEqual(
      new Set(["adjustment", "transfer", "hold", "release"]),
    );
    expect(data.find(({ type }) => type === "hold")?.ledger_type).toBe("LOCK");
  });

  it("contains nothing about the other party, although its hashes cover the whole entry", async () => {
    const { body } = await pageOf({ limit: "100" });
    const text = JSON.stringify(body);
    for (const secret of [bens, benId, benId.slice("usr_".length), "a secret reason"])
      expect(text).not.toContain(secret);
    for (const { entry, entry_hash } of body.data)
      expect((await Ledger.find(entry))?.transactionHash).toBe(entry_hash);
  });

  it("fails verification if any line is changed, removed, repeated or moved", async () => {
    const all = await readWhole("100");
    const fields = [
      ...["id", "sequence", "entry", "ledger_type", "entry_hash", "previous_hash", "hash", "created_at"],
      ...["amount", "available_change", "locked_change", "balance", "available", "locked"],
    ] as const;
    const other = (line: StatementLine, field: string): StatementLine => {
      const value = line[field as "entry"] as unknown;
      if (field === "sequence") return { ...line, sequence: String(BigInt(line.sequence) + 1n) };
      if (typeof value === "string")
        return { ...line, [field]: `${value.slice(0, -1)}${value.endsWith("1") ? "2" : "1"}` };
      const { value: decimal, asset } = value as { value: string; asset: string };
      return { ...line, [field]: { value: decimal === "7.77" ? "7.78" : "7.77", asset } };
    };
    const last = all.data.length - 1;
    await fc.assert(
      fc.asyncProperty(fc.nat(last), fc.constantFrom(...fields), async (index, field) => {
        const data = all.data.map((line, at) => (at === index ? other(line, field) : line));
        expect(await verifyStatement({ ...all, data })).toBeDefined();
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(last), fc.nat(last), async (index, to) => {
        const left = all.data.toSpliced(index, 1);
        expect(await verifyStatement({ ...all, data: left })).toBeDefined();
        const line = all.data[index] as Page["data"][number];
        expect(await verifyStatement({ ...all, data: all.data.toSpliced(to, 0, line) })).toBeDefined();
        if (index !== to)
          expect(await verifyStatement({ ...all, data: left.toSpliced(to, 0, line) })).toBeDefined();
      }),
    );
    const closing = { ...all.closing, available: all.closing.locked, balance: all.closing.locked };
    expect(await verifyStatement({ ...all, closing })).toMatchObject({ line: null });
  });

  it("requires a past period that starts before its end, and a wallet of the caller", async () => {
    const soon = new Date(Clock.nowMs() + 60_000).toISOString();
    for (const query of [
      { to: soon },
      { from: soon },
      { to: "2020-01-01T00:00:00.000Z" },
      { cursor: "elsewhere" },
    ])
      expect((await pageOf(query)).status).toBe(400);
    expect((await pageOf({}, ben)).status).toBe(404);
    expect((await ada.get(`/v1/wallets/${wallet}/statement?from=${began}`)).status).toBe(404);
  });
});

describe("the balance at an instant", () => {
  it("equals the balance in the statement's last line of that instant", async () => {
    const { data } = await readWhole("100");
    for (const line of [data[0], data[4], data[9]]) {
      const { body } = await ada.get(`/v2/wallets/${wallet}/balance?at=${line?.created_at}`);
      const { created_at: at } = line as StatementLine;
      // Several lines may have the same millisecond: the last one counts.
      const then = data.findLast(({ created_at }) => created_at === at);
      expect(body).toMatchObject({ at, balance: then?.balance, available: then?.available, holds: null });
    }
  });

  it("is rejected for a future instant", async () => {
    const soon = new Date(Clock.nowMs() + 60_000).toISOString();
    expect((await ada.get(`/v2/wallets/${wallet}/balance?at=${soon}`)).status).toBe(400);
  });
});

describe("the audit", () => {
  it("finds no differences in the hash chains", async () => {
    expect((await audit()).differences).toEqual([]);
  });

  it("reports a history line whose previous hash was changed", async () => {
    const [first] = await Table.queryAll({ pk: historyLine.partition({ walletId: wallet }) });
    const { pk, sk, entryId } = first as unknown as Table.Key & { entryId: string };
    expect(parseWalletId(wallet)).toBeDefined();
    await Table.update(bare({ pk, sk }), { set: { previousHash: `0x${"1".repeat(64)}` } });
    const found = (await audit()).differences.join("\n");
    expect(found).toContain(`the line of ${entryId} in ${wallet} has the hash`);
    expect(found).toContain(`before ${entryId} the running balance is`);
  });
});

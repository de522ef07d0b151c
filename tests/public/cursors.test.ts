import { beforeAll, beforeEach, expect, it } from "vitest";
import { routes } from "../../contract/index.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { App } from "../support/app.ts";
import { createDeveloper, type Developer } from "../support/developer.ts";
import { fundAccount } from "../support/money.ts";
import { withPlatform } from "../support/platform.ts";

/** A cursor of the public API is valid only for its list and filters. */

const platform = withPlatform();

let ada: Developer;
let grace: Developer;
const wallets: string[] = [];

beforeAll(async () => {
  const made = async (name: string) => {
    const credentials = { email: `${name}-pages@example.com`, password: "Lovelace!1843" };
    const { id } = await new App(platform).register(credentials.email, credentials.password);
    const { body } = await platform.call<{ token: string }>("POST", "/api/auth/signin", {
      body: credentials,
    });
    for (const asset of ["EUR", "USDC"]) wallets.push(await fundAccount(id, asset, 10_000n));
    return createDeveloper(platform, body.token);
  };
  [ada, grace] = [await made("ada"), await made("grace")];
  const expires_at = new Date(Clock.nowMs() + 3_600_000).toISOString();
  for (const wallet of wallets)
    for (const amount of ["0.001", "0.002", "0.003"].map((one) =>
      wallet.endsWith("eur") ? String(Number(one) * 10) : one,
    ))
      await (wallets.indexOf(wallet) < 2 ? ada : grace).post("/v2/holds", { wallet, amount, expires_at });
});
// Advances past the rate limits of the plans.
beforeEach(() => platform.advance(60));

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly next_cursor: string | null;
  readonly error?: {
    readonly code: string;
    readonly details: { readonly fields?: readonly { readonly field: string }[] };
  };
}

const withParams = (path: string): string =>
  path
    .replace(/\/(pairs|prices)\/\{id\}/, (_, of: string) =>
      of === "pairs" ? "/pairs/ETH-USDC" : "/prices/BTC",
    )
    .replace("{id}", wallets[0] ?? "");

/** Every paginated list of the public API. */
const lists = routes.filter(
  ({ family, method, request }) =>
    family === "public" &&
    method === "GET" &&
    request &&
    "query" in request &&
    "cursor" in ((request.query as { shape?: object }).shape ?? {}),
);

const cursorOf = async (by: Developer, path: string): Promise<string> => {
  const { body } = await by.get<Page>(`${path}${path.includes("?") ? "&" : "?"}limit=1`);
  expect(body.next_cursor, `${path}: ${JSON.stringify(body)}`).not.toBeNull();
  return body.next_cursor ?? "";
};
const rejectionOf = async (by: Developer, path: string, cursor: string) => {
  const { status, body } = await by.get<Page>(`${path}${path.includes("?") ? "&" : "?"}cursor=${cursor}`);
  return [status, body.error?.code, body.error?.details.fields?.map(({ field }) => field)];
};
const INVALID_CURSOR = [400, "INVALID_REQUEST", ["cursor"]];

it("rejects a word, an id or another list's cursor as the cursor of every list", async () => {
  const other = await cursorOf(ada, "/v1/wallets");
  expect(lists.length).toBeGreaterThan(8);
  for (const { path } of lists) {
    const at = withParams(path);
    const foreign = path === "/v1/wallets" ? await cursorOf(ada, "/v1/prices") : other;
    for (const cursor of ["garbage", "0", "wal_zzz", "evt_01jd3v8y2m9t4k6q0s5w7x1z3b", foreign]) {
      expect(await rejectionOf(ada, at, cursor), `${at} ${cursor}`).toEqual(INVALID_CURSOR);
      // The plan allows 60 requests in any minute, and the loop makes two more than one a second.
      await platform.advance(2);
    }
  }
}, 60_000);

it("continues a list after its first page, with another page size, in both API versions", async () => {
  for (const path of ["/v1/wallets", "/v1/staking/pools", `/v1/wallets/${wallets[0]}/transactions`]) {
    await platform.advance(20);
    const all = (await ada.get<Page>(path)).body.data.map(({ id }) => id);
    const next = await cursorOf(ada, path);
    expect(next).toMatch(/^[\w-]+$/);
    for (const at of [path, path.replace("/v1/", "/v2/")]) {
      const { body } = await ada.get<Page>(`${at}?limit=100&cursor=${next}`);
      expect(
        body.data?.map(({ id }) => id),
        `${at} ${JSON.stringify(body)}`,
      ).toEqual(all.slice(1));
    }
  }
});

it("accepts a cursor only for its own wallet, filters and account", async () => {
  const path = `/v1/wallets/${wallets[0]}/transactions`;
  const next = await cursorOf(ada, path);
  expect(await rejectionOf(ada, `/v1/wallets/${wallets[1]}/transactions`, next)).toEqual(INVALID_CURSOR);
  expect(await rejectionOf(ada, `${path}?type=hold`, next)).toEqual(INVALID_CURSOR);
  expect(await rejectionOf(ada, `${path}?created_after=2020-01-01T00:00:00Z`, next)).toEqual(INVALID_CURSOR);
  expect(await rejectionOf(grace, "/v2/holds", await cursorOf(ada, "/v2/holds"))).toEqual(INVALID_CURSOR);
  expect(await rejectionOf(ada, "/v2/holds?status=active", await cursorOf(ada, "/v2/holds"))).toEqual(
    INVALID_CURSOR,
  );
  const filtered = await cursorOf(ada, `/v2/holds?wallet=${wallets[0]}&status=active`);
  const second = await ada.get<Page>(`/v2/holds?status=active&wallet=${wallets[0]}&cursor=${filtered}`);
  expect(second.body.data).toHaveLength(2);
});

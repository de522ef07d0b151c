import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { LANGUAGE_COOKIE, SESSION_COOKIE } from "../contract/cookies.ts";
import { ORIGIN_SECRET_HEADER } from "../contract/edge.ts";
import { routes } from "../contract/index.ts";
import type { RouteSpec } from "../contract/route.ts";
import { member, proposed } from "./support/governance.ts";
import { withPlatform } from "./support/platform.ts";

/**
 * What the distribution gives again to everybody must not depend on who asked first: every route that declares it
 * (`cache`) is asked as many callers would.
 */

const platform = withPlatform({ consumers: [] });
const kept = routes.filter(({ cache }) => cache !== undefined);

let proposal = "";
beforeAll(async () => {
  proposal = (await proposed(await member(2_000_000n))).id;
});

const params: Readonly<Record<string, () => string>> = {
  symbol: () => "BTC",
  file: () => "btc.svg",
  id: () => proposal,
};
const queries: Readonly<Record<string, string>> = {
  "defi.dex.quote": "?tokenIn=USDC&tokenOut=BTC&amountIn=100",
};
const pathOf = ({ id, path }: RouteSpec): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]?.() ?? "") + (queries[id] ?? "");

let callers = 0;
const ask = async (spec: RouteSpec, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await fetch(platform.url + pathOf(spec), {
    headers: { "x-forwarded-for": `10.8.${Math.floor(++callers / 250)}.${callers % 250}`, ...headers },
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

/** Has requests come through the distribution from now on; what it adds to them. */
function behindTheEdge(): Readonly<Record<string, string>> {
  vi.stubEnv("EDGE_REQUIRED", "true");
  vi.stubEnv("ORIGIN_SECRET", "of-the-distribution");
  return { [ORIGIN_SECRET_HEADER]: "of-the-distribution" };
}
afterEach(() => {
  vi.unstubAllEnvs();
});

/** The headers that are of one caller, or of one request. */
const ofOne = (headers: Headers): string[] =>
  [...headers.keys()]
    .filter((name) => /ratelimit|retry-after|request-id|correlation|trace|cookie|replayed/.test(name))
    .toSorted();

/** Headers whose value may differ from answer to answer without telling of anybody. */
const ofTransport = ["date", "connection", "keep-alive", "transfer-encoding", "content-length"];

/** What a caller may send that says who it is, what it likes, or where it comes from. */
const strangers: readonly Readonly<Record<string, string>>[] = [
  { "accept-language": "fr" },
  { cookie: `${LANGUAGE_COOKIE}=fr` },
  { "user-agent": "somebody's own", accept: "text/html" },
  { "x-correlation-id": "mine-and-mine-alone", "x-request-id": "mine-and-mine-alone" },
  { "x-forwarded-host": "evil.example", "x-forwarded-proto": "http", "x-original-url": "/admin" },
  { "x-viewer-address": "203.0.113.9", "cloudfront-viewer-country": "FR" },
  { "x-api-key": "svc_live_guess", "x-csrf-token": "guess" },
  { "if-none-match": '"guess"', range: "bytes=0-1", prefer: "return=minimal" },
];

describe.each(kept.map((spec) => [spec.id, spec] as const))("the answer of %s", (_, spec) => {
  it("may be kept by the distribution as long as its route says, and tells nothing of who asked first", async () => {
    const { status, headers, text } = await ask(spec, behindTheEdge());
    expect([status, text]).toEqual([200, expect.anything()]);
    expect(headers.get("cache-control")).toBe(`public, max-age=${spec.cache?.seconds}`);
    // How much the limit is, is everybody's.
    expect(ofOne(headers)).toEqual(spec.cache?.includesLimit ? ["x-ratelimit-limit"] : []);
    // What else it varies by would have to be part of the distribution's key.
    expect(headers.get("vary")).toBe("origin");
  });

  it("may be kept by no shared cache where it tells of who asked", async () => {
    const { status, headers } = await ask(spec);
    expect(status).toBe(200);
    const who = spec.cache?.includesLimit ? "private" : "public";
    expect(headers.get("cache-control")).toBe(`${who}, max-age=${spec.cache?.seconds}`);
    const limit = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];
    expect(ofOne(headers)).toEqual(who === "public" ? [] : [...limit, "x-request-id"].toSorted());
  });

  it("is the same whatever its caller sends", async () => {
    const figures = (text: string) => text.replace(/"expiresAt":"[^"]+"/, "");
    const shown = ({ headers, text }: Awaited<ReturnType<typeof ask>>) => ({
      text: figures(text),
      headers: Object.fromEntries([...headers].filter(([name]) => !ofTransport.includes(name))),
    });
    const edge = behindTheEdge();
    for (const headers of strangers) {
      const asked = () => ask(spec, edge);
      const [before, answer, after] = [
        await asked(),
        await ask(spec, { ...headers, ...edge }),
        await asked(),
      ];
      // Prices move by themselves.
      const same = [shown(before), shown(after)];
      expect(same, JSON.stringify(headers)).toContainEqual(shown(answer));
    }
  });

  it("to whoever shows a credential, good or bad, is kept by nobody", async () => {
    for (const headers of [
      { authorization: "Bearer no-token" },
      { cookie: `${SESSION_COOKIE}=no-token` },
    ] as Record<string, string>[]) {
      const answer = await ask(spec, headers);
      expect(answer.headers.get("cache-control"), JSON.stringify(headers)).toBe("no-store");
      expect(answer.headers.has("x-request-id")).toBe(true);
    }
  });
});

it("what a shared cache may keep is what routes say, and no other answer", async () => {
  const open = routes.filter(({ cache, method, path }) => !cache && method === "GET" && !path.includes("{"));
  expect(open.length).toBeGreaterThan(20);
  for (const { path } of open) {
    const { headers } = await platform.call("GET", path);
    expect(headers.get("cache-control"), path).not.toMatch(/public|s-maxage/);
  }
});

it("an error is kept by nobody", async () => {
  for (const path of ["/api/defi/prices/DOGE", "/api/defi/dex/quote", "/assets/none.svg"]) {
    const { status, headers } = await platform.call("GET", path);
    expect([status >= 400, headers.get("cache-control")], path).toEqual([true, "no-store"]);
  }
});

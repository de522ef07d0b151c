import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { LANGUAGE_COOKIE, SESSION_COOKIE } from "../contract/cookies.ts";
import { ORIGIN_SECRET_HEADER } from "../contract/edge.ts";
import { routes } from "../contract/index.ts";
import type { RouteSpec } from "../contract/route.ts";
import { createMember, propose } from "./support/governance.ts";
import { withPlatform } from "./support/platform.ts";

/**
 * Responses that CloudFront caches must not depend on the caller: every route with `cache` is called as many
 * different callers would.
 */

const platform = withPlatform({ consumers: [] });
const cached = routes.filter(({ cache }) => cache !== undefined);

let proposal = "";
beforeAll(async () => {
  proposal = (await propose(await createMember(2_000_000n))).id;
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

/** Sends requests through the distribution from now on. @returns the headers that it adds */
function useDistribution(): Readonly<Record<string, string>> {
  vi.stubEnv("EDGE_REQUIRED", "true");
  vi.stubEnv("ORIGIN_SECRET", "of-the-distribution");
  return { [ORIGIN_SECRET_HEADER]: "of-the-distribution" };
}
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Returns the headers that belong to one caller or one request. */
const personalHeaders = (headers: Headers): string[] =>
  [...headers.keys()]
    .filter((name) => /ratelimit|retry-after|request-id|correlation|trace|cookie|replayed/.test(name))
    .toSorted();

/** Headers that may differ between responses without revealing the caller. */
const ofTransport = ["date", "connection", "keep-alive", "transfer-encoding", "content-length"];

/** Headers that identify a caller, or state preferences or location. */
const strangers: readonly Readonly<Record<string, string>>[] = [
  { "accept-language": "fr" },
  { cookie: `${LANGUAGE_COOKIE}=fr` },
  { "user-agent": "custom-agent", accept: "text/html" },
  { "x-correlation-id": "mine-and-mine-alone", "x-request-id": "mine-and-mine-alone" },
  { "x-forwarded-host": "evil.example", "x-forwarded-proto": "http", "x-original-url": "/admin" },
  { "x-viewer-address": "203.0.113.9", "cloudfront-viewer-country": "FR" },
  { "x-api-key": "svc_live_guess", "x-csrf-token": "guess" },
  { "if-none-match": '"guess"', range: "bytes=0-1", prefer: "return=minimal" },
];

describe.each(cached.map((spec) => [spec.id, spec] as const))("the answer of %s", (_, spec) => {
  it("is cacheable by the distribution as long as its route states, and reveals nothing about the caller", async () => {
    const { status, headers, text } = await ask(spec, useDistribution());
    expect([status, text]).toEqual([200, expect.anything()]);
    expect(headers.get("cache-control")).toBe(`public, max-age=${spec.cache?.seconds}`);
    // The limit itself is public.
    expect(personalHeaders(headers)).toEqual(spec.cache?.includesLimit ? ["x-ratelimit-limit"] : []);
    // Any other `vary` header would have to be part of the distribution's cache key.
    expect(headers.get("vary")).toBe("origin");
  });

  it("is cacheable by no shared cache if it reveals the caller", async () => {
    const { status, headers } = await ask(spec);
    expect(status).toBe(200);
    const visibility = spec.cache?.includesLimit ? "private" : "public";
    expect(headers.get("cache-control")).toBe(`${visibility}, max-age=${spec.cache?.seconds}`);
    const limit = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];
    expect(personalHeaders(headers)).toEqual(
      visibility === "public" ? [] : [...limit, "x-request-id"].toSorted(),
    );
  });

  it("is the same for all request headers", async () => {
    const figures = (text: string) => text.replace(/"expiresAt":"[^"]+"/, "");
    const shown = ({ headers, text }: Awaited<ReturnType<typeof ask>>) => ({
      text: figures(text),
      headers: Object.fromEntries([...headers].filter(([name]) => !ofTransport.includes(name))),
    });
    const edge = useDistribution();
    for (const headers of strangers) {
      const repeat = () => ask(spec, edge);
      const [before, answer, after] = [
        await repeat(),
        await ask(spec, { ...headers, ...edge }),
        await repeat(),
      ];
      // Prices change continuously.
      const same = [shown(before), shown(after)];
      expect(same, JSON.stringify(headers)).toContainEqual(shown(answer));
    }
  });

  it("with any credential is not cached", async () => {
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

it("allows shared caches to store only what routes declare", async () => {
  const open = routes.filter(({ cache, method, path }) => !cache && method === "GET" && !path.includes("{"));
  expect(open.length).toBeGreaterThan(20);
  for (const { path } of open) {
    const { headers } = await platform.call("GET", path);
    expect(headers.get("cache-control"), path).not.toMatch(/public|s-maxage/);
  }
});

it("forbids caching of errors", async () => {
  for (const path of ["/api/defi/prices/DOGE", "/api/defi/dex/quote", "/assets/none.svg"]) {
    const { status, headers } = await platform.call("GET", path);
    expect([status >= 400, headers.get("cache-control")], path).toEqual([true, "no-store"]);
  }
});

import { matchesGlob } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { cachedPaths, parametersOf, REPORTED_WINDOW_SECONDS } from "../contract/edge.ts";
import { routes } from "../contract/index.ts";
import { pathsOf } from "../contract/route.ts";
import { cachedResponseCode } from "./edge-cache.ts";
import { prodContext, type Synthesized, synthesize } from "./synth.fixture.ts";

interface Behaviour {
  readonly PathPattern: string;
  readonly CachePolicyId: { readonly Ref?: string } | string;
  readonly CachedMethods?: readonly string[];
  readonly FunctionAssociations: readonly { readonly EventType: string }[];
}

const cachedRoutes = routes.filter(({ cache }) => cache !== undefined);
let prod: Synthesized;
beforeAll(() => {
  prod = synthesize({ routes: cachedRoutes, sockets: [] }, prodContext);
});

const behaviours = (): readonly Behaviour[] => {
  const [distribution] = Object.values(prod.of("AWS::CloudFront::Distribution"));
  return distribution?.Properties.DistributionConfig.CacheBehaviors;
};
const cachedBehaviours = () => behaviours().filter(({ CachePolicyId: id }) => typeof id !== "string");

/** Returns the cache policy of a path. */
function policyOf({ CachePolicyId: id }: Behaviour) {
  const [, policy] =
    Object.entries(prod.of("AWS::CloudFront::CachePolicy")).find(
      ([path]) => typeof id !== "string" && path.endsWith(`/${id.Ref}`),
    ) ?? [];
  return policy?.Properties.CachePolicyConfig;
}

describe("the distribution's cache", () => {
  test("covers exactly the paths that routes declare public", () => {
    expect(
      cachedBehaviours()
        .map(({ PathPattern }) => PathPattern)
        .toSorted(),
    ).toEqual([
      "/api/defi/dex/pairs",
      "/api/defi/dex/quote",
      "/api/defi/governance/parameters",
      "/api/defi/governance/proposals",
      "/api/defi/governance/proposals/*",
      "/api/defi/governance/treasury",
      "/api/defi/prices",
      "/api/defi/prices/*",
      "/api/defi/staking/pools",
      "/api/openapi.json",
      "/assets/*",
      "/docs/reference.js",
      "/v1/openapi.json",
      "/v2/openapi.json",
    ]);
  });

  test("covers no route that takes a credential, and no path that such a route matches", () => {
    for (const { id, method, auth, grants } of cachedRoutes)
      expect([method, auth, grants?.table ?? "read"], id).toEqual(["GET", "none", "read"]);
    for (const { path } of cachedPaths(routes)) {
      const under = routes.filter(
        (one) => one.method === "GET" && pathsOf(one).some((at) => matchesGlob(at, path.replace("*", "**"))),
      );
      expect(under.length, path).toBeGreaterThan(0);
      for (const { id, cache } of under) expect(cache, id).toBeDefined();
    }
  });

  test("distinguishes responses by the declared query parameters and the Origin header only", () => {
    for (const one of cachedBehaviours()) {
      const named = cachedRoutes
        .filter(({ path }) => path.replace(/\{.*$/, "*") === one.PathPattern)
        .flatMap(({ request }) => parametersOf(request?.query) ?? [])
        .toSorted();
      const { MinTTL, DefaultTTL, MaxTTL, ParametersInCacheKeyAndForwardedToOrigin: key } = policyOf(one);
      expect([MinTTL, DefaultTTL, MaxTTL], one.PathPattern).toEqual([0, 0, 3600]);
      expect(key.HeadersConfig, one.PathPattern).toEqual({
        HeaderBehavior: "whitelist",
        Headers: ["Origin"],
      });
      expect(key.CookiesConfig, one.PathPattern).toEqual({ CookieBehavior: "none" });
      expect(key.QueryStringsConfig, one.PathPattern).toEqual(
        named.length > 0
          ? { QueryStringBehavior: "whitelist", QueryStrings: [...new Set(named)] }
          : { QueryStringBehavior: "none" },
      );
      // A cache policy accepts at most ten names. Source: Amazon CloudFront Developer Guide, Quotas.
      expect(named.length, one.PathPattern).toBeLessThanOrEqual(10);
      expect(one.CachedMethods ?? ["GET", "HEAD"], one.PathPattern).toEqual(["GET", "HEAD"]);
    }
  });

  test("stays within a distribution's quotas: 25 behaviors and 20 cache policies", () => {
    const all = synthesize({}, prodContext);
    const [distribution] = Object.values(all.of("AWS::CloudFront::Distribution"));
    expect(distribution?.Properties.DistributionConfig.CacheBehaviors.length).toBeLessThanOrEqual(25);
    expect(Object.keys(all.of("AWS::CloudFront::CachePolicy")).length).toBeLessThanOrEqual(20);
  });
});

describe("the rate limit headers of a response", () => {
  type Headers = Record<string, { value: string }>;
  const respond = (headers: Headers): Headers =>
    new Function("event", `${cachedResponseCode}; return handler(event);`)({ response: { headers } }).headers;
  const limited = {
    "x-ratelimit-limit": { value: "100" },
    "x-ratelimit-remaining": { value: "3" },
    "x-ratelimit-reset": { value: "1" },
  };

  test("state the full limit if the response is cached, instead of the first caller's remaining requests", () => {
    const caching = { "cache-control": { value: "public, max-age=1" } };
    const headers = respond({ ...caching, "x-ratelimit-limit": limited["x-ratelimit-limit"] });
    expect(respond({ ...caching, ...limited })).toEqual(headers);
    expect(headers["x-ratelimit-remaining"]?.value).toBe("100");
    const seconds = Number(headers["x-ratelimit-reset"]?.value) - Date.now() / 1000;
    expect(Math.round(seconds / 10) * 10).toBe(REPORTED_WINDOW_SECONDS);
  });

  test("do not change if the response is not cached, and are not added to a response without them", () => {
    const own = { "cache-control": { value: "no-store" }, ...limited };
    expect(respond({ ...own })).toEqual(own);
    const none = { "cache-control": { value: "public, max-age=1" } };
    expect(respond({ ...none })).toEqual(none);
  });
});

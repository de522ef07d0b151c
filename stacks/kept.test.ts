import { matchesGlob } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { keptPaths, parametersOf, TOLD_WINDOW_SECONDS } from "../contract/edge.ts";
import { routes } from "../contract/index.ts";
import { pathsOf } from "../contract/route.ts";
import { keptAnswerCode } from "./kept.ts";
import { prodContext, type Synthesized, synthesize } from "./synth.fixture.ts";

interface Behaviour {
  readonly PathPattern: string;
  readonly CachePolicyId: { readonly Ref?: string } | string;
  readonly CachedMethods?: readonly string[];
  readonly FunctionAssociations: readonly { readonly EventType: string }[];
}

const keeping = routes.filter(({ cache }) => cache !== undefined);
let prod: Synthesized;
beforeAll(() => {
  prod = synthesize({ routes: keeping, sockets: [] }, prodContext);
});

const behaviours = (): readonly Behaviour[] => {
  const [distribution] = Object.values(prod.of("AWS::CloudFront::Distribution"));
  return distribution?.Properties.DistributionConfig.CacheBehaviors;
};
const kept = () => behaviours().filter(({ CachePolicyId: id }) => typeof id !== "string");

/** What tells answers of a path from each other. */
function keyOf({ CachePolicyId: id }: Behaviour) {
  const [, policy] =
    Object.entries(prod.of("AWS::CloudFront::CachePolicy")).find(
      ([path]) => typeof id !== "string" && path.endsWith(`/${id.Ref}`),
    ) ?? [];
  return policy?.Properties.CachePolicyConfig;
}

describe("what the distribution keeps", () => {
  test("is what routes declare to be everybody's, by the path", () => {
    expect(
      kept()
        .map(({ PathPattern }) => PathPattern)
        .toSorted(),
    ).toEqual([
      "/api/defi/dex/pairs",
      "/api/defi/dex/quote",
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

  test("is nothing that takes a credential: no such route is declared so, nor does any lie at such a path", () => {
    for (const { id, method, auth, grants } of keeping)
      expect([method, auth, grants?.table ?? "read"], id).toEqual(["GET", "none", "read"]);
    for (const { path } of keptPaths(routes)) {
      const under = routes.filter(
        (one) => one.method === "GET" && pathsOf(one).some((at) => matchesGlob(at, path.replace("*", "**"))),
      );
      expect(under.length, path).toBeGreaterThan(0);
      for (const { id, cache } of under) expect(cache, id).toBeDefined();
    }
  });

  test("differs by what its routes name of the query and by whose pages may read it, by no cookie and no other header", () => {
    for (const one of kept()) {
      const named = keeping
        .filter(({ path }) => path.replace(/\{.*$/, "*") === one.PathPattern)
        .flatMap(({ request }) => parametersOf(request?.query) ?? [])
        .toSorted();
      const { MinTTL, DefaultTTL, MaxTTL, ParametersInCacheKeyAndForwardedToOrigin: key } = keyOf(one);
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
      // More than ten names AWS takes in no cache policy. Source: Amazon CloudFront Developer Guide, Quotas.
      expect(named.length, one.PathPattern).toBeLessThanOrEqual(10);
      expect(one.CachedMethods ?? ["GET", "HEAD"], one.PathPattern).toEqual(["GET", "HEAD"]);
    }
  });

  test("stays within what a distribution takes: 25 behaviours and 20 cache policies", () => {
    const all = synthesize({}, prodContext);
    const [distribution] = Object.values(all.of("AWS::CloudFront::Distribution"));
    expect(distribution?.Properties.DistributionConfig.CacheBehaviors.length).toBeLessThanOrEqual(25);
    expect(Object.keys(all.of("AWS::CloudFront::CachePolicy")).length).toBeLessThanOrEqual(20);
  });
});

describe("the limit that a kept answer tells of", () => {
  type Headers = Record<string, { value: string }>;
  const told = (headers: Headers): Headers =>
    new Function("event", `${keptAnswerCode}; return handler(event);`)({ response: { headers } }).headers;
  const limited = {
    "x-ratelimit-limit": { value: "100" },
    "x-ratelimit-remaining": { value: "3" },
    "x-ratelimit-reset": { value: "1" },
  };

  test("is whole for everybody, never what its first caller had left", () => {
    const kept = { "cache-control": { value: "public, max-age=1" } };
    const headers = told({ ...kept, "x-ratelimit-limit": limited["x-ratelimit-limit"] });
    expect(told({ ...kept, ...limited })).toEqual(headers);
    expect(headers["x-ratelimit-remaining"]?.value).toBe("100");
    const seconds = Number(headers["x-ratelimit-reset"]?.value) - Date.now() / 1000;
    expect(Math.round(seconds / 10) * 10).toBe(TOLD_WINDOW_SECONDS);
  });

  test("is its caller's own on whatever is not kept, and told of nothing that has none", () => {
    const own = { "cache-control": { value: "no-store" }, ...limited };
    expect(told({ ...own })).toEqual(own);
    const none = { "cache-control": { value: "public, max-age=1" } };
    expect(told({ ...none })).toEqual(none);
  });
});

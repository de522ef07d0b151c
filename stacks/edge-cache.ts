import { Duration } from "aws-cdk-lib";
import {
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
} from "aws-cdk-lib/aws-cloudfront";
import type { Construct } from "constructs";
import { type CachedPath, REPORTED_WINDOW_SECONDS } from "../contract/edge.ts";

/** The distribution's cache for public responses. They state how long they may be cached. */

/**
 * Restores the rate limit headers of cached responses: a cached response counts against no client's limit, and the headers of
 * the function describe the first caller.
 */
export const cachedResponseCode = `function handler(event) {
  var response = event.response;
  var headers = response.headers;
  var control = headers["cache-control"];
  var limit = headers["x-ratelimit-limit"];
  if (!control || !limit || control.value.indexOf("public") !== 0) return response;
  headers["x-ratelimit-remaining"] = { value: limit.value };
  headers["x-ratelimit-reset"] = { value: String(Math.floor(Date.now() / 1000) + ${REPORTED_WINDOW_SECONDS}) };
  return response;
}`;

/** Returns the cache policies and functions for the behaviors of cached paths. */
export function cacheBehaviors(scope: Construct, paths: readonly CachedPath[]) {
  if (paths.length === 0) return [];
  const onResponse = {
    eventType: FunctionEventType.VIEWER_RESPONSE,
    function: new EdgeFunction(scope, "KeptAnswer", {
      code: FunctionCode.fromInline(cachedResponseCode),
      runtime: FunctionRuntime.JS_2_0,
      comment: "Restores the rate limit headers of cached responses",
    }),
  };
  const policies = new Map<string, CachePolicy>();
  const policyOf = (parameters: readonly string[]): CachePolicy => {
    const name = parameters.join("And");
    const policy = policies.get(name) ?? cachePolicy(scope, `AsAnswersSay${name}`, parameters);
    policies.set(name, policy);
    return policy;
  };
  return paths.map(({ path, parameters }) => ({ path, cachePolicy: policyOf(parameters), onResponse }));
}

/**
 * Creates a policy that caches a response only as long as it states. The cache key is the path, the query parameters that
 * the routes declare, and the origin: no cookie, credential or other header, and no unknown parameter, which would bypass the
 * cache.
 */
const cachePolicy = (scope: Construct, id: string, parameters: readonly string[]): CachePolicy =>
  new CachePolicy(scope, id, {
    comment: "As long as Cache-Control states; not without it",
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.hours(1),
    headerBehavior: CacheHeaderBehavior.allowList("Origin"),
    queryStringBehavior:
      parameters.length === 0
        ? CacheQueryStringBehavior.none()
        : CacheQueryStringBehavior.allowList(...parameters),
    cookieBehavior: CacheCookieBehavior.none(),
    enableAcceptEncodingGzip: true,
    enableAcceptEncodingBrotli: true,
  });

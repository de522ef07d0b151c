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
import { type KeptPath, TOLD_WINDOW_SECONDS } from "../contract/edge.ts";

/** What the distribution gives again to everybody: answers that say so themselves, for as long as they say. */

/**
 * Tells of the limit on what counts for nobody: who gets it has used nothing of the limit by it. The function tells
 * how much it is alone: what is left of it would be what the first caller had left.
 */
export const keptAnswerCode = `function handler(event) {
  var response = event.response;
  var headers = response.headers;
  var control = headers["cache-control"];
  var limit = headers["x-ratelimit-limit"];
  if (!control || !limit || control.value.indexOf("public") !== 0) return response;
  headers["x-ratelimit-remaining"] = { value: limit.value };
  headers["x-ratelimit-reset"] = { value: String(Math.floor(Date.now() / 1000) + ${TOLD_WINDOW_SECONDS}) };
  return response;
}`;

/** What the behaviours of kept paths have beside those of others. */
export function keeping(scope: Construct, kept: readonly KeptPath[]) {
  if (kept.length === 0) return [];
  const told = {
    eventType: FunctionEventType.VIEWER_RESPONSE,
    function: new EdgeFunction(scope, "KeptAnswer", {
      code: FunctionCode.fromInline(keptAnswerCode),
      runtime: FunctionRuntime.JS_2_0,
      comment: "Tells of the limit on what counts for nobody",
    }),
  };
  const policies = new Map<string, CachePolicy>();
  const policyOf = (parameters: readonly string[]): CachePolicy => {
    const name = parameters.join("And");
    const policy = policies.get(name) ?? asAnswersSay(scope, `AsAnswersSay${name}`, parameters);
    policies.set(name, policy);
    return policy;
  };
  return kept.map(({ path, parameters }) => ({ path, cachePolicy: policyOf(parameters), told }));
}

/**
 * Keeps an answer only if it says so, and for no longer. One answer differs from another by its path, by the
 * parameters that its routes name, and by whose pages may read it: no cookie, no credential, no other header, and no
 * parameter that somebody makes up to get past what is kept.
 */
const asAnswersSay = (scope: Construct, id: string, parameters: readonly string[]): CachePolicy =>
  new CachePolicy(scope, id, {
    comment: "As long as Cache-Control says; not at all where it says nothing",
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

import { createHash, timingSafeEqual } from "node:crypto";
import { EdgeRequired, ORIGIN_SECRET_HEADER, VIEWER_ADDRESS_HEADER } from "../../contract/edge.ts";
import { envFlag } from "../../core/kernel/env.ts";
import { fail } from "../../core/kernel/errors.ts";
import { valid } from "../../core/platform/secrets.ts";
import { header, type Step } from "./request.ts";

/**
 * The check that a request came through our CloudFront distribution. CloudFront reaches the APIs and Function URLs at
 * public addresses that cannot be switched off. With `EDGE_REQUIRED`, every handler rejects requests without the secret
 * that CloudFront adds, so no client bypasses the firewall.
 */

/** Returns a request header by its lower-case name. */
type HeaderOf = (name: string) => string | undefined;

/** Returns whether a request came through our distribution: only it knows the secret. */
export async function fromOurEdge(headerOf: HeaderOf): Promise<boolean> {
  const sent = headerOf(ORIGIN_SECRET_HEADER);
  if (sent === undefined) return false;
  // `timingSafeEqual` needs equal lengths.
  const digest = (text: string) => createHash("sha256").update(text).digest();
  for await (const known of valid("ORIGIN_SECRET"))
    if (timingSafeEqual(digest(known), digest(sent))) return true;
  return false;
}

/** Rejects a request that bypassed the distribution. @throws EDGE_REQUIRED */
export async function requireOurEdge(headerOf: HeaderOf): Promise<void> {
  if (!envFlag("EDGE_REQUIRED", false)) return;
  if (!(await fromOurEdge(headerOf))) throw fail(EdgeRequired);
}

/** Rejects requests that bypassed the distribution before they are read or counted. */
export const edge: Step = {
  before: ({ event }) => requireOurEdge((name) => header(event, name)),
};

/**
 * Returns the client's IP address: the viewer that CloudFront names if the request has our distribution's secret, else
 * API Gateway's. X-Forwarded-For is never read, because clients can write it.
 */
export async function clientIp(direct: string, headerOf: HeaderOf): Promise<string> {
  const viewer = headerOf(VIEWER_ADDRESS_HEADER);
  return viewer !== undefined && (await fromOurEdge(headerOf)) ? viewer : direct;
}

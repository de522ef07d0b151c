import { createHash, timingSafeEqual } from "node:crypto";
import { ORIGIN_SECRET_HEADER, PastTheEdge } from "../../contract/edge.ts";
import { envFlag } from "../../core/kernel/env.ts";
import { fail } from "../../core/kernel/errors.ts";
import { valid } from "../../core/platform/secrets.ts";
import { header, type Step } from "./middleware.ts";

/**
 * The way in. CloudFront reaches the APIs and the Function URLs at addresses of theirs that are open to
 * everybody who knows them, so they cannot be switched off; instead every handler that a client can reach
 * serves nobody who does not know the secret that CloudFront adds, wherever `EDGE_REQUIRED` is set. Nothing
 * gets past the firewall.
 */

/** Finds a request header by its lower-case name. */
type HeaderOf = (name: string) => string | undefined;

/** Whether a request came through our distribution: it alone knows the secret that it adds. */
export async function fromOurEdge(headerOf: HeaderOf): Promise<boolean> {
  const shown = headerOf(ORIGIN_SECRET_HEADER);
  if (shown === undefined) return false;
  // Of digests, which are of one length whatever a client sends.
  const digest = (text: string) => createHash("sha256").update(text).digest();
  for await (const known of valid("ORIGIN_SECRET"))
    if (timingSafeEqual(digest(known), digest(shown))) return true;
  return false;
}

/** @throws EDGE_REQUIRED */
export async function requireOurEdge(headerOf: HeaderOf): Promise<void> {
  if (!envFlag("EDGE_REQUIRED", false)) return;
  if (!(await fromOurEdge(headerOf))) throw fail(PastTheEdge);
}

/** Before anything is read or counted. */
export const throughTheEdge: Step = {
  before: ({ event }) => requireOurEdge((name) => header(event, name)),
};

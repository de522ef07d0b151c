import { createHash, timingSafeEqual } from "node:crypto";
import { ORIGIN_SECRET_HEADER, VIEWER_ADDRESS_HEADER } from "../../contract/edge.ts";
import { secret } from "../../core/platform/secrets.ts";

/**
 * The client's address: API Gateway's, or the viewer that CloudFront names, which is believed only together
 * with the secret that our distribution adds to each request. What a client writes into X-Forwarded-For is
 * never read.
 * @param header a request header by its lower-case name
 */
export async function clientIp(
  direct: string,
  header: (name: string) => string | undefined,
): Promise<string> {
  const viewer = header(VIEWER_ADDRESS_HEADER);
  return viewer !== undefined && (await fromOurEdge(header)) ? viewer : direct;
}

/** Whether a request came through our distribution: it alone knows the secret that it adds. */
export async function fromOurEdge(header: (name: string) => string | undefined): Promise<boolean> {
  const shown = header(ORIGIN_SECRET_HEADER);
  if (shown === undefined) return false;
  const { current, previous } = await secret("ORIGIN_SECRET");
  // Of digests, which are of one length whatever a client sends.
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const equals = (known: string | undefined) =>
    known !== undefined && timingSafeEqual(digest(known), digest(shown));
  return equals(current) || equals(previous);
}

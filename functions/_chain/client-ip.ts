import { VIEWER_ADDRESS_HEADER } from "../../contract/edge.ts";
import { fromOurEdge } from "./edge.ts";

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

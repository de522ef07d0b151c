import { Resolver } from "node:dns/promises";
import * as http from "node:http";
import * as https from "node:https";
import { isIPv6, type LookupFunction } from "node:net";
import { rule } from "../../kernel/texts/index.ts";
import { EgressFailure, failureOf } from "./failure.ts";
import { checkUrl, isLocalhost, literalOf, mayConnect } from "./url.ts";

/**
 * Calls to addresses that users choose (OWASP's Server-Side Request Forgery Prevention cheat sheet). This module resolves a
 * host name, checks all its addresses, and connects to a checked address, so there is no second lookup with another
 * result. It follows no redirects, uses no proxies and reuses no connections.
 */

export { EgressFailure, type FailureKind } from "./failure.ts";

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The timeout of the whole exchange, including the lookup. Defaults to 15 seconds. */
  readonly timeoutMs?: number;
}

export interface Answer {
  readonly status: number;
  /** The `Retry-After` header, unchanged. */
  readonly retryAfter: string | undefined;
  /** The beginning of the response's body. */
  readonly body: string;
}

const TIMEOUT_MS = 15_000;
/** Reading stops after so many bytes; the response counts as complete. */
const MAX_READ_BYTES = 20_000;
const SHOWN_BYTES = 2000;

/** The timeout of a lookup while a user waits. */
const VET_MS = 3000;

/**
 * Checks a URL when a user states it. A name that cannot be resolved yet passes, because every connection checks again.
 * @returns the URL, normalised
 * @throws EgressFailure of kind `refused`
 */
export async function vet(text: string, resolve: Resolve = askDns): Promise<string> {
  const url = checkUrl(text);
  try {
    await within(VET_MS, (signal) => raceSignal(addressesOf(url, resolve), signal));
  } catch (error) {
    if (!(error instanceof EgressFailure) || error.kind === "refused") throw error;
  }
  return url.href;
}

/**
 * Posts to a user's URL and reads the beginning of the response, whatever its status.
 * @throws EgressFailure if there is no response in time, or the URL is not allowed
 */
export function post(
  { url: text, timeoutMs = TIMEOUT_MS, ...rest }: Post,
  resolve: Resolve = askDns,
): Promise<Answer> {
  return within(timeoutMs, async (signal) => {
    const url = checkUrl(text);
    const addresses = await raceSignal(addressesOf(url, resolve), signal);
    return exchange(url, addresses, rest, signal);
  });
}

/** Does work within a timeout, in real time. @throws EgressFailure `timeout` */
async function within<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const overdue = new AbortController();
  const message = `there was no complete answer within ${timeoutMs / 1000} seconds`;
  const timer = setTimeout(() => overdue.abort(new EgressFailure("timeout", message)), timeoutMs);
  try {
    return await work(overdue.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the work's result; throws the signal's reason if that comes first. */
function raceSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  return Promise.race([work, promise]);
}

/** Returns a lookup function that always returns the checked addresses. */
const pinned =
  (addresses: readonly string[]): LookupFunction =>
  (_, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    const [first] = found;
    if (all || !first) return callback(null, found);
    callback(null, first.address, first.family);
  };

async function exchange(
  url: URL,
  addresses: readonly string[],
  { headers, body }: Pick<Post, "headers" | "body">,
  signal: AbortSignal,
): Promise<Answer> {
  const secure = url.protocol === "https:";
  // Its own agent, which reuses no connection and takes no proxy from the environment.
  const agent = secure ? new https.Agent({ keepAlive: false }) : new http.Agent({ keepAlive: false });
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  const request = (secure ? https : http).request(url, {
    method: "POST",
    agent,
    lookup: pinned(addresses),
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
    // The environment could disable these.
    ...(secure && { rejectUnauthorized: true, minVersion: "TLSv1.2" }),
  });
  const giveUp = () => request.destroy();
  signal.addEventListener("abort", giveUp, { once: true });
  request
    .on("response", resolve)
    .on("error", reject)
    .on("close", () => reject(signal.reason));
  promise.catch(() => undefined);
  let status: number | undefined;
  try {
    signal.throwIfAborted();
    request.end(body);
    const response = await promise;
    status = response.statusCode ?? 0;
    const read = await readBeginning(response);
    return { status, retryAfter: response.headers["retry-after"], body: read };
  } catch (error) {
    if (signal.aborted) throw new EgressFailure("timeout", (signal.reason as Error).message, { status });
    throw failureOf(error, status);
  } finally {
    signal.removeEventListener("abort", giveUp);
    request.destroy();
    agent.destroy();
  }
}

/** Returns the text of the first bytes. Ends reading and the connection after `MAX_READ_BYTES`. */
async function readBeginning(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= MAX_READ_BYTES) break;
  }
  const shown = Buffer.concat(chunks).subarray(0, SHOWN_BYTES);
  // As a stream, so that a truncated character is dropped.
  return new TextDecoder().decode(shown, { stream: true });
}

/** Returns every address of a host name, IPv4 first. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** The most addresses that are tried, since a name may have thousands. */
const MAX_ADDRESSES = 8;

const LOCALHOST: readonly string[] = ["127.0.0.1", "::1"];

let resolver: Resolver | undefined;

/**
 * Queries the name servers directly. `dns.lookup` would use the four threads of the process, so a few names whose servers
 * never answer would delay all others.
 */
export const askDns: Resolve = async (hostname) => {
  resolver ??= new Resolver({ timeout: 2000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
};

/**
 * Returns the addresses of a URL that has passed `checkUrl`. If one of them is not allowed, all are rejected: such a name
 * is an attack.
 * @throws EgressFailure `unresolved` or `refused`
 */
export async function addressesOf(url: URL, resolve: Resolve): Promise<readonly string[]> {
  const literal = literalOf(url);
  const found = literal === undefined ? await lookUp(url.hostname, resolve) : [literal];
  if (found.length === 0)
    throw new EgressFailure(
      "unresolved",
      rule("the host name has no address", "le nom d'hôte n'a pas d'adresse"),
    );
  if (!found.every(mayConnect))
    throw new EgressFailure(
      "refused",
      rule(
        "the host name resolves to an address that is not public",
        "le nom d'hôte correspond à une adresse qui n'est pas publique",
      ),
    );
  return found.slice(0, MAX_ADDRESSES);
}

async function lookUp(hostname: string, resolve: Resolve): Promise<readonly string[]> {
  if (isLocalhost(hostname)) return LOCALHOST;
  try {
    return await resolve(hostname);
  } catch (cause) {
    throw new EgressFailure(
      "unresolved",
      rule("the host name has no address", "le nom d'hôte n'a pas d'adresse"),
      { cause },
    );
  }
}

import { Resolver } from "node:dns/promises";
import * as http from "node:http";
import * as https from "node:https";
import { isIPv6, type LookupFunction } from "node:net";
import { rule } from "../../kernel/texts/index.ts";
import { EgressFailure, failureOf } from "./failure.ts";
import { checkUrl, isLocalhost, literalOf, mayConnect } from "./url.ts";

/**
 * The way out to addresses that users choose (OWASP's Server-Side Request Forgery Prevention cheat sheet). A
 * host name is resolved here, every address of it is checked, and the connection is made to a checked
 * address: there is no second look-up whose answer could be another. Redirects are not followed, proxies not
 * asked, connections not kept.
 */

export { EgressFailure, type FailureKind } from "./failure.ts";

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For the whole exchange, the look-up of the name included; 15 seconds unless told. */
  readonly timeoutMs?: number;
}

export interface Answer {
  readonly status: number;
  /** The `Retry-After` header, as it came. */
  readonly retryAfter: string | undefined;
  /** The beginning of the answer's body. */
  readonly body: string;
}

const TIMEOUT_MS = 15_000;
/** After so much of an answer no more is read, and what was read of it is enough to count as an answer. */
const MAX_READ_BYTES = 20_000;
const KEPT_BYTES = 2000;

/** How long a look-up may take while a user waits for it. */
const VET_MS = 3000;

/**
 * Checks a URL when a user gives it. A name that cannot be resolved now passes: its host may not be up yet,
 * and every connection checks again.
 * @returns the URL, normalised
 * @throws EgressFailure of kind `refused`
 */
export async function vet(text: string, resolve: Resolve = askDns): Promise<string> {
  const url = checkUrl(text);
  try {
    await within(VET_MS, (signal) => raced(addressesOf(url, resolve), signal));
  } catch (error) {
    if (!(error instanceof EgressFailure) || error.kind === "refused") throw error;
  }
  return url.href;
}

/**
 * Posts to a URL that a user chose, and reads the beginning of the answer, whatever its status.
 * @throws EgressFailure when there is no complete answer in time, or the URL may not be called
 */
export function post(
  { url: text, timeoutMs = TIMEOUT_MS, ...rest }: Post,
  resolve: Resolve = askDns,
): Promise<Answer> {
  return within(timeoutMs, async (signal) => {
    const url = checkUrl(text);
    const addresses = await raced(addressesOf(url, resolve), signal);
    return exchange(url, addresses, rest, signal);
  });
}

/** Does the work in so much of the machine's time. @throws EgressFailure `timeout` */
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

/** The work's result, or the signal's reason where that comes first. */
function raced<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  return Promise.race([work, promise]);
}

/** Answers the checked addresses, whatever is asked. */
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
  // An agent of its own: no connection is kept for later, and the environment names no proxy to it.
  const agent = secure ? new https.Agent({ keepAlive: false }) : new http.Agent({ keepAlive: false });
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  const request = (secure ? https : http).request(url, {
    method: "POST",
    agent,
    lookup: pinned(addresses),
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
    // The environment could turn these off.
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

/** The text of the first bytes; reading stops, and the connection with it, after `MAX_READ_BYTES`. */
async function readBeginning(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= MAX_READ_BYTES) break;
  }
  const kept = Buffer.concat(chunks).subarray(0, KEPT_BYTES);
  // As a stream, so that a character which the cut goes through is left out.
  return new TextDecoder().decode(kept, { stream: true });
}

/** From a host name to the addresses that it is connected at. */

/** Every address of a host name, IPv4 first. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** More than any receiver needs; a name with thousands must not have us try them all. */
const MAX_ADDRESSES = 8;

const LOCALHOST: readonly string[] = ["127.0.0.1", "::1"];

let resolver: Resolver | undefined;

/**
 * Asks the name servers themselves. Not `dns.lookup`: that works on the four threads that all of a process
 * shares, so that a few names whose servers never answer would keep everybody else's waiting.
 */
export const askDns: Resolve = async (hostname) => {
  resolver ??= new Resolver({ timeout: 2000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
};

/**
 * The addresses to connect to for a URL that `checkUrl` let pass. One that may not be spoken to spoils them
 * all: who has set it beside public ones means no good.
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
        "the host name leads to an address that is not public",
        "le nom d'hôte mène à une adresse qui n'est pas publique",
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

import { Resolver } from "node:dns/promises";
import { rule } from "../../kernel/texts/index.ts";
import { EgressFailure } from "./failure.ts";
import { isLocalhost, literalOf, mayConnect } from "./url.ts";

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

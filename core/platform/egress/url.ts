import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { env, envFlag } from "../../kernel/env.ts";
import { rule } from "../../kernel/texts/index.ts";
import { EgressFailure } from "./failure.ts";

/** The rules for URLs of users. The addresses of a host name are checked at each connection. */

export const MAX_URL_LENGTH = 2048;

/** Allowed are port 443 and unprivileged ports, so no SSH or mail. */
const FIRST_UNPRIVILEGED_PORT = 1024;

/** Names that are not public (RFC 6761, RFC 6762, RFC 8375, RFC 9476, ICANN's .internal), or often belong to a local network. */
const PRIVATE_NAMES: ReadonlySet<string> = new Set([
  "localhost",
  "local",
  "internal",
  "intranet",
  "private",
  "lan",
  "home",
  "corp",
  "arpa",
  "onion",
  "invalid",
  "test",
  "alt",
]);

/** White space, control characters and backslashes, which the WHATWG parser would silently drop or replace. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNCLEAN = /[\u0000-\u0020\u007f-\u00a0\\]/;

/**
 * Returns whether plain http and loopback addresses are allowed: `EGRESS_ALLOW_PRIVATE`, which only the local runtime and
 * the tests set. All other rules apply there, too.
 */
export const allowsLoopback = (): boolean => envFlag("EGRESS_ALLOW_PRIVATE", false);

/** The endpoints of the local database and queues, which must not be called by a user's URL. */
const OWN_ENDPOINTS = ["AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL_SQS"] as const;

const isOwnPort = (port: string): boolean =>
  OWN_ENDPOINTS.map((name) => env(name, "")).some(
    (endpoint) => URL.canParse(endpoint) && new URL(endpoint).port === port,
  );

const refused = (message: string): EgressFailure => new EgressFailure("refused", message);

export const mayConnect = (address: string): boolean =>
  isPublic(address) || (allowsLoopback() && isLoopback(address));

/** Returns whether a name is localhost (RFC 6761, section 6.3). */
export const isLocalhost = (hostname: string): boolean =>
  hostname === "localhost" || hostname.endsWith(".localhost");

/** Returns the host if it is an address; undefined if it is a name. */
export function literalOf({ hostname }: URL): string | undefined {
  const bare = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? undefined : bare;
}

/**
 * Parses a user's URL.
 * @throws EgressFailure of kind `refused` that names the rule it breaks
 */
export function checkUrl(text: string): URL {
  if (text.length > MAX_URL_LENGTH)
    throw refused(
      rule(
        `the URL must have at most ${MAX_URL_LENGTH} characters`,
        `l'URL doit compter au plus ${MAX_URL_LENGTH} caractères`,
      ),
    );
  if (UNCLEAN.test(text))
    throw refused(
      rule(
        "the URL must not contain white space, control characters or backslashes",
        "l'URL ne doit contenir ni espace, ni caractère de contrôle, ni barre oblique inverse",
      ),
    );
  if (!URL.canParse(text))
    throw refused(
      rule(
        "the URL must be an absolute URL, such as https://example.com/hooks",
        "l'URL doit être absolue, comme https://example.com/hooks",
      ),
    );
  const url = new URL(text);
  if (url.username !== "" || url.password !== "")
    throw refused(
      rule(
        "the URL must not contain a user name or password",
        "l'URL ne doit contenir ni nom d'utilisateur ni mot de passe",
      ),
    );
  checkScheme(url);
  checkHost(url);
  return url;
}

function checkScheme({ protocol, port }: URL): void {
  const local = allowsLoopback();
  if (protocol !== "https:" && !(local && protocol === "http:"))
    throw refused(rule("the URL must begin with https://", "l'URL doit commencer par https://"));
  if (port !== "" && !local && Number(port) < FIRST_UNPRIVILEGED_PORT)
    throw refused(
      rule(
        `the URL's port must be 443, or ${FIRST_UNPRIVILEGED_PORT} or above`,
        `le port de l'URL doit être 443, ou ${FIRST_UNPRIVILEGED_PORT} et plus`,
      ),
    );
  if (port !== "" && local && isOwnPort(port))
    throw refused(
      rule(
        "the URL's port must not be that of the platform's own database or queues",
        "le port de l'URL ne doit pas être celui de la base ou des files de la plateforme elle-même",
      ),
    );
}

function checkHost(url: URL): void {
  const literal = literalOf(url);
  if (literal !== undefined) {
    if (!mayConnect(literal))
      throw refused(
        rule("the URL's host must be a public address", "l'hôte de l'URL doit être une adresse publique"),
      );
    return;
  }
  const { hostname } = url;
  if (allowsLoopback() && isLocalhost(hostname)) return;
  const labels = hostname.split(".");
  // A trailing dot is the same name for DNS, but another one for certificates and lists of names.
  if (hostname.length > 253 || labels.some((label) => !/^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label)))
    throw refused(
      rule(
        "the URL's host must be a valid host name, without a dot at its end",
        "l'hôte de l'URL doit être un nom d'hôte valide, sans point à la fin",
      ),
    );
  if (labels.length < 2 || PRIVATE_NAMES.has(labels.at(-1) ?? ""))
    throw refused(
      rule("the URL's host must be a public host name", "l'hôte de l'URL doit être un nom d'hôte public"),
    );
}

/*
 * Allowed addresses: only those that are global unicast by IANA's registries of special-purpose addresses (RFC 6890).
 */

/** The only range of global unicast addresses (RFC 4291, section 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Interface identifiers that are followed by an IPv4 address, with the universal bit clear or set (RFC 5214, section 6.1). */
const ISATAP: readonly string[] = ["0000:5efe", "0200:5efe"];

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // Only forms that the system would connect to, without a zone: ipaddr.js alone also parses 127.1 and
  // 0x7f.1.
  const version = text.includes("%") ? 0 : isIP(text);
  if (version === 4) return ipaddr.IPv4.parse(text);
  if (version === 0) return undefined;
  // Completely in hexadecimal, because ipaddr.js takes ::8.8.8.8 for ::ffff:8.8.8.8.
  const address = ipaddr.IPv6.parse(new URL(`http://[${text}]`).hostname.slice(1, -1));
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

const isIsatap = (address: ipaddr.IPv6): boolean => {
  const [high = 0, low = 0] = address.parts.slice(4);
  const hex = (part: number) => part.toString(16).padStart(4, "0");
  return ISATAP.includes(`${hex(high)}:${hex(low)}`);
};

/** Returns whether a text is a global unicast address. IPv4-mapped IPv6 counts as IPv4. */
export function isPublic(text: string): boolean {
  const address = parse(text);
  if (address === undefined || address.range() !== "unicast") return false;
  return address instanceof ipaddr.IPv4 || (address.match(GLOBAL_UNICAST) && !isIsatap(address));
}

/** Returns whether an address is loopback: 127.0.0.0/8 or ::1. */
export const isLoopback = (text: string): boolean => parse(text)?.range() === "loopback";

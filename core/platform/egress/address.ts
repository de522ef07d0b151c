import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Which addresses users may have us speak to. What decides is the range that IANA's registries of
 * special-purpose addresses put an address in (RFC 6890); whatever is not known to be global unicast is
 * refused.
 */

/** RFC 4291, section 2.4: IANA allocates global unicast addresses from here alone. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * RFC 5214, section 6.1: the interface identifiers, universal bit clear or set, that carry an IPv4 address
 * behind them.
 */
const ISATAP: readonly string[] = ["0000:5efe", "0200:5efe"];

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // Only the forms that the system itself would connect to, and no zone: ipaddr.js alone also reads 127.1 and
  // 0x7f.1.
  const version = text.includes("%") ? 0 : isIP(text);
  if (version === 4) return ipaddr.IPv4.parse(text);
  if (version === 0) return undefined;
  // In hexadecimal throughout: ipaddr.js takes ::8.8.8.8 for ::ffff:8.8.8.8.
  const address = ipaddr.IPv6.parse(new URL(`http://[${text}]`).hostname.slice(1, -1));
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

const isIsatap = (address: ipaddr.IPv6): boolean => {
  const [high = 0, low = 0] = address.parts.slice(4);
  const hex = (part: number) => part.toString(16).padStart(4, "0");
  return ISATAP.includes(`${hex(high)}:${hex(low)}`);
};

/**
 * Whether an address is global unicast: what is not an address at all is not. IPv4-mapped IPv6 counts as the
 * IPv4 in it.
 */
export function isPublic(text: string): boolean {
  const address = parse(text);
  if (address === undefined || address.range() !== "unicast") return false;
  return address instanceof ipaddr.IPv4 || (address.match(GLOBAL_UNICAST) && !isIsatap(address));
}

/** Whether an address is this very machine's: 127.0.0.0/8 or ::1. */
export const isLoopback = (text: string): boolean => parse(text)?.range() === "loopback";

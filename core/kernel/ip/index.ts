import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** IP addresses. */

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** An address as a text writes it, an IPv4-mapped one as the IPv4 one that it is; undefined for anything else. */
export function parse(text: string): Address | undefined {
  // Only the forms that the system itself would connect to, and no zone: ipaddr.js alone also reads 127.1 and 0x7f.1.
  const version = text.includes("%") ? 0 : isIP(text);
  if (version === 4) return ipaddr.IPv4.parse(text);
  if (version === 0) return undefined;
  // In hexadecimal throughout: ipaddr.js takes ::8.8.8.8 for ::ffff:8.8.8.8.
  const address = ipaddr.IPv6.parse(new URL(`http://[${text}]`).hostname.slice(1, -1));
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

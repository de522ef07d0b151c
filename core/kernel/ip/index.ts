import { BlockList, isIP } from "node:net";

/** IP addresses and ranges of them, by what Node itself knows: a library would weigh on every function. */

export type Address =
  | { readonly family: "ipv4"; readonly text: string }
  /** `groups`: its eight parts in hexadecimal, without leading zeros. */
  | { readonly family: "ipv6"; readonly text: string; readonly groups: readonly string[] };

/**
 * An address as a text writes it, an IPv4-mapped one as the IPv4 one that it is; undefined for anything else.
 */
export function parse(address: string): Address | undefined {
  // Only the forms that the system itself would connect to, and no zone.
  const version = address.includes("%") ? 0 : isIP(address);
  if (version === 4) return { family: "ipv4", text: address };
  if (version === 0) return undefined;
  // A URL's host is in the one form of RFC 5952, in hexadecimal throughout.
  const text = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [left = [], right = []] = text
    .split("::")
    .map((half) => half.split(":").filter((group) => group !== ""));
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right];
  if (groups.slice(0, 6).join(":") !== "0:0:0:0:0:ffff") return { family: "ipv6", text, groups };
  const bytes = groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
  return { family: "ipv4", text: bytes.join(".") };
}

/** A range in CIDR notation, an address as the range of it alone; undefined for anything else. */
export function parseRange(range: string): string | undefined {
  const [first = "", bits, ...more] = range.split("/");
  const address = parse(first);
  if (!address || more.length > 0) return undefined;
  const width = address.family === "ipv4" ? 32 : 128;
  if (bits === undefined) return `${address.text}/${width}`;
  // The bits of an IPv4-mapped address would be those of IPv6.
  const isMapped = width === 32 && first.includes(":");
  const isWidth = /^\d{1,3}$/.test(bits) && Number(bits) <= width;
  return isWidth && !isMapped ? `${address.text}/${Number(bits)}` : undefined;
}

/**
 * Whether an address lies in one of the ranges, as `parseRange` gives them. What is no address lies in none.
 */
export function isWithin(address: string, ranges: readonly string[]): boolean {
  const parsed = parse(address);
  if (!parsed) return false;
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", bits] = range.split("/");
    list.addSubnet(network, Number(bits), network.includes(":") ? "ipv6" : "ipv4");
  }
  return list.check(parsed.text, parsed.family);
}

import { BlockList, isIP } from "node:net";

/** IP addresses and ranges, with Node's own parser, because a library would enlarge every function. */

export type Address =
  | { readonly family: "ipv4"; readonly text: string }
  /** `groups`: its eight parts in hexadecimal, without leading zeros. */
  | { readonly family: "ipv6"; readonly text: string; readonly groups: readonly string[] };

/** Parses an address; an IPv4-mapped one becomes IPv4. Undefined for any other text. */
export function parse(address: string): Address | undefined {
  // Only forms that the system would connect to, without a zone.
  const version = address.includes("%") ? 0 : isIP(address);
  if (version === 4) return { family: "ipv4", text: address };
  if (version === 0) return undefined;
  // A URL's host has the form of RFC 5952, completely in hexadecimal.
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

/** Parses a range in CIDR notation, or a single address as a range. Undefined for any other text. */
export function parseRange(range: string): string | undefined {
  const [first = "", bits, ...more] = range.split("/");
  const address = parse(first);
  if (!address || more.length > 0) return undefined;
  const width = address.family === "ipv4" ? 32 : 128;
  if (bits === undefined) return `${address.text}/${width}`;
  // The prefix length of an IPv4-mapped address would count IPv6 bits.
  const isMapped = width === 32 && first.includes(":");
  const isWidth = /^\d{1,3}$/.test(bits) && Number(bits) <= width;
  return isWidth && !isMapped ? `${address.text}/${Number(bits)}` : undefined;
}

/** Returns whether an address is in one of the ranges of `parseRange`. A text that is not an address is in no range. */
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

import { isIPv4, isIPv6 } from "node:net";

/**
 * The name under which a client address is counted: an IPv4 address whole, an IPv6 one by its /64, since that is what
 * one subscriber gets; an IPv4-mapped IPv6 address as the IPv4 one. What is no address shares one bucket: fail closed.
 */
export function callerOfIp(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  const address = mapped ?? ip.split("%")[0] ?? "";
  if (isIPv4(address)) return `ip:${address}`;
  if (!isIPv6(address)) return "ip:unknown";
  return `ip:${groups(address).slice(0, 4).join(":")}::/64`;
}

/** The eight groups of an IPv6 address, without leading zeros, in lower case. */
function groups(address: string): string[] {
  const [head = "", tail = ""] = address.toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === "" ? [] : tail.split(":");
  // A dotted IPv4 tail stands for two groups; it lies beyond the /64, so its value does not matter.
  const width = (part: string[]) => part.reduce((sum, group) => sum + (group.includes(".") ? 2 : 1), 0);
  const zeros = Array<string>(Math.max(0, 8 - width(left) - width(right))).fill("0");
  return [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ""));
}

import * as Ip from "../../kernel/ip/index.ts";
import type { KeyMode, Mode } from "../../kernel/mode.ts";

/** The names under which callers are counted. */

/**
 * An IPv4 address whole, an IPv6 one by its /64, since that is what one subscriber gets. What is no address
 * shares one bucket: fail closed.
 */
export function callerOfIp(ip: string): string {
  const address = Ip.parse(ip.split("%")[0] ?? "");
  if (!address) return "ip:unknown";
  return `ip:${address.family === "ipv4" ? address.text : `${address.groups.slice(0, 4).join(":")}::/64`}`;
}

/** An account, whichever of its sessions or keys calls. What its test keys do counts apart. */
export const callerOfUser = ({
  userId,
  mode,
}: {
  readonly userId: string;
  readonly mode: Mode | KeyMode;
}): string => (mode === "live" ? `user:${userId}` : `user:${userId}:test`);

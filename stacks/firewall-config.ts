import type { ContextName } from "./context-names.ts";

/** Whose firewall the distribution has: our own, one that the operator names, or none. */
export type Firewall =
  | {
      readonly kind: "own";
      /** Requests of one address in five minutes, beyond which it is refused. */
      readonly flood: number;
      /** What AWS's managed rules do: `count` is for the first days, until it is seen whom they would refuse. */
      readonly managed: "block" | "count";
    }
  | { readonly kind: "named"; readonly arn: string }
  | { readonly kind: "none" };

/** 20 a second, of an address that many telephones may be behind. */
const FLOOD = 6000;

/** @throws Error that names the setting and the rule */
export function firewallOf(text: (name: ContextName) => string | undefined, byDefault: boolean): Firewall {
  const arn = text("webAclArn");
  const wanted = text("firewall") ?? String(byDefault);
  if (!/^(true|false)$/.test(wanted)) throw new Error('firewall must be "true" or "false"');
  if (arn !== undefined) return { kind: "named", arn };
  if (wanted === "false") return { kind: "none" };
  const flood = Number(text("firewallFlood") ?? FLOOD);
  if (!Number.isInteger(flood) || flood < 10 || flood > 2_000_000_000)
    throw new Error("firewallFlood must be a whole number from 10: requests of one address in five minutes");
  const managed = text("firewallManaged") ?? "block";
  if (managed !== "block" && managed !== "count")
    throw new Error('firewallManaged must be "block" or "count"');
  return { kind: "own", flood, managed };
}

import * as z from "zod";
import { prefixes, ULID } from "./ids/schema.ts";

/**
 * Ledgers exist side by side: `live` with real money, and a sandbox for each developer who tries the public
 * API. Nothing passes from one to another.
 */

/** What an API key says of itself: whether it acts on real money. */
export const keyModes = ["live", "test"] as const;
export type KeyMode = (typeof keyModes)[number];

/**
 * A sandbox's name: whose it is, and which of those that its owner has had one after the other. It stands in
 * every key, id and account name of its ledger.
 */
export type Sandbox = `test_${string}`;

/** Which ledger something is of. */
export type Mode = "live" | Sandbox;

/** What a sandbox's name looks like. */
export const SANDBOX = `test_${ULID}_[1-9][0-9]{0,8}`;

/** The ledger that an item or an event names. */
export const mode = z
  .string()
  .regex(new RegExp(`^(?:live|${SANDBOX})$`)) as z.ZodType<string> as z.ZodType<Mode>;

/** The sandbox of an owner. @param generation counts those before it: 1 for the first */
export const sandboxOf = (ownerId: string, generation = 1): Sandbox =>
  `test_${ownerId.slice(prefixes.user.length + 1)}_${generation}`;

/** Whose a sandbox is, and which of its owner's. */
export function partsOf(sandbox: Sandbox): { readonly ownerId: string; readonly generation: number } {
  const [, ulid, generation] = sandbox.split("_");
  return { ownerId: `${prefixes.user}_${ulid}`, generation: Number(generation) };
}

/** The ledger that a name of an id or an account says. @param sandbox as matched by `SANDBOX`; undefined: the live one */
export const ledgerOf = (sandbox: string | undefined): Mode => (sandbox ?? "live") as Mode;

/** What stands before an owner's ULID in the ids that say which ledger they are of: nothing for live. */
export const tagOf = (mode: Mode): string => (mode === "live" ? "" : `${mode}_`);

/** Whose something is, and in which ledger. Every actor is one. */
export interface Owner {
  readonly mode: Mode;
  readonly userId: string;
}

import * as z from "zod";
import { prefixes, ULID } from "./ids/schema.ts";

/**
 * Ledgers are separate: `live` with real money, and a sandbox for each developer who tries the public API. No entry
 * crosses from one to another.
 */

/** The mode of an API key: whether it acts on real money. */
export const keyModes = ["live", "test"] as const;
export type KeyMode = (typeof keyModes)[number];

/** A sandbox's name: its owner, and its number among the owner's. Every key, id and account name of its ledger has it. */
export type Sandbox = `test_${string}`;

/** A ledger. */
export type Mode = "live" | Sandbox;

/** The pattern of a sandbox's name. */
export const SANDBOX = `test_${ULID}_[1-9][0-9]{0,8}`;

/** The ledger of an item or an event. */
export const mode = z
  .string()
  .regex(new RegExp(`^(?:live|${SANDBOX})$`)) as z.ZodType<string> as z.ZodType<Mode>;

/** Returns the name of an owner's sandbox. @param generation 1 for the first */
export const sandboxOf = (ownerId: string, generation = 1): Sandbox =>
  `test_${ownerId.slice(prefixes.user.length + 1)}_${generation}`;

/** Parses a sandbox's name. */
export function partsOf(sandbox: Sandbox): { readonly ownerId: string; readonly generation: number } {
  const [, ulid, generation] = sandbox.split("_");
  return { ownerId: `${prefixes.user}_${ulid}`, generation: Number(generation) };
}

/** Returns the ledger of an id or an account name. @param sandbox the match of `SANDBOX`; undefined for the live ledger */
export const ledgerOf = (sandbox: string | undefined): Mode => (sandbox ?? "live") as Mode;

/** Returns the text before the owner's ULID in ids that state their ledger: empty for live. */
export const tagOf = (mode: Mode): string => (mode === "live" ? "" : `${mode}_`);

/** The owner of an object, and its ledger. Every actor is one. */
export interface Owner {
  readonly mode: Mode;
  readonly userId: string;
}

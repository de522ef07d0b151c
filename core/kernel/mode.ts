/**
 * Two ledgers exist side by side: `live` with real money, and `test` for developers who try the public API.
 * Nothing passes from one to the other.
 */
export const modes = ["live", "test"] as const;
export type Mode = (typeof modes)[number];

/** Whose something is, and in which ledger. Every actor is one. */
export interface Owner {
  readonly mode: Mode;
  readonly userId: string;
}

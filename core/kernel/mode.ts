/**
 * Two ledgers live side by side: `live` with real money, and `test` for developers who try the public API. Nothing passes from one to
 * the other.
 */
export const modes = ["live", "test"] as const;
export type Mode = (typeof modes)[number];

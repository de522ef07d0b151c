/**
 * The prefix of all partition keys of secret items: items with a credential that a reader could use or find by trial. Each
 * kind has a prefix of its own, and a function reaches only the kinds in its grants (`contract/table-access.ts`). Hashes of
 * random values of 128 bits or more are not secret items, because their values cannot be found. Sealed values are, so that
 * an attacker needs both the item and the key.
 */
export const SECRET = "SECRET#";

export const credentials = {
  /** bcrypt hashes of passwords. */
  password: "SECRET#PASSWORD#",
  /** Sealed secrets of one-time codes (TOTP). */
  secondFactor: "SECRET#SECONDFACTOR#",
  /** Sealed codes of six digits in emails and text messages, which could be found by trial. */
  mailLink: "SECRET#MAILLINK#",
  phoneCode: "SECRET#PHONECODE#",
  /** Sealed verifiers of a sign-in at a provider. */
  oauthFlow: "SECRET#OAUTHFLOW#",
  /** Sealed secrets that sign requests. */
  apiKey: "SECRET#APIKEY#",
  /** Sealed secrets that sign webhooks. */
  webhook: "SECRET#WEBHOOK#",
} as const satisfies Readonly<Record<string, `${typeof SECRET}${string}#`>>;

/** A kind of secret items. */
export type Credential = keyof typeof credentials;

/** Returns the prefix of all partition keys of an entity. */
export const beginningOf = ({ pk }: { readonly pk: string }): string => pk.replace(/\{.*/, "");

/**
 * The prefixes of the partition keys of append-only items: the journal of the ledger and the audit trail. No function's role
 * may update or delete them (`contract/table-access.ts`). A put could replace them, so the table's client rejects every write
 * except those of `appendWrite` (`write.ts`).
 */
export const APPEND_ONLY = ["ENTRY#", "TRAIL#"] as const;

export const isAppendOnly = (pk: string): boolean => APPEND_ONLY.some((prefix) => pk.startsWith(prefix));

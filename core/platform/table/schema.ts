/**
 * What is secret in the table: items that hold a credential which whoever reads it could use, or find out by trying. Their
 * partition keys begin so, each kind with its own beginning, and a function reaches the kinds that its grants name and no
 * other (`contract/table-access.ts`). Random values of 128 bits and more that are kept as hashes are no such items: nobody
 * finds what they are hashes of. What is sealed is one, so that it takes two things to open it: the item and the key.
 */
export const SECRET = "SECRET#";

export const credentials = {
  /** bcrypt hashes of what people thought of. */
  password: "SECRET#PASSWORD#",
  /** What one-time codes are made of, sealed. */
  secondFactor: "SECRET#SECONDFACTOR#",
  /** Codes of six digits that letters and text messages have, sealed: they are soon tried. */
  mailLink: "SECRET#MAILLINK#",
  phoneCode: "SECRET#PHONECODE#",
  /** What a provider's answer to a sign-in is taken with, sealed. */
  oauthFlow: "SECRET#OAUTHFLOW#",
  /** What requests are signed with, sealed. */
  apiKey: "SECRET#APIKEY#",
  /** What webhooks are signed with, sealed. */
  webhook: "SECRET#WEBHOOK#",
} as const satisfies Readonly<Record<string, `${typeof SECRET}${string}#`>>;

/** A kind of secret items. */
export type Credential = keyof typeof credentials;

/** How all partition keys of an entity begin. */
export const beginningOf = ({ pk }: { readonly pk: string }): string => pk.replace(/\{.*/, "");

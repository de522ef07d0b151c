import * as z from "zod";

export const flagKinds = [
  "payment",
  "order",
  "dispute",
  "bank_transfer",
  "withdrawal",
  /** A decision of the bank that contradicts an administrator's. */
  "identity",
  /** Money for an erased user. */
  "suspense",
] as const;

/** The resolution of a flag: administrator, time and note. */
export const resolution = z.object({ by: z.string(), at: z.string(), note: z.string() });

import * as z from "zod";

/** What may be flagged for a person to look at. */
export const flagKinds = [
  "payment",
  "order",
  "dispute",
  "bank_transfer",
  "withdrawal",
  /** Money that came for somebody who is erased. */
  "suspense",
] as const;

/** That an administrator has looked at it: who, when, and what came of it. */
export const resolution = z.object({ by: z.string(), at: z.string(), note: z.string() });

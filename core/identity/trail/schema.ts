import * as z from "zod";

/** The recorded actions of administration. */
export const auditActions = [
  "role-changed",
  "role-change-asked",
  "role-change-refused",
  "user-blocked",
  "user-unblocked",
  "user-seen",
  "user-erasure-asked",
  "user-erasure-approved",
  "user-erased",
  "user-erased-again",
  "wallet-adjusted",
  "wallet-adjustment-asked",
  "payment-decided",
  "payment-approval-asked",
  "saveback-payout-asked",
  "identity-documents-seen",
  "identity-decided",
  "flag-resolved",
] as const;
export type AuditAction = (typeof auditActions)[number];

/** The id of the list of all actions. The ids of the other lists are user ids. */
export const ALL = "all";

export const line = z.object({
  deedId: z.string(),
  /** ISO 8601. */
  at: z.string(),
  deed: z.enum(auditActions),
  /** The author's user id. For an operator at the command line, `operator:` and the name of the machine's user. */
  by: z.string(),
  /** The affected user. */
  to: z.string().optional(),
  /** In the author's words. */
  reason: z.string().default(""),
  /** Further facts: ids, amounts, roles. */
  about: z.record(z.string(), z.string()).default({}),
  /** The position in the author's chain, from 1. This and the hashes are missing in lines of earlier versions. */
  seq: z.bigint().optional(),
  /** The hash of the author's previous line. Empty for the first. */
  previousHash: z.string().optional(),
  /** `hashOf` in chain.ts. */
  hash: z.string().optional(),
});

export type Line = z.output<typeof line>;

/** The end of an author's chain. */
export const head = z.object({
  by: z.string(),
  /** The number of lines. */
  seq: z.bigint(),
  /** The hash of the last line. */
  hash: z.string(),
});

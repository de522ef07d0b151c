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
});

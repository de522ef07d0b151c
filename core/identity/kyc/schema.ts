import * as z from "zod";

/** What the platform knows of who a user is (know your customer). */

/** Spec 3, section 2.8. */
export const kycStatuses = ["PENDING", "IN_REVIEW", "VALIDATED", "REJECTED", "EXPIRED"] as const;
export type KycStatus = (typeof kycStatuses)[number];

/** Of a person, or of a business (know your business). */
export const kycKinds = ["KYC", "KYB"] as const;
export type KycKind = (typeof kycKinds)[number];

/** A level, small enough for a JS number. */
const level = z.bigint().transform(Number);

export const standingItem = z.object({
  userId: z.string(),
  status: z.enum(kycStatuses),
  /** How far the user was checked: 0 not at all. A validation raises it, and nothing lowers it. */
  level,
  kind: z.enum(kycKinds),
  /** Why the status is what it is, in the words of whoever decided. */
  reason: z.string().optional(),
  /** The position of the decision that the status is of: an older one does not change it. */
  position: z.string(),
  /** ISO 8601. */
  updatedAt: z.string(),
  /** What comes before this position was of a former owner of the account, and raises no level. */
  since: z.string().optional(),
  version: z.bigint(),
});

/** How a user stands. */
export type Standing = Pick<
  z.output<typeof standingItem>,
  "userId" | "status" | "level" | "kind" | "reason"
> & {
  /** ISO 8601; missing where nothing was ever decided. */
  readonly updatedAt?: string | undefined;
};

export const changeItem = z.object({
  userId: z.string(),
  decisionId: z.string(),
  /** What was decided. */
  decided: z.enum(kycStatuses),
  kind: z.enum(kycKinds),
  reason: z.string().optional(),
  /** How the user stood after it: another status than what was decided where a newer decision prevails. */
  status: z.enum(kycStatuses),
  level,
  /** `bank`, the id of whoever of the staff decided, or `hand-over`: it began anew with another owner. */
  by: z.string(),
  position: z.string(),
  /** ISO 8601: when it was recorded. */
  recordedAt: z.string(),
});

/** One line of a user's history. */
export type Change = z.output<typeof changeItem>;

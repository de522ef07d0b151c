import * as z from "zod";
import { storedNumber } from "../../kernel/stored.ts";

/** What the platform knows of who a user is (know your customer). */

/** Spec 3, section 2.8. */
export const kycStatuses = ["PENDING", "IN_REVIEW", "VALIDATED", "REJECTED", "EXPIRED"] as const;
export type KycStatus = (typeof kycStatuses)[number];

/** Of a person, or of a business (know your business). */
export const kycKinds = ["KYC", "KYB"] as const;
export type KycKind = (typeof kycKinds)[number];

/** A level, small enough for a JS number. */
const level = storedNumber;

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
  /**
   * `bank`, the id of whoever of the staff decided, `owner`: the user began a verification, `time`: its
   * validation was over, or `hand-over`: it began anew with another owner.
   */
  by: z.string(),
  /** The verification that it was a decision on. */
  verificationId: z.string().optional(),
  position: z.string(),
  /** ISO 8601: when it was recorded. */
  recordedAt: z.string(),
});

/** Why a verification was refused, as far as its user may be told. */
export const refusals = [
  "document_unreadable",
  "document_expired",
  "document_not_accepted",
  "document_incomplete",
  "name_mismatch",
  "selfie_mismatch",
  "address_too_old",
  "other",
] as const;

/** A reason, and which document it is of; without one of the whole file. */
export const reason = z.object({
  code: z.enum(refusals),
  documentType: z.string().optional(),
  side: z.string().optional(),
});
export type Reason = z.output<typeof reason>;

export const verificationItem = z.object({
  userId: z.string(),
  verificationId: z.string(),
  /** Who the account belonged to: one of a former owner's is none of the present one's. */
  ownershipId: z.string(),
  isOpen: z.boolean(),
  /** How far the user is checked where it is approved. */
  level,
  /** What is reviewed: what was handed in when it began. */
  documents: z.array(z.object({ documentId: z.string(), documentType: z.string(), side: z.string() })),
  /** ISO 8601. */
  startedAt: z.string(),
  /** The position of its beginning among all decisions: those on it come after. */
  position: z.string(),
  /** ISO 8601; missing while it is open. */
  decidedAt: z.string().optional(),
  outcome: z.enum(kycStatuses).optional(),
  /** As a change says it. */
  decidedBy: z.string().optional(),
  reasons: z.array(reason).optional(),
});

/** What a user's identity is verified by, once it was handed in. */
export type Verification = z.output<typeof verificationItem>;

/** One line of a user's history. */
export type Change = z.output<typeof changeItem>;

import * as z from "zod";
import { storedNumber } from "../../kernel/stored.ts";

/** Spec 3, section 2.8. */
export const kycStatuses = ["PENDING", "IN_REVIEW", "VALIDATED", "REJECTED", "EXPIRED"] as const;
export type KycStatus = (typeof kycStatuses)[number];

/** Verification of a person (know your customer) or a business (know your business). */
export const kycKinds = ["KYC", "KYB"] as const;
export type KycKind = (typeof kycKinds)[number];

/** Causes of a rejection that forbid payments. For staff only: the law may forbid to disclose them. */
export const rejectionCauses = ["sanctions", "fraud"] as const;
export type RejectionCause = (typeof rejectionCauses)[number];

export const stateItem = z.object({
  userId: z.string(),
  status: z.enum(kycStatuses),
  /** The highest level of the validations of the account's current owner, 0 before the first. Ignores stale decisions. */
  level: storedNumber,
  kind: z.enum(kycKinds),
  /** The author's reason. */
  reason: z.string().optional(),
  /** Remains until the next validation. The user's cards cannot pay. */
  cause: z.enum(rejectionCauses).optional(),
  /** The position of the decision that set the status. An older decision does not change the status. */
  position: z.string(),
  /** ISO 8601. */
  updatedAt: z.string(),
  /** Decisions with an earlier position are about a former owner of the account, and do not raise the level. */
  since: z.string().optional(),
  version: z.bigint(),
});

/** A user's KYC state. */
export type KycState = Pick<
  z.output<typeof stateItem>,
  "userId" | "status" | "level" | "kind" | "reason" | "cause"
> & {
  /** ISO 8601. Missing before the first decision. */
  readonly updatedAt?: string | undefined;
};

export const changeItem = z.object({
  userId: z.string(),
  decisionId: z.string(),
  decided: z.enum(kycStatuses),
  kind: z.enum(kycKinds),
  reason: z.string().optional(),
  cause: z.enum(rejectionCauses).optional(),
  /** The status after the decision. Differs from `decided` if a newer decision prevails. */
  status: z.enum(kycStatuses),
  level: storedNumber,
  /** The id of a staff member, `bank`, `owner` (began a verification), `time` (expiry) or `hand-over` (new owner). */
  by: z.string(),
  /** The decided verification. */
  verificationId: z.string().optional(),
  position: z.string(),
  /** ISO 8601: when it was recorded. */
  recordedAt: z.string(),
});

/** The reasons of a rejection that the user may see. */
export const rejectionReasons = [
  "document_unreadable",
  "document_expired",
  "document_not_accepted",
  "document_incomplete",
  "name_mismatch",
  "selfie_mismatch",
  "address_too_old",
  "other",
] as const;

/** A reason for one document. Without a document, it is for all documents. */
export const reason = z.object({
  code: z.enum(rejectionReasons),
  documentType: z.string().optional(),
  side: z.string().optional(),
});
export type Reason = z.output<typeof reason>;

export const verificationItem = z.object({
  userId: z.string(),
  verificationId: z.string(),
  /** The account's ownership id at the start. A former owner's verification is ignored. */
  ownershipId: z.string(),
  isOpen: z.boolean(),
  /** The level that an approval gives. */
  level: storedNumber,
  /** The reviewed documents. */
  documents: z.array(z.object({ documentId: z.string(), documentType: z.string(), side: z.string() })),
  /** ISO 8601. */
  startedAt: z.string(),
  /** The position of the start. Decisions on this verification have later positions. */
  position: z.string(),
  /** ISO 8601. Missing while it is open. */
  decidedAt: z.string().optional(),
  outcome: z.enum(kycStatuses).optional(),
  /** The same values as `by` of a change. */
  decidedBy: z.string().optional(),
  reasons: z.array(reason).optional(),
});

export type Verification = z.output<typeof verificationItem>;

export type Change = z.output<typeof changeItem>;

/** The next step of a user's verification. */
export const nextSteps = [
  "upload_documents",
  "take_selfie",
  "start_verification",
  "wait",
  "contact_support",
  "none",
] as const;
export type NextStep = (typeof nextSteps)[number];

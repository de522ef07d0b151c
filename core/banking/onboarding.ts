import * as z from "zod";
import { link } from "../identity/kyc/documents/files.ts";
import * as Documents from "../identity/kyc/documents/index.ts";
import type { Document } from "../identity/kyc/documents/schema.ts";
import * as Kyc from "../identity/kyc/index.ts";
import type { KycStatus } from "../identity/kyc/schema.ts";
import * as Users from "../identity/users.ts";
import { type BankEvent, type BankHandler, positionOf } from "../inbound/bank.ts";
import { HOUR_SECONDS } from "../kernel/time.ts";
import * as Bank from "../platform/bank.ts";
import { subject, wellFormed } from "./event-data.ts";
import { forOwner, type OwnedHandler } from "./unassigned.ts";

/** Submits verifications of users and businesses to the bank, and applies its decisions (spec 3, section 6.2). */

/** The highest level. A larger number is an error and is ignored. */
const MAX_LEVEL = 10;

const decision = z.looseObject({
  kycLevel: z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
    .pipe(z.int().min(1).max(MAX_LEVEL))
    .optional()
    .catch(undefined),
  kind: z.string().optional().catch(undefined),
  reason: wellFormed(1000).optional().catch(undefined),
  /** The submitted verification, if the bank names it. */
  verificationId: z.string().max(100).optional().catch(undefined),
});

const handleDecision =
  (status: KycStatus): OwnedHandler =>
  async (event, userId) => {
    const { kycLevel, kind, reason, verificationId } = decision.parse(event.data);
    if (userId === undefined) return outcomeOfUnknown(event);
    const { state, effect } = await Kyc.decide("bank", userId, {
      decisionId: event.eventId,
      status,
      level: kycLevel,
      kind: kind === undefined ? undefined : /kyb|business|company/i.test(kind) ? "KYB" : "KYC",
      reason: status === "REJECTED" ? reason : undefined,
      verificationId,
      position: positionOf(event),
    });
    return `${effect}: ${state.status}, level ${state.level}`;
  };

/** @throws TypeError if the event names neither a user nor an account: it then becomes a dead letter */
function outcomeOfUnknown({ data }: BankEvent): string {
  const { userId, accountId } = subject.parse(data);
  if (userId === undefined && accountId === undefined)
    throw new TypeError("an onboarding event names neither a userId nor an accountId");
  return "unknown user";
}

export const handlers: Readonly<Record<string, BankHandler>> = {
  "onboarding.completed": forOwner(handleDecision("VALIDATED")),
  "onboarding.rejected": forOwner(handleDecision("REJECTED")),
};

/** The lifetime of a link to a document. Each attempt creates new links. */
const LINK_SECONDS = HOUR_SECONDS;

/**
 * Submits a verification to the bank, unless it is already decided or belongs to a former owner of the account. Without
 * a bank, administrators decide. A repeated call changes nothing, because the bank identifies a verification by its id.
 * @returns the outcome for the log
 * @throws OutboundFailure
 */
export async function submitVerification(userId: string, verificationId: string): Promise<string> {
  const [user, { verification }] = await Promise.all([Users.fromId(userId), Kyc.readInputs(userId)]);
  if (!user || !verification?.isOpen || verification.verificationId !== verificationId)
    return "no longer open";
  if (verification.ownershipId !== user.ownershipId) return "belongs to a former owner";
  if (!Bank.isConfigured()) return "no bank: administrators decide";
  const { firstName, lastName, email, phone, dateOfBirth, address } = user;
  const { documents } = await Documents.list(user);
  const requested = new Set(verification.documents.map(({ documentId }) => documentId));
  await Bank.order("/onboardings", verificationId, {
    verificationId,
    userId,
    kind: "KYC",
    level: verification.level,
    person: { firstName, lastName, email, phone, dateOfBirth, address },
    documents: await Promise.all(
      documents.filter(({ documentId }) => requested.has(documentId)).map(withLink),
    ),
  });
  return "submitted to the bank";
}

const withLink = async (document: Document) => {
  const { documentId, documentType, side, format, bytes } = document;
  return { documentId, documentType, side, format, bytes, url: await link(document, LINK_SECONDS) };
};

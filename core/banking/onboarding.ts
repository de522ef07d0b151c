import * as z from "zod";
import * as Flags from "../flags/index.ts";
import { link } from "../identity/kyc/documents/files.ts";
import * as Documents from "../identity/kyc/documents/index.ts";
import type { Document } from "../identity/kyc/documents/schema.ts";
import * as Kyc from "../identity/kyc/index.ts";
import { type KycStatus, type RejectionCause, rejectionCauses } from "../identity/kyc/schema.ts";
import * as Users from "../identity/users.ts";
import { type BankEvent, type BankHandler, positionOf } from "../inbound/bank.ts";
import { HOUR_SECONDS } from "../kernel/time.ts";
import * as Bank from "../platform/bank.ts";
import * as Table from "../platform/table/index.ts";
import { subject, wellFormed } from "./event-data.ts";
import { forOwner, type OwnedHandler } from "./unassigned.ts";

/** Submits verifications of users and businesses to the bank, and applies its decisions (spec 3, section 6.2). */

/** The highest level. A number outside 1 to this level is ignored. */
const MAX_LEVEL = 10;

const decision = z.looseObject({
  kycLevel: z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
    .pipe(z.int().min(1).max(MAX_LEVEL))
    .optional()
    .catch(undefined),
  kind: z.string().optional().catch(undefined),
  reason: wellFormed(1000).optional().catch(undefined),
  cause: z.enum(rejectionCauses).optional().catch(undefined),
  /** The submitted verification, if the bank names it. */
  verificationId: z.string().max(100).optional().catch(undefined),
});

/** Words of a reason that name a cause, for a bank that states it in the text only. */
const causeWords: Readonly<Record<RejectionCause, RegExp>> = {
  sanctions: /sanction|embargo|terroris|asset.?freez|gel des avoirs|\b(ofac|watch.?list)\b/i,
  fraud:
    /fraud|forge[dr]y?|falsif|counterfeit|contrefa|impersonat|usurpation|identity theft|launder|blanchiment/i,
};

/** Returns the cause of a rejection. A text that only mentions a cause counts, since the staff can lift a freeze. */
const causeOf = ({ cause, reason = "" }: z.output<typeof decision>): RejectionCause | undefined =>
  cause ?? rejectionCauses.find((one) => causeWords[one].test(reason));

const handleDecision =
  (status: KycStatus): OwnedHandler =>
  async (event, userId) => {
    const data = decision.parse(event.data);
    const { kycLevel, kind, reason, verificationId } = data;
    if (userId === undefined) return outcomeOfUnknown(event);
    const given = {
      decisionId: event.eventId,
      status,
      level: kycLevel,
      kind: kind === undefined ? undefined : /kyb|business|company/i.test(kind) ? "KYB" : "KYC",
      reason: status === "REJECTED" ? reason : undefined,
      cause: status === "REJECTED" ? causeOf(data) : undefined,
      verificationId,
      position: positionOf(event),
    } as const;
    const { state, effect } = await Table.change(
      () => Kyc.readInputs(userId, given.decisionId),
      (inputs) => {
        const { writes, result } = Kyc.applyDecision("bank", userId, given, inputs);
        const { verification } = inputs;
        if (result.effect !== "contested" || !verification) return { writes, result };
        const of = { kind: "identity", id: verification.verificationId } as const;
        return { writes: [...writes, Flags.raiseWrite(of, { why: conflictOf(given), userId })], result };
      },
    );
    return `${effect}: ${state.status}, level ${state.level}`;
  };

/** Describes the bank's contrary decision for the administrator who reviews the case. */
const conflictOf = ({
  status,
  cause,
  reason,
}: {
  readonly status: KycStatus;
  readonly cause: RejectionCause | undefined;
  readonly reason: string | undefined;
}): string =>
  status === "VALIDATED"
    ? "the bank approved a verification that an administrator rejected; the rejection stands"
    : `the bank rejected a verification that an administrator approved; the approval stands${
        cause ? `; cause: ${cause}` : ""
      }${reason === undefined ? "" : `; reason: ${reason}`}`;

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

import * as z from "zod";
import * as Kyc from "../identity/kyc/index.ts";
import type { KycStatus } from "../identity/kyc/schema.ts";
import type { BankEvent, BankHandler } from "../inbound/bank.ts";
import { positionOf } from "../inbound/position.ts";
import { subject, wellFormed } from "./fields.ts";
import { type OwnedHandler, owned } from "./unassigned.ts";

/** The bank's onboarding events (spec 3, section 6.2): checks of a user or a business, passed or refused. */

/** Levels are few; a figure beyond them is a mistake, and counts as none was given. */
const MAX_LEVEL = 10;

const decision = z.looseObject({
  kycLevel: z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
    .pipe(z.int().min(1).max(MAX_LEVEL))
    .optional()
    .catch(undefined),
  kind: z.string().optional().catch(undefined),
  reason: wellFormed(1000).optional().catch(undefined),
  /** The verification that it was asked for by, where the bank names it. */
  verificationId: z.string().max(100).optional().catch(undefined),
});

const decided =
  (status: KycStatus): OwnedHandler =>
  async (event, userId) => {
    const { kycLevel, kind, reason, verificationId } = decision.parse(event.data);
    if (userId === undefined) return unknown(event);
    const { standing, effect } = await Kyc.decide("bank", userId, {
      decisionId: event.eventId,
      status,
      level: kycLevel,
      kind: kind === undefined ? undefined : /kyb|business|company/i.test(kind) ? "KYB" : "KYC",
      reason: status === "REJECTED" ? reason : undefined,
      verificationId,
      position: positionOf(event),
    });
    return `${effect}: ${standing.status}, level ${standing.level}`;
  };

/**
 * @throws TypeError when the event names nobody at all: no retry mends that, and the dead letters keep it for
 * whoever can
 */
function unknown({ data }: BankEvent): string {
  const { userId, accountId } = subject.parse(data);
  if (userId === undefined && accountId === undefined)
    throw new TypeError("an onboarding event names neither a userId nor an accountId");
  return "nobody of ours";
}

export const handlers: Readonly<Record<string, BankHandler>> = {
  "onboarding.completed": owned(decided("VALIDATED")),
  "onboarding.rejected": owned(decided("REJECTED")),
};

import type * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { kycVerification, waitingVerification } from "./entity.ts";
import { VerificationInReview } from "./errors.ts";
import type { KycStatus, Reason, Verification } from "./schema.ts";

export const toVerification = (item: Table.Item | undefined): Verification | undefined =>
  item && kycVerification.parse(item);

/** Returns the check that a user has no open verification. @throws VERIFICATION_IN_REVIEW */
export const assertNotInReview = (userId: string): Table.Write => ({
  check: kycVerification.key({ userId }),
  where: Where.any(Where.absent, Where.is({ isOpen: false })),
  onConditionFailed: VerificationInReview,
});

/** Returns the writes that begin a verification. They fail if another verification of the user is open. */
export const openWrites = (verification: Verification): Table.Write[] => {
  const { startedAt, verificationId, userId } = verification;
  return [
    { put: kycVerification.item(verification), where: Where.any(Where.absent, Where.is({ isOpen: false })) },
    { put: waitingVerification.item({ startedAt, verificationId, userId }) },
  ];
};

/** Returns the writes that end an open verification, or replace the outcome of a closed one. */
export const closeWrites = (
  verification: Verification,
  end: {
    readonly at: string;
    readonly outcome: KycStatus;
    readonly by: string;
    readonly reasons?: readonly Reason[] | undefined;
  },
): Table.Write[] => [
  {
    update: kycVerification.key(verification),
    set: { isOpen: false, decidedAt: end.at, outcome: end.outcome, decidedBy: end.by, reasons: end.reasons },
    where: Where.is({ isOpen: verification.isOpen, verificationId: verification.verificationId }),
  },
  ...(verification.isOpen ? [{ remove: waitingVerification.key(verification) }] : []),
];

import type * as Contract from "../../../contract/admin/kyc.ts";
import type { ResultOf } from "../../../contract/route.ts";
import type * as Review from "../../../core/identity/kyc/verification/review.ts";
import { reasonOf } from "../../_views/kyc.ts";

/** A user's file as administrators see it. */

type Shown = ResultOf<typeof Contract.read>;

const personOf = ({ user }: Review.File): Shown["user"] => ({
  id: user.userId,
  name: user.name,
  firstName: user.firstName ?? null,
  lastName: user.lastName ?? null,
  email: user.email,
  phone: user.phone ?? null,
  dateOfBirth: user.dateOfBirth ?? null,
  address: user.address ?? null,
  createdAt: user.createdAt,
});

const verificationOf = ({ verification: one }: Review.File): Shown["verification"] =>
  one
    ? {
        verificationId: one.verificationId,
        isOpen: one.isOpen,
        level: one.level,
        startedAt: one.startedAt,
        decidedAt: one.decidedAt ?? null,
        reasons: (one.reasons ?? []).map(reasonOf),
      }
    : null;

export const file = (one: Review.File): Shown => ({
  user: personOf(one),
  status: one.standing.status,
  level: one.standing.level,
  verification: verificationOf(one),
  documents: [...one.documents],
  decisions: one.decisions.map(({ decided, status, kind, level, by, reason, recordedAt }) => ({
    ...{ decided, status, kind, level, by },
    note: reason ?? null,
    at: recordedAt,
  })),
});

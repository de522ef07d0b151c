import type * as z from "zod";
import type { shownDocument, status } from "../../../contract/mobile/identity.ts";
import type { ResultOf } from "../../../contract/route.ts";
import type { ShownDocument } from "../../../core/identity/kyc/verification/status.ts";
import * as Money from "../../../core/kernel/money/index.ts";
import type { Reader } from "../../../core/kernel/texts/index.ts";
import type { Allowance } from "../../../core/policy/limits.ts";
import type { LevelLimits, Limits } from "../../../core/policy/schema.ts";
import { reasonOf } from "../../_views/user.ts";

export const documentOf =
  ({ language }: Reader) =>
  ({ format, uploadedAt, reason, reasons, ...one }: ShownDocument): z.input<typeof shownDocument> => ({
    ...one,
    format: format ?? null,
    uploadedAt: uploadedAt ?? null,
    reason: reason?.in(language) ?? null,
    reasons: reasons.map(reasonOf),
  });

const number = (cents: bigint) => Money.toNumber(cents, 2);

const amountsOf = ({ operation, day, month }: Limits) => ({
  currency: "EUR" as const,
  perOperation: number(operation),
  perDay: number(day),
  perMonth: number(month),
});

export const levelOf = ({ level, ...limits }: LevelLimits) => ({ level, ...amountsOf(limits) });

/** Makes the view of a user's limits, in whole euros. */
export function limitsOf({ limits, left }: Allowance): NonNullable<ResultOf<typeof status>["limits"]> {
  const each = ({ day, month }: Allowance["left"]["in"]) => ({ day: number(day), month: number(month) });
  return {
    ...amountsOf(limits),
    left: { in: each(left.in), out: each(left.out) },
  };
}

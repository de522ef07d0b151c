import type * as z from "zod";
import type { shownDocument, status } from "../../../contract/mobile/identity.ts";
import type { ResultOf } from "../../../contract/route.ts";
import type { ShownDocument } from "../../../core/identity/kyc/verification/status.ts";
import * as Money from "../../../core/kernel/money/index.ts";
import type { Reader } from "../../../core/kernel/texts/index.ts";
import type { Allowance } from "../../../core/policy/limits.ts";
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

/** Makes the view of a user's limits, in whole euros. */
export function limitsOf({ limits, left }: Allowance): NonNullable<ResultOf<typeof status>["limits"]> {
  const number = (cents: bigint) => Money.toNumber(cents, 2);
  const each = ({ day, month }: Allowance["left"]["in"]) => ({ day: number(day), month: number(month) });
  return {
    currency: "EUR",
    perOperation: number(limits.operation),
    perDay: number(limits.day),
    perMonth: number(limits.month),
    left: { in: each(left.in), out: each(left.out) },
  };
}

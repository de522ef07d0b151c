import type * as z from "zod";
import type { reason, shownDocument } from "../../../contract/mobile/identity/schemas.ts";
import type { Reason } from "../../../core/identity/kyc/schema.ts";
import type { ShownDocument } from "../../../core/identity/kyc/verification/status.ts";
import type { Reader } from "../../../core/kernel/texts/index.ts";

/** Documents and reasons as the app shows them. */

export const reasonOf = ({ code, documentType, side }: Reason): z.input<typeof reason> => ({
  code,
  documentType: documentType ?? null,
  side: side ?? null,
});

export const documentOf =
  ({ language }: Reader) =>
  ({ format, uploadedAt, reason, reasons, ...one }: ShownDocument): z.input<typeof shownDocument> => ({
    ...one,
    format: format ?? null,
    uploadedAt: uploadedAt ?? null,
    reason: reason?.in(language) ?? null,
    reasons: reasons.map(reasonOf),
  });

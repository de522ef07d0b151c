import type * as z from "zod";
import type { reason } from "../../contract/mobile/identity/schemas.ts";
import type { Reason } from "../../core/identity/kyc/schema.ts";

/** Verifications of identity, as their owners and the staff see them. */

/** Why one was not approved. */
export const reasonOf = ({ code, documentType, side }: Reason): z.input<typeof reason> => ({
  code,
  documentType: documentType ?? null,
  side: side ?? null,
});

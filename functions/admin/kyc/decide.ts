import { decide } from "../../../contract/admin/kyc.ts";
import * as Review from "../../../core/identity/kyc/verification/review.ts";
import { serveConfirmed } from "../../_chain/proof.ts";

export const handler = serveConfirmed(decide, async ({ actor, params, body }) => {
  const reasons = body.decision === "reject" ? body.reasons : [];
  const { userId, status, level } = await Review.decide(actor, params.userId, { ...body, reasons });
  return { userId, status, level };
});

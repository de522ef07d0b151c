import { queue } from "../../../contract/admin/kyc.ts";
import * as Review from "../../../core/identity/kyc/verification/review.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(queue, async ({ actor, query: { limit, after } }) => {
  const [startedAt = "", verificationId = ""] = after?.split("~") ?? [];
  const from = after === undefined ? {} : { after: { startedAt, verificationId } };
  const { waiting, next } = await Review.queue(actor, { limit, ...from });
  return {
    verifications: [...waiting],
    next: next ? `${next.startedAt}~${next.verificationId}` : null,
  };
});

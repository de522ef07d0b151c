import { queue } from "../../../contract/admin/kyc.ts";
import * as Review from "../../../core/identity/kyc/verification/review.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(queue, async ({ actor, query: { limit, cursor } }) => {
  const [startedAt = "", verificationId = ""] = cursor?.split("~") ?? [];
  const after = cursor === undefined ? {} : { after: { startedAt, verificationId } };
  const { waiting, next } = await Review.queue(actor, { limit, ...after });
  return {
    verifications: [...waiting],
    nextCursor: next ? `${next.startedAt}~${next.verificationId}` : null,
  };
});

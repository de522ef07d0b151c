import { queue } from "../../../contract/admin/kyc.ts";
import * as Review from "../../../core/identity/kyc/verification/review.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(queue, async ({ actor, query }) => {
  const { waiting, next = null } = await Review.listWaiting(actor, query);
  return { verifications: [...waiting], next };
});

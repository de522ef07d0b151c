import { read } from "../../../contract/admin/kyc.ts";
import * as Review from "../../../core/identity/kyc/verification/review.ts";
import { Reply } from "../../_chain/call.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../_view.ts";

export const handler = serve(
  read,
  async ({ actor, params }) =>
    new Reply(View.kycFile(await Review.readForReview(actor, params.userId)), {
      headers: { "cache-control": "no-store" },
    }),
);

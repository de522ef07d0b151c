import { claimReferral } from "../../../contract/mobile/loyalty.ts";
import * as Referrals from "../../../core/loyalty/referrals/index.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/loyalty.ts";

export const handler = serve(
  claimReferral,
  ({ actor, body, idempotency }) => Referrals.claim(actor, body.code, idempotency),
  View.referral,
);

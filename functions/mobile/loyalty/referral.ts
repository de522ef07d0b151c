import { referral } from "../../../contract/mobile/loyalty.ts";
import { publicOrigin } from "../../../core/kernel/env.ts";
import * as Referrals from "../../../core/loyalty/referrals/index.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/loyalty.ts";

export const handler = serve(referral, async ({ actor }) => {
  const { code, statistics, points, referrals, own } = await Referrals.overview(actor);
  return {
    code,
    link: `${publicOrigin()}/auth/register?referralCode=${code}`,
    statistics,
    rewards: { points: Number(points), referrals: referrals.map(View.referral) },
    referredBy: own ? View.referral(own) : null,
  };
});

import { redeem } from "../../../contract/loyalty/programs.ts";
import * as Redeeming from "../../../core/loyalty/cards/members.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve<typeof redeem, Redeeming.Redeemed>(
  redeem,
  {
    reads: ({ params, body }) => Redeeming.redeemReads(params.id, body),
    run: ({ actor, params, body: { points, ...order }, idempotency }) =>
      Redeeming.redeem(actor, params.id, { ...order, points: BigInt(points) }, idempotency),
  },
  ({ points, balance, at, ...redeemed }) => ({
    ...redeemed,
    points: Number(points),
    balance: Number(balance),
    redeemedAt: at,
  }),
);

import { create } from "../../../contract/loyalty/challenges.ts";
import * as Challenges from "../../../core/loyalty/challenges/index.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/loyalty.ts";

export const handler = serve(
  create,
  ({ actor, params, body: { type, target, points, ...terms }, idempotency }) =>
    Challenges.create(
      actor,
      params.id,
      { ...terms, kind: type, target: View.target(type, target), points: BigInt(points) },
      idempotency,
    ),
  View.challenge,
);

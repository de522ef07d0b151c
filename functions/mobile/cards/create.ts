import { create } from "../../../contract/mobile/cards.ts";
import { issue } from "../../../core/payments/issuing/issue.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/mobile.ts";

export const handler = serve(
  create,
  ({ actor, body, idempotency }) => issue(actor, body, idempotency),
  View.issuedCard,
);

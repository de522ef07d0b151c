import { create } from "../../../contract/mobile/cards.ts";
import { issue } from "../../../core/payments/issuing/issue.ts";
import type { IssuedCard } from "../../../core/payments/issuing/schema.ts";
import { serve } from "../../_chain/serve.ts";
import * as CardView from "../../_views/card.ts";

export const handler = serve<typeof create, IssuedCard>(
  create,
  ({ actor, body, idempotency }) => issue(actor, body, idempotency),
  CardView.issued,
);

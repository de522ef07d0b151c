import { create } from "../../../contract/payments/cards.ts";
import * as Saving from "../../../core/payments/cards/saving.ts";
import type { Card } from "../../../core/payments/cards/schema.ts";
import { serve } from "../../_chain/serve.ts";
import { success } from "../../_views/done.ts";
import { card } from "../_view.ts";

export const handler = serve<typeof create, Card>(
  create,
  ({ actor, body, idempotency }) => Saving.save(actor, body, idempotency),
  (saved) => success(card(saved)),
);

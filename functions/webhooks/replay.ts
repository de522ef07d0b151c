import { replay } from "../../contract/webhooks.ts";
import * as Replays from "../../core/messaging/webhooks/replays.ts";
import type { Replay } from "../../core/messaging/webhooks/schema.ts";
import { serve } from "../_chain/serve.ts";

export const handler = serve<typeof replay, Replay>(
  replay,
  ({ actor, params: { id }, body, idempotency }) => Replays.request(actor, id, body, idempotency),
  ({ replayId: id, webhookId, from, to, types, createdAt }) => ({
    ...{ id, webhookId, from, to, types, createdAt },
  }),
);

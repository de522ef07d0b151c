import { read } from "../../../contract/public/events.ts";
import { fail } from "../../../core/kernel/errors.ts";
import { EventNotFound } from "../../../core/messaging/errors.ts";
import * as ApiEvents from "../../../core/platform/api-events/index.ts";
import { serve } from "../../_chain/public-api.ts";
import { event } from "../_events.ts";

export const handler = serve(read, async ({ actor, params: { id } }) => {
  const found = await ApiEvents.find(actor, id);
  const [shown] = found ? event(actor, found) : [];
  if (!shown) throw fail(EventNotFound);
  return shown;
});

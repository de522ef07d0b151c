import { list } from "../../../contract/public/events.ts";
import * as ApiEvents from "../../../core/platform/api-events/index.ts";
import { serve } from "../../_chain/public-api.ts";
import { event } from "../_events.ts";
import { listOf, periodOf } from "../_view.ts";

export const handler = serve(list, async ({ actor, query }) => {
  const { limit, cursor: after, type, object_id: objectId } = query;
  const types = type === undefined ? undefined : [type];
  const { events, next } = await ApiEvents.list(actor, { limit, after, types, objectId, ...periodOf(query) });
  return listOf(
    events.flatMap((one) => event(actor, one)),
    next,
    (one) => one,
  );
});

import * as Due from "../due/index.ts";
import { entity } from "../table/entity.ts";

/**
 * When an event is handed over by the sweep: one in an item of its own, or a record that is marked as one.
 */
export const outboxDue = Due.define("OUTBOX", 4);

export const outboxEvent = entity({
  name: "OutboxEvent",
  about:
    "An event that was committed with its cause and is not yet handed over to its queue; deleted when it is.",
  pk: "OUTBOX#{eventId}",
  sk: "EVENT",
  indexes: { due: outboxDue.keys },
  holds: "whom an event is told to: at times an address",
  erasure: "expires",
  answers: {
    "which events wait to be handed over": "Query due, duePk = OUTBOX#<0..3>, dueSk up to now",
  },
});

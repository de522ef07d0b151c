import { entity } from "../table/entity.ts";

/** The outbox is spread over this many partitions of the index, so that a busy platform's events share no hot one. */
export const SHARDS = 4;

/** Where an event waits: one in an item of its own, or a record that is marked as one. */
export const outboxDue = { pk: "OUTBOX#{shard}", sk: "{dueAt}" } as const;

export const outboxEvent = entity({
  name: "OutboxEvent",
  about:
    "An event that was committed with its cause and is not yet handed over to its queue; deleted when it is.",
  pk: "OUTBOX#{eventId}",
  sk: "EVENT",
  indexes: { due: outboxDue },
  answers: {
    "which events wait to be handed over": "Query due, duePk = OUTBOX#<0..3>, dueSk up to now",
  },
});

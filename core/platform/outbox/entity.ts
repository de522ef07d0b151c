import * as z from "zod";
import * as Due from "../due/index.ts";
import { entity } from "../table/entity.ts";

/** When the sweep sends an event: one with its own item, or a marked record. */
export const outboxDue = Due.define("OUTBOX", 4);

export const outboxEvent = entity({
  name: "OutboxEvent",
  about: "An event that was committed with its cause and is not sent to its queue yet; deleted after that.",
  pk: "OUTBOX#{eventId}",
  sk: "EVENT",
  indexes: { due: outboxDue.keys },
  holds: "the recipient of the event, which may be an address",
  erasure: "expires",
  answers: {
    "the events that are not sent yet": "Query due, duePk = OUTBOX#<0..3>, dueSk up to now",
  },
});

export const apiEvent = entity({
  name: "ApiEvent",
  about:
    "What happened to a user's money, payments, cards or identity, with the object as it was. It is written with its cause and is its own event: marked until the queue of user events has it.",
  pk: "EVENTS#{mode}#{userId}",
  sk: "EVENT#{eventId}",
  schema: z.object({
    event: z.object({ id: z.string(), type: z.string(), occurredAt: z.string(), payload: z.string() }),
  }),
  indexes: { due: outboxDue.keys },
  expires: "30 days after it happened (attribute ttl)",
  holds: "what happened to the user, with the object as it was",
  erasure: "deleted",
  answers: {
    "what happened to a user, newest first": "Query pk, sk begins with EVENT#, newest first",
    "what happened between two instants": "Query pk, sk from EVENT# of the one to EVENT# of the other",
    "one event": "GetItem pk, sk",
  },
});

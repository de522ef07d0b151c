import * as z from "zod";
import { outboxDue } from "../outbox/entity.ts";
import { entity } from "../table/entity.ts";

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

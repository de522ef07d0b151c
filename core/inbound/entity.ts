import * as z from "zod";
import { outboxDue } from "../platform/outbox/entity.ts";
import { entity } from "../platform/table/entity.ts";

export const inboundEvent = entity({
  name: "InboundEvent",
  about:
    "An event that a provider posted: its signed body as it came, and what became of it. Written once by its id, so that a repeated one is known. It is its own event in the outbox: in the index until a consumer has come to it, or the sweep a minute later.",
  pk: "INBOUND#{provider}#{eventId}",
  sk: "EVENT",
  schema: z.object({
    event: z.object({ id: z.string() }).optional(),
    type: z.string(),
    body: z.string(),
    receivedAt: z.string(),
    processedAt: z.string().optional(),
  }),
  indexes: { due: outboxDue.keys },
  expires:
    "7 days after it was carried out (attribute ttl, written then; spec 3, section 6.2); not before, however long that takes",
  holds: "whatever a provider says: names, addresses, IBANs",
  erasure: "expires",
  answers: { "did this event come before, and what does it say": "GetItem pk, sk" },
});

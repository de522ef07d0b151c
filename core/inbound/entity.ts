import * as z from "zod";
import { outboxDue } from "../platform/outbox/entity.ts";
import { entity } from "../platform/table/entity.ts";

export const inboundEvent = entity({
  name: "InboundEvent",
  about:
    "A provider's event: its signed body, and the outcome. Written once by its id, so that a repeated event is recognized. Also an outbox event: in the index until a consumer has processed it, or the sweep has sent it a minute later.",
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
  expires: "7 days after it was processed (attribute ttl, written at that time; spec 3, section 6.2)",
  holds: "data from providers: names, addresses, IBANs",
  erasure: "expires",
  answers: { "was this event received before, and its content": "GetItem pk, sk" },
});

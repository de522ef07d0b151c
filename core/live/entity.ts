import * as z from "zod";
import { entity } from "../platform/table/entity.ts";

export const liveConnection = entity({
  name: "LiveConnection",
  about: "A WebSocket connection to the live prices: whose it is, and what it is subscribed to.",
  pk: "LIVESHARD#{shard}",
  sk: "CONNECTION#{connectionId}",
  schema: z.object({
    connectionId: z.string(),
    holder: z.string(),
    openedMs: z.coerce.number(),
    symbols: z.set(z.string()).default(new Set()),
    /** No price is posted before: the answer to its last subscription goes first. */
    quietUntilMs: z.coerce.number(),
  }),
  expires:
    "a day after it was opened (attribute ttl); it is deleted when the connection ends, 2 hours on at most",
  holds: "the address that prices are watched from",
  erasure: "expires",
  answers: {
    "what is this connection subscribed to": "GetItem pk, sk",
    "who of this shard wants which prices": "Query pk",
  },
});

export const liveHolder = entity({
  name: "LiveHolder",
  about: "The live connections of one API key or one address: five at most.",
  pk: "LIVEHOLDER#{holder}",
  sk: "HOLDER",
  schema: z.object({ connections: z.set(z.string()).default(new Set()) }),
  expires:
    "a day after its last connection was opened (attribute ttl); it is deleted with its last connection",
  holds: "the address that prices are watched from",
  erasure: "expires",
  answers: { "may this caller open another connection": "UpdateItem pk, sk, if it has fewer than five" },
});

import * as z from "zod";
import { entity } from "../platform/table/entity.ts";

export const liveConnection = entity({
  name: "LiveConnection",
  about: "A WebSocket connection to the live prices, with its holder and its subscriptions.",
  pk: "LIVESHARD#{shard}",
  sk: "CONNECTION#{connectionId}",
  schema: z.object({
    connectionId: z.string(),
    holder: z.string(),
    openedMs: z.coerce.number(),
    symbols: z.set(z.string()).default(new Set()),
    /** No price is posted before this time, because the answer to the last subscription goes first. */
    quietUntilMs: z.coerce.number(),
  }),
  expires:
    "a day after it was opened (attribute ttl); it is deleted when the connection ends, after at most 2 hours",
  holds: "the address that prices are watched from",
  erasure: "expires",
  answers: {
    "the subscriptions of a connection": "GetItem pk, sk",
    "the connections of a shard, with their subscriptions": "Query pk",
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

export const liveTicket = entity({
  name: "LiveTicket",
  about:
    "A ticket that opens one connection to the live prices for an API key. The key has the ticket's hash.",
  pk: "LIVETICKET#{hash}",
  sk: "TICKET",
  schema: z.object({ hash: z.string(), keyId: z.string(), expiresMs: z.coerce.number() }),
  expires: "a minute after it is no longer valid (attribute ttl); it is deleted when it is used",
  holds: "nothing",
  erasure: "expires",
  answers: { "which API key does a ticket belong to": "GetItem pk, sk" },
});

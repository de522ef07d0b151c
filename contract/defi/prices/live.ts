import { AddressNotAllowed, AmbiguousCredential } from "../../../core/identity/api-keys/errors.ts";
import { Forbidden } from "../../../core/kernel/errors.ts";
import {
  InvalidApiKey,
  InvalidMessage,
  InvalidTicket,
  MalformedMessage,
  MessageFailed,
  MessageTooLarge,
  TooManyConnections,
  TooManyConnects,
  TooManyMessages,
  TooManySymbols,
  UnknownAction,
  UnknownSymbol,
} from "../../../core/live/errors.ts";
import { clientMessage, serverMessage } from "../../../core/live/schema.ts";
import { socket } from "../../socket.ts";

/** Live prices: spec 2, sections 5, 6 and 8. */
export const livePrices = socket({
  id: "defi.prices.live",
  path: "/ws/prices",
  summary: "Prices as they change",
  description: [
    "`subscribe` is answered by `subscribed`, the last price of each symbol, and then every change. `subscribed` and `unsubscribed` list",
    "the symbols of the message, in capitals, each once. Subscriptions may be repeated, and symbols may have any letter case. Known",
    "symbols of a message are acknowledged first; then an `error` UNKNOWN_SYMBOL lists the unknown ones. After `unsubscribed` a price may",
    "still arrive for about a second.",
    "",
    "A slow client gets the newest price and not those in between. A price may be sent twice, but none is lost for good: about once a",
    "minute another server takes over and sends the last prices again.",
    "",
    "Beyond 50 messages in 10 seconds, each is answered by RATE_LIMITED; 50 of those in 10 seconds end the connection.",
    "",
    "Connections count by API key (`X-API-Key` or `Authorization: Bearer`), otherwise by address (an IPv6 one by its /64): at most 5 at a",
    "time, and 60 connects a minute. A browser cannot send these headers: it connects with `?ticket=`, which your server creates with its",
    "API key (`POST /v2/price-tickets`). A ticket opens one connection within a minute, and counts for the key. `?apiKey=` is deprecated,",
    "because an address appears in logs and histories outside the platform: it still works, and will be removed.",
    "Rejections before the upgrade: 401 for an unknown key, or a ticket that is unknown, expired or used, 403 for a key without the scope `prices:read` or from an address that it does",
    "not allow, 400 for two different credentials, 429 for a sixth connection or a 61st connect. A connection ends after 2 hours, or after 10",
    "minutes without messages (API Gateway): connect again. It also ends after a frame over 32 KB or a binary one; any other problem",
    "with a message is answered by an `error`.",
  ].join("\n"),
  handlers: {
    connect: {
      about: "Accepts or rejects a connection",
      // It checks whether the existing connections of a full holder are still open.
      grants: { table: "write", connections: true, secrets: ["ORIGIN_SECRET"] },
      reservedConcurrency: 50,
    },
    disconnect: {
      about: "Removes a closed connection",
      grants: { table: "write" },
      reservedConcurrency: 50,
    },
    message: {
      about: "Executes a client's message and answers it",
      grants: { table: "write", connections: true },
      reservedConcurrency: 100,
    },
  },
  receives: clientMessage,
  sends: serverMessage,
  refusals: [
    AmbiguousCredential,
    InvalidApiKey,
    InvalidTicket,
    AddressNotAllowed,
    Forbidden,
    TooManyConnections,
    TooManyConnects,
  ],
  errors: [
    MalformedMessage,
    InvalidMessage,
    UnknownAction,
    UnknownSymbol,
    TooManySymbols,
    MessageTooLarge,
    TooManyMessages,
    MessageFailed,
  ],
});

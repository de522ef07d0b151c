import { AddressNotAllowed, AmbiguousCredential } from "../../../core/identity/api-keys/errors.ts";
import { Forbidden } from "../../../core/kernel/errors.ts";
import {
  InvalidApiKey,
  InvalidMessage,
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
    "`subscribe` is answered by `subscribed`, then by the last price of each symbol at once, then by every change. `subscribed`",
    "and `unsubscribed` name the symbols of the message that they answer, in capitals, each once; subscribing again to what one",
    "has is fine. Symbols may come in any letter case. Where a message names unknown symbols, the others count: they are",
    "acknowledged first, then an `error` UNKNOWN_SYMBOL names the rest. After `unsubscribed` a price that was on its way may",
    "still come, for about a second.",
    "",
    "A client that does not keep up gets the newest price and not those in between. A price may be told twice, never left out for",
    "good: about once a minute another server takes over, and tells everybody the last prices again.",
    "",
    "Beyond 50 messages in 10 seconds each is answered by RATE_LIMITED; 50 of those in 10 seconds are a flood, which ends the",
    "connection.",
    "",
    "With an API key (`X-API-Key` or `Authorization: Bearer`, or `?apiKey=` where headers cannot be set, as in a browser) connections count for the key,",
    "otherwise for the address (an IPv6 one by its /64): 5 each, and 60 connects a minute. A query is more easily left in somebody's",
    "log or history than a header, so prefer `X-API-Key`; the platform's own logs hold neither. An unknown key is refused with 401, one without the scope `prices:read` or from an address that it may not be used from with 403, two that differ with 400, a sixth connection or",
    "a 61st connect with 429, all before the upgrade. A connection ends after 2 hours, or 10 minutes without a message either way (API Gateway);",
    "connect again. A frame over 32 KB or a binary one ends it, too; anything else wrong with a message is answered by an `error`.",
  ].join("\n"),
  handlers: {
    connect: {
      about: "Lets a connection in, or refuses it",
      // It looks whether a full holder's connections still stand.
      grants: { table: "write", connections: true, secrets: ["ORIGIN_SECRET"] },
      reservedConcurrency: 50,
    },
    disconnect: {
      about: "Forgets a connection that ended",
      grants: { table: "write" },
      reservedConcurrency: 50,
    },
    message: {
      about: "Carries out what a client asks for, and answers",
      grants: { table: "write", connections: true },
      reservedConcurrency: 100,
    },
  },
  receives: clientMessage,
  sends: serverMessage,
  refusals: [
    AmbiguousCredential,
    InvalidApiKey,
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

import * as z from "zod";

/** The messages of the live prices (spec 2, section 6), and their limits. */

/** The maximum of `LIVE_SHARDS`. */
export const MAX_SHARDS = 256;

/** The limit of connections per API key, or per IP address without a key (spec 2, section 8). */
export const MAX_CONNECTIONS = 5;
/** How long a ticket may open a connection. */
export const TICKET_SECONDS = 60;
/** The limit of bytes per message. API Gateway ends the connection beyond 32 KB per frame and 128 KB per message. */
export const MAX_MESSAGE_BYTES = 4096;
/** The limit of symbols per message, including repeated ones. */
export const MAX_SYMBOLS = 50;
/** The limit of messages per connection. */
export const MESSAGE_LIMIT = { bucket: "prices-live", max: 50, windowSeconds: 10 } as const;
/** The limit of messages over `MESSAGE_LIMIT` that are answered with an error. More are a flood, which ends the connection. */
export const FLOOD_LIMIT = { bucket: "prices-live-flood", max: 50, windowSeconds: 10 } as const;

export const actions = ["subscribe", "unsubscribe"] as const;

const symbols = z.array(z.string()).meta({ description: "Symbols of assets, case-insensitive" });

export const clientMessage = z.object({ action: z.enum(actions), symbols: symbols.min(1).max(MAX_SYMBOLS) });

/** A message of the server. Prices and volume are in US dollars, the change in percent, all as decimal strings. */
export const serverMessage = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("price_update"),
    symbol: z.string(),
    price: z.string(),
    change24h: z.string(),
    volume24h: z.string(),
    timestamp: z.iso.datetime(),
  }),
  z.object({ type: z.literal("subscribed"), symbols }),
  z.object({ type: z.literal("unsubscribed"), symbols }),
  z.object({ type: z.literal("error"), code: z.string(), message: z.string() }),
]);
export type ServerMessage = z.output<typeof serverMessage>;

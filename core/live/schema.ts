import * as z from "zod";

/** The most that `LIVE_SHARDS` may be. */
export const MAX_SHARDS = 256;

/** The messages of the live prices (spec 2, section 6), and their limits. */

/** Connections of an API key, or of an address without one (spec 2, section 8). */
export const MAX_CONNECTIONS = 5;
/** Bytes of a message. API Gateway itself ends the connection beyond 32 KB a frame and 128 KB a message. */
export const MAX_MESSAGE_BYTES = 4096;
/** Symbols in a message, repeated ones included. */
export const MAX_SYMBOLS = 50;
/** Messages of a connection in any window of so many seconds. */
export const MESSAGE_LIMIT = { bucket: "prices-live", max: 50, windowSeconds: 10 } as const;
/** Messages beyond that limit which are still answered; more are a flood, and end the connection. */
export const FLOOD_LIMIT = { bucket: "prices-live-flood", max: 50, windowSeconds: 10 } as const;

export const actions = ["subscribe", "unsubscribe"] as const;

const symbols = z.array(z.string()).meta({ description: "Symbols of assets, in any letter case" });

export const clientMessage = z.object({ action: z.enum(actions), symbols: symbols.min(1).max(MAX_SYMBOLS) });

/** What the server sends. Prices and volume in US dollars, the change in percent: decimal strings. */
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

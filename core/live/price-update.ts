import type { Tick } from "../prices/latest.ts";
import type { ServerMessage } from "./schema.ts";

/** The message that tells a subscriber of a tick. */
export const priceUpdate = ({ symbol, price, change24h, volume24h, timestamp }: Tick): ServerMessage => ({
  type: "price_update",
  symbol,
  price,
  change24h,
  volume24h,
  timestamp,
});

const encoded = new WeakMap<Tick, Buffer>();

/** The same as bytes: made once for all who get it. */
export function encode(tick: Tick): Buffer {
  const known = encoded.get(tick);
  if (known) return known;
  const bytes = Buffer.from(JSON.stringify(priceUpdate(tick)));
  encoded.set(tick, bytes);
  return bytes;
}

import { Decimal } from "decimal.js";
import * as z from "zod";

/** The values of a source. The codecs are for the stored snapshot. */

const decimal = z.codec(z.string(), z.instanceof(Decimal), {
  decode: (text) => new Decimal(text),
  encode: (value) => value.toFixed(),
});
export const instant = z.codec(z.iso.datetime(), z.number(), {
  decode: (text) => Date.parse(text),
  encode: (ms) => new Date(ms).toISOString(),
});
/** A price that was the highest or lowest of all. */
const extreme = z.object({ usd: decimal, atMs: instant });
export type Extreme = Readonly<z.output<typeof extreme>>;

/** The price of an asset at an instant. Values are in US dollars. */
export const quote = z.object({
  usd: decimal,
  /** Over the 24 hours before; 0 if the source does not state it. */
  volume24h: decimal,
  /** The source's time of this price. */
  atMs: instant,
});
export type Quote = Readonly<z.output<typeof quote>>;

/** The development of an asset's price up to an instant. Values that the source does not know are missing. */
export const trend = z.object({
  /** The price at the start of each span. */
  before: z.object({ "1h": decimal, "24h": decimal, "7d": decimal, "30d": decimal }).partial(),
  high24h: decimal.optional(),
  low24h: decimal.optional(),
  /** Volume over the 24 hours before the last 24. */
  volumeBefore24h: decimal.optional(),
});
export type Trend = Readonly<z.output<typeof trend>>;

/** Data that changes slowly. Supplies are whole units; missing if an asset has none, such as a national currency. */
export const facts = z
  .object({
    circulatingSupply: decimal,
    totalSupply: decimal,
    maxSupply: decimal,
    allTimeHigh: extreme,
    allTimeLow: extreme,
  })
  .partial();
export type Facts = Readonly<z.output<typeof facts>>;

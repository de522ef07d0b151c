import type { Decimal } from "decimal.js";

/** Where prices come from. */
export interface PriceSource {
  /**
   * What one unit of each asset costs in US dollars at an instant. EUR is an asset too: its price is the EUR/USD rate.
   * @param atMs milliseconds since the UNIX epoch, not in the future
   */
  usd(symbols: readonly string[], atMs: number): Promise<ReadonlyMap<string, Decimal>>;
}

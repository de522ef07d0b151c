import { log } from "../../platform/log.ts";
import * as Prices from "../../prices/index.ts";

export type PriceList = Awaited<ReturnType<typeof Prices.snapshot>>;

/**
 * Prices for what the exchange says beside its amounts: what something is worth. While none are known it
 * counts as nothing, and neither money nor a list waits for them.
 */
export const pricesOrNone = (): Promise<PriceList> =>
  Prices.snapshot().catch((error: unknown) => {
    log.warn("the exchange values nothing, for no prices are known", { error });
    return new Map();
  });

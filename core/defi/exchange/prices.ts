import { log } from "../../platform/log.ts";
import * as Prices from "../../prices/index.ts";

export type PriceList = Awaited<ReturnType<typeof Prices.snapshot>>;

/**
 * Prices to show beside what the exchange does. They only say what something is worth: while none are known it counts as
 * nothing, and neither money nor a list waits for them.
 */
export const pricesToShow = (): Promise<PriceList> =>
  Prices.snapshot().catch((error: unknown) => {
    log.warn("the exchange shows no worth, for no prices are known", { error });
    return new Map();
  });

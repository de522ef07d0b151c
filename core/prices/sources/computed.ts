import { computedSeed } from "./settings.ts";
import { simulated } from "./simulated.ts";
import type { PriceSource } from "./source.ts";

let cached: { readonly seed: string; readonly source: PriceSource } | undefined;

/** The simulated source of a seed, with what it remembers. */
export function simulatedOf(seed: string): PriceSource {
  if (cached?.seed !== seed) cached = { seed, source: simulated(seed) };
  return cached.source;
}

/** The source, where it computes its prices, so that anybody may ask it; undefined with real ones. */
export function computed(): PriceSource | undefined {
  const seed = computedSeed();
  return seed === undefined ? undefined : simulatedOf(seed);
}

import { env } from "../../kernel/env.ts";
import { simulated } from "./simulated.ts";
import type { PriceSource } from "./source.ts";

/**
 * What the settings say of the source, for those who read prices rather than fetch them. Apart from
 * `configured.ts`, so that a function that shows a price does not carry the clients of the exchanges.
 */

/** The name that all prices of real sources are stored under, whichever of them answered. */
export const LIVE = "live";

export const settings = () => ({
  sources: env("PRICE_SOURCE", "simulated"),
  seed: env("PRICE_SEED", "svc"),
});

let cached: { readonly seed: string; readonly source: PriceSource } | undefined;

/** The simulated source of a seed, with what it remembers. */
export function simulatedOf(seed: string): PriceSource {
  if (cached?.seed !== seed) cached = { seed, source: simulated(seed) };
  return cached.source;
}

/** The source, where it computes its prices, so that anybody may ask it; undefined with real ones. */
export function computed(): PriceSource | undefined {
  const { sources, seed } = settings();
  return sources === "simulated" ? simulatedOf(seed) : undefined;
}

/** Under which name prices are stored. */
export const sourceName = (): string => computed()?.name ?? LIVE;

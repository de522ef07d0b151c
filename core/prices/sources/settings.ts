import { env } from "../../kernel/env.ts";

/**
 * Settings of the source, for readers of prices. Separate from `configured.ts`, so that functions that only show prices
 * do not bundle the clients of the exchanges.
 */

/** The name under which the prices of all real sources are stored. */
export const LIVE = "live";

export const settings = () => ({
  sources: env("PRICE_SOURCE", "simulated"),
  seed: env("PRICE_SEED", "svc"),
});

/** Returns the simulated market's seed. Undefined with real sources. */
export function computedSeed(): string | undefined {
  const { sources, seed } = settings();
  return sources === "simulated" ? seed : undefined;
}

/** Returns the name of the simulated market of a seed. Earlier versions simulated another market, whose stored prices have another name. */
export const nameOf = (seed: string): string => `simulated walk ${seed}`;

/** Returns the name under which prices are stored. */
export function sourceName(): string {
  const seed = computedSeed();
  return seed === undefined ? LIVE : nameOf(seed);
}

import { env } from "../../kernel/env.ts";

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

/** The simulated market's seed, where prices are its: then anybody computes them. Undefined with real ones. */
export function computedSeed(): string | undefined {
  const { sources, seed } = settings();
  return sources === "simulated" ? seed : undefined;
}

/** Returns the name of the simulated market of a seed. Prices of the market before the random walk had another. */
export const nameOf = (seed: string): string => `simulated walk ${seed}`;

/** Under which name prices are stored. */
export function sourceName(): string {
  const seed = computedSeed();
  return seed === undefined ? LIVE : nameOf(seed);
}

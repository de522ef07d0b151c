import { Decimal } from "decimal.js";
import * as Assets from "../../kernel/assets/index.ts";
import type { Facts } from "./schema.ts";

/** What simulated prices move around, and the figures that go with them: plausible, and no more. */
export interface Model {
  /** The price in US dollars that it moves around. */
  readonly usd: number;
  /** The typical deviation over a year, as a share of the price. */
  readonly volatility: number;
  /** The market that it belongs to, and its correlation with it. */
  readonly market: string;
  readonly correlation: number;
  /** How long it takes to be near its centre again: 2 to the power of so many minutes. */
  readonly memory: number;
  /** US dollars traded on a day. */
  readonly dailyVolumeUsd: number;
  readonly supply: Pick<Facts, "circulatingSupply" | "totalSupply" | "maxSupply">;
}

const units = (text: string): Decimal => new Decimal(text);

const HALF_A_YEAR = 18;
const A_DAY_AND_A_HALF = 11;
const crypto = (correlation: number) => ({ market: "crypto", correlation, memory: HALF_A_YEAR });
/** A market of its own. */
const alone = (market: string, memory: number) => ({ market, correlation: 1, memory });

const models: Readonly<Record<string, Model>> = {
  USD: { usd: 1, volatility: 0, ...alone("money", HALF_A_YEAR), dailyVolumeUsd: 0, supply: {} },
  EUR: {
    usd: 1.1,
    volatility: 0.07,
    ...alone("currencies", HALF_A_YEAR),
    dailyVolumeUsd: 1_500_000_000,
    supply: {},
  },
  BTC: {
    usd: 90_000,
    volatility: 0.5,
    ...crypto(0.9),
    dailyVolumeUsd: 30_000_000_000,
    supply: {
      circulatingSupply: units("19900000"),
      totalSupply: units("19900000"),
      maxSupply: units("21000000"),
    },
  },
  ETH: {
    usd: 3_200,
    volatility: 0.7,
    ...crypto(0.85),
    dailyVolumeUsd: 18_000_000_000,
    supply: { circulatingSupply: units("120700000"), totalSupply: units("120700000") },
  },
  USDC: {
    usd: 1,
    // Holders redeem it for a dollar, so it is back at its peg within days.
    volatility: 0.02,
    ...alone("stablecoins", A_DAY_AND_A_HALF),
    dailyVolumeUsd: 9_000_000_000,
    supply: { circulatingSupply: units("73000000000"), totalSupply: units("73000000000") },
  },
};

/** The platform's own token. Half of the supply circulates, the rest is in treasury and rewards. */
const native: Model = {
  usd: 0.25,
  volatility: 0.9,
  ...crypto(0.6),
  dailyVolumeUsd: 2_000_000,
  supply: {
    circulatingSupply: units("500000000"),
    totalSupply: units("1000000000"),
    maxSupply: units("1000000000"),
  },
};

/** The model of an asset; undefined of a symbol that the platform does not hold. */
export const modelOf = (symbol: string): Model | undefined =>
  symbol === Assets.native.symbol ? native : models[symbol];

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, dataOf, type Listed, type Schemas } from "../api/client.ts";

/** The markets, the user's exact balances, and what the user has in them. */

export type Pair = Schemas["TradingPair"];
export type Wallet = Listed<"/v1/wallets">;
export type LiquidityPosition = Listed<"/v1/exchange/positions">;

export const pairsQuery = queryOptions({
  queryKey: ["pairs"],
  queryFn: async () => (await dataOf(client.GET("/api/defi/dex/pairs"))).pairs,
  refetchInterval: 15_000,
});

/** The wallets with all digits, for "use all". */
export const exactWalletsQuery = queryOptions({
  queryKey: ["money", "exact"],
  queryFn: async () => (await dataOf(client.GET("/v1/wallets", { params: { query: { limit: 100 } } }))).data,
});

export const availableOf = (wallets: readonly Wallet[] | undefined, asset: string): string =>
  wallets?.find((one) => one.asset === asset)?.available_balance ?? "0";

export const intervals = ["5m", "15m", "1h", "4h", "1d"] as const;
export type Interval = (typeof intervals)[number];

export const SECONDS: Readonly<Record<Interval, number>> = {
  "5m": 300,
  "15m": 900,
  "1h": 3600,
  "4h": 14_400,
  "1d": 86_400,
};

const CANDLES = 160;

export const candlesQuery = (symbol: string, interval: Interval) =>
  queryOptions({
    queryKey: ["candles", symbol, interval],
    queryFn: async () => {
      const from = new Date(Date.now() - CANDLES * SECONDS[interval] * 1000).toISOString();
      const { data } = await dataOf(
        client.GET("/api/defi/prices/{symbol}/history", {
          params: { path: { symbol }, query: { interval, from } },
        }),
      );
      return data;
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    refetchInterval: 60_000,
  });

export const swapQuery = (id: string) =>
  queryOptions({
    queryKey: ["money", "swap", id],
    queryFn: () => dataOf(client.GET("/v1/exchange/swaps/{id}", { params: { path: { id } } })),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const liquidityQuery = queryOptions({
  queryKey: ["money", "liquidity"],
  queryFn: async () =>
    (await dataOf(client.GET("/v1/exchange/positions", { params: { query: { limit: 100 } } }))).data,
});

/** The symbols that can be exchanged. */
export const symbolsOf = (pairs: readonly Pair[]): readonly string[] => [
  ...new Set(pairs.flatMap(({ token0, token1 }) => [token0.symbol, token1.symbol])),
];

export const decimalsOf = (pairs: readonly Pair[] | undefined, symbol: string): number =>
  pairs?.flatMap(({ token0, token1 }) => [token0, token1]).find((token) => token.symbol === symbol)
    ?.decimals ?? 18;

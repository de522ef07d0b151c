import { queryOptions } from "@tanstack/react-query";
import { client, dataOf, type Listed, type Schemas } from "../api/client.ts";

/** Staking and farms: what is offered, and what the user has. */

export type Pool = Schemas["DefiStakingPool"];
export type Stake = Listed<"/v1/staking/positions">;
export type Farm = Listed<"/v1/farming/farms">;
export type FarmPosition = Listed<"/v1/farming/positions">;

const MOST = { params: { query: { limit: 100 } } } as const;

export const poolsQuery = queryOptions({
  queryKey: ["staking-pools"],
  queryFn: async () => (await dataOf(client.GET("/api/defi/staking/pools"))).pools,
  staleTime: 30_000,
});

/** Rewards accrue each second, so the figures are read again while they are on the screen. */
export const stakesQuery = queryOptions({
  queryKey: ["money", "stakes"],
  queryFn: async () =>
    (
      await dataOf(
        client.GET("/v1/staking/positions", { params: { query: { limit: 100, status: "active" } } }),
      )
    ).data,
  refetchInterval: 30_000,
});

export const rewardsQuery = queryOptions({
  queryKey: ["money", "rewards"],
  queryFn: async () => await dataOf(client.GET("/v1/staking/rewards", { params: { query: { limit: 10 } } })),
});

export const farmsQuery = queryOptions({
  queryKey: ["farms"],
  queryFn: async () => (await dataOf(client.GET("/v1/farming/farms", MOST))).data,
  refetchInterval: 30_000,
});

export const farmPositionsQuery = queryOptions({
  queryKey: ["money", "farm-positions"],
  queryFn: async () => (await dataOf(client.GET("/v1/farming/positions", MOST))).data,
  refetchInterval: 15_000,
});

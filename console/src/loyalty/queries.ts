import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { client, dataOf, type Schemas } from "../api/client.ts";
import { type Text, text } from "../language.tsx";

export const tiers: Readonly<Record<Schemas["LoyaltyStanding"]["tier"], Text>> = {
  bronze: text("Bronze", "Bronze"),
  silver: text("Silver", "Argent"),
  gold: text("Gold", "Or"),
  platinum: text("Platinum", "Platine"),
};

export const statusQuery = queryOptions({
  queryKey: ["loyalty", "status"],
  queryFn: () => dataOf(client.GET("/api/v1/mobile/loyalty/status")),
});
export const loyaltyCardsQuery = queryOptions({
  queryKey: ["loyalty", "cards"],
  queryFn: async () => (await dataOf(client.GET("/api/v1/mobile/loyalty/cards"))).cards,
});
export const catalogQuery = infiniteQueryOptions({
  queryKey: ["loyalty", "catalog"],
  queryFn: ({ pageParam }) =>
    dataOf(
      client.GET("/api/v1/mobile/loyalty/catalog", {
        params: { query: { limit: 20, ...(pageParam !== "" && { cursor: pageParam }) } },
      }),
    ),
  initialPageParam: "",
  getNextPageParam: ({ nextCursor }) => nextCursor,
});
export const challengesQuery = queryOptions({
  queryKey: ["loyalty", "challenges"],
  queryFn: async () => (await dataOf(client.GET("/api/v1/mobile/loyalty/challenges"))).challenges,
});
export const cashbackQuery = queryOptions({
  queryKey: ["loyalty", "cashback"],
  queryFn: () => dataOf(client.GET("/api/v1/mobile/loyalty/cashback")),
});
export const referralQuery = queryOptions({
  queryKey: ["loyalty", "referral"],
  queryFn: () => dataOf(client.GET("/api/v1/mobile/loyalty/referral")),
});
export const pointsQuery = infiniteQueryOptions({
  queryKey: ["loyalty", "history"],
  queryFn: ({ pageParam }) =>
    dataOf(
      client.GET("/api/v1/mobile/loyalty/history", {
        params: { query: { limit: 20, ...(pageParam !== "" && { cursor: pageParam }) } },
      }),
    ),
  initialPageParam: "",
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

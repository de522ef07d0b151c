import { infiniteQueryOptions } from "@tanstack/react-query";
import { client, dataOf } from "../api/client.ts";

export const payeesQuery = infiniteQueryOptions({
  queryKey: ["payees"],
  queryFn: ({ pageParam }) =>
    dataOf(
      client.GET("/api/v1/mobile/payees", {
        params: { query: { limit: 100, ...(pageParam !== "" && { cursor: pageParam }) } },
      }),
    ),
  initialPageParam: "",
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

export const scheduledQuery = infiniteQueryOptions({
  queryKey: ["money", "scheduled"],
  queryFn: ({ pageParam }) =>
    dataOf(
      client.GET("/api/v1/mobile/payments/scheduled", {
        params: { query: { limit: 50, ...(pageParam !== "" && { cursor: pageParam }) } },
      }),
    ),
  initialPageParam: "",
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

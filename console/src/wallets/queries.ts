import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { client, dataOf, type paths } from "../api/client.ts";

export type Filters = NonNullable<paths["/api/v1/mobile/wallet/transactions"]["get"]["parameters"]["query"]>;

export const transactionsQuery = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ["money", "transactions", filters],
    queryFn: ({ pageParam }) =>
      dataOf(
        client.GET("/api/v1/mobile/wallet/transactions", {
          params: { query: { ...filters, ...(pageParam !== "" && { cursor: pageParam }) } },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** The latest transactions, for the first screen. */
export const latestQuery = queryOptions({
  queryKey: ["money", "latest"],
  queryFn: async () =>
    (await dataOf(client.GET("/api/v1/mobile/wallet/transactions", { params: { query: { limit: 6 } } })))
      .transactions,
});

export const transactionQuery = (id: string) =>
  queryOptions({
    queryKey: ["money", "transaction", id],
    queryFn: () =>
      dataOf(client.GET("/api/v1/mobile/wallet/transactions/{id}", { params: { path: { id } } })),
  });

/** The wallets with their worth and prices. */
export const walletsQuery = queryOptions({
  queryKey: ["money", "wallets"],
  queryFn: () => dataOf(client.GET("/api/defi/wallets")),
  refetchInterval: 30_000,
});

/** A wallet's address on the asset's network, with a picture of it for a phone's camera. It never changes. */
export const depositAddressQuery = (id: string) =>
  queryOptions({
    queryKey: ["deposit-address", id],
    queryFn: async () => {
      const [{ address, network }, { toDataURL }] = await Promise.all([
        dataOf(client.GET("/v1/wallets/{id}/deposit-address", { params: { path: { id } } })),
        import("qrcode"),
      ]);
      return { address, network, picture: await toDataURL(address, { margin: 0, scale: 6 }) };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

import { type QueryKey, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { client, dataOf } from "./client.ts";
import { forgetKey, keyFor } from "./idempotency.ts";
import { Problem } from "./problem.ts";

/** Queries that several screens share. A screen's own queries are beside it. */

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: () => dataOf(client.GET("/api/auth/session")),
  staleTime: 60_000,
});
export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: () => dataOf(client.GET("/api/v1/mobile/user/profile")),
});
export const preferencesQuery = queryOptions({
  queryKey: ["preferences"],
  queryFn: () => dataOf(client.GET("/api/v1/mobile/user/preferences")),
});
export const accountsQuery = queryOptions({
  queryKey: ["money", "accounts"],
  queryFn: async () => (await dataOf(client.GET("/api/v1/mobile/wallet/accounts"))).accounts,
});
export const balanceQuery = queryOptions({
  queryKey: ["money", "balance"],
  queryFn: () => dataOf(client.GET("/api/v1/mobile/wallet/balance")),
});
export const pricesQuery = queryOptions({
  queryKey: ["prices"],
  queryFn: async () => (await dataOf(client.GET("/api/defi/prices"))).prices,
  refetchInterval: 15_000,
});

export interface Write<Body, Result> {
  /** The name of the flow, which is part of the idempotency key. */
  readonly flow: string;
  readonly run: (body: Body, headers: { readonly "Idempotency-Key": string }) => Promise<Result>;
  /** The queries whose answers the write changes. */
  readonly changes?: readonly QueryKey[];
  readonly onDone?: (result: Result, body: Body) => void;
}

/** A refused write was not executed, so the next attempt is another one. Of one in progress the outcome is unknown. */
export const wasRefused = ({ status, code }: Problem): boolean =>
  status >= 400 && status < 500 && code !== "REQUEST_IN_PROGRESS";

/** A write that is executed once, however often the user or the network repeats it. */
export function useWrite<Body, Result>({ flow, run, changes = [], onDone }: Write<Body, Result>) {
  const queries = useQueryClient();
  return useMutation<Result, Problem, Body>({
    // Without a connection it fails with a sentence. A payment must not wait, and leave when nobody looks any more.
    networkMode: "always",
    mutationFn: async (body) => {
      try {
        const result = await run(body, { "Idempotency-Key": keyFor(flow, body) });
        forgetKey(flow, body);
        return result;
      } catch (error) {
        if (error instanceof Problem && wasRefused(error)) forgetKey(flow, body);
        throw error;
      }
    },
    onSuccess: async (result, body) => {
      await Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey })));
      onDone?.(result, body);
    },
  });
}

import { queryOptions } from "@tanstack/react-query";
import { client, dataOf } from "../api/client.ts";

/** What the settings show beside the profile. */

/** How often an unfinished export is read again, in milliseconds. The stream of notifications is usually faster. */
const WATCH_MS = 2_000;

export const passkeysQuery = queryOptions({
  queryKey: ["passkeys"],
  queryFn: async () => (await dataOf(client.GET("/api/auth/passkeys"))).passkeys,
});
export const secondFactorQuery = queryOptions({
  queryKey: ["second-factor"],
  queryFn: () => dataOf(client.GET("/api/auth/2fa")),
});
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: async () => (await dataOf(client.GET("/api/auth/sessions"))).sessions,
});
export const linkedQuery = queryOptions({
  queryKey: ["linked-accounts"],
  queryFn: async () => (await dataOf(client.GET("/api/auth/accounts"))).accounts,
});

export interface Provider {
  readonly id: string;
  readonly name: string;
}

/** The providers at which a user can sign in. */
export const providersQuery = queryOptions({
  queryKey: ["providers"],
  queryFn: async (): Promise<readonly Provider[]> => {
    const answer = await dataOf(
      client.GET("/api/auth/{framework}", { params: { path: { framework: "providers" } } }),
    );
    return Object.values(answer as Readonly<Record<string, Provider & { readonly type: string }>>).filter(
      ({ type }) => type === "oauth",
    );
  },
});

const isUnfinished = (status: string | undefined): boolean => status === "queued" || status === "running";

export const exportQuery = queryOptions({
  queryKey: ["jobs", "personal-data"],
  queryFn: async () => (await dataOf(client.GET("/api/account/export"))).export,
  refetchInterval: ({ state }) => (isUnfinished(state.data?.status) ? WATCH_MS : false),
});
export const erasureQuery = queryOptions({
  queryKey: ["erasure"],
  queryFn: () => dataOf(client.GET("/api/account/erasure")),
});

import type * as z from "zod";
import { defineError } from "../core/kernel/errors.ts";
import type { RouteSpec } from "./route.ts";

/**
 * The CloudFront distribution in front of the API: the headers that it adds, and the responses that it caches.
 * A client that reaches the API directly can send any header, so they are only trusted beside the secret.
 */

/** The client's IP address, without a port. The distribution overwrites a value from the client. */
export const VIEWER_ADDRESS_HEADER = "x-viewer-address";

/** The secret `ORIGIN_SECRET`. */
export const ORIGIN_SECRET_HEADER = "x-origin-secret";

/**
 * The error for a request that did not come through the distribution, and therefore not through its firewall.
 * Clients never see it, so the API documents omit it.
 */
export const EdgeRequired = defineError(
  "EDGE_REQUIRED",
  "forbidden",
  "Use the platform's public address.",
  "Utilisez l'adresse publique de la plateforme.",
);

/** The window of every rate limit that a cached response reports (`includesLimit`). */
export const REPORTED_WINDOW_SECONDS = 60;

export interface CachedPath {
  /** `*` matches any characters. */
  readonly path: string;
  /** The query parameters that the responses depend on. */
  readonly parameters: readonly string[];
}

/** Returns the names of a query's parameters. Undefined if the schema accepts any name. */
export function parametersOf(query: z.ZodType | undefined): readonly string[] | undefined {
  if (query === undefined) return [];
  const { shape, def } = query as { shape?: object; def: { catchall?: z.core.$ZodType } };
  return shape && def.catchall?._zod.def.type !== "unknown" ? Object.keys(shape) : undefined;
}

/** Returns the paths of cached routes as CloudFront writes them, each once. */
export const cachedPaths = (routes: readonly RouteSpec[]): readonly CachedPath[] =>
  [
    ...Map.groupBy(
      routes.filter(({ cache }) => cache !== undefined),
      ({ path }) => path.replace(/\{.*$/, "*"),
    ),
  ].map(([path, group]) => ({
    path,
    parameters: [...new Set(group.flatMap(({ request }) => parametersOf(request?.query) ?? []))].sort(),
  }));

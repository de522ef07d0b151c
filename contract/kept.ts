import type * as z from "zod";
import type { RouteSpec } from "./route.ts";

/** What the distribution keeps for everybody (`cache`), and what tells one answer from another. */

/** The window of every limit that a kept answer tells of (`tellsLimit`). */
export const TOLD_WINDOW_SECONDS = 60;

export interface KeptPath {
  /** `*` for any characters. */
  readonly path: string;
  /** The names of the query that the answers depend on. */
  readonly parameters: readonly string[];
}

/** The names of a query's parameters; undefined where its schema takes any. */
export function parametersOf(query: z.ZodType | undefined): readonly string[] | undefined {
  if (query === undefined) return [];
  const { shape, def } = query as { shape?: object; def: { catchall?: z.core.$ZodType } };
  return shape && def.catchall?._zod.def.type !== "unknown" ? Object.keys(shape) : undefined;
}

/** A route's path as the distribution writes it. */
const pattern = ({ path }: Pick<RouteSpec, "path">): string => path.replace(/\{.*$/, "*");

/** The paths of what routes let everybody be given, each once. */
export const keptPaths = (routes: readonly RouteSpec[]): readonly KeptPath[] =>
  [
    ...Map.groupBy(
      routes.filter(({ cache }) => cache !== undefined),
      pattern,
    ),
  ].map(([path, group]) => ({
    path,
    parameters: [...new Set(group.flatMap(({ request }) => parametersOf(request?.query) ?? []))].sort(),
  }));

/**
 * Chooses a route as an API Gateway HTTP API does. Among the routes that match method and path, a literal segment beats a
 * parameter and a parameter beats a greedy one, from left to right; for equal paths the named method beats ANY. HEAD and
 * OPTIONS match only ANY routes.
 */

export interface Routable {
  readonly id: string;
  /** An HTTP method, or ANY. */
  readonly method: string;
  readonly path: string;
}

export interface Match<R extends Routable> {
  readonly route: R;
  /** Path parameters by name, decoded. */
  readonly params: Readonly<Record<string, string>>;
}

type Segment = { readonly literal: string } | { readonly name: string; readonly greedy: boolean };

interface Compiled<R> {
  readonly route: R;
  readonly segments: readonly Segment[];
  /** Sorts specific routes first: per segment 0 literal, 1 parameter, 2 greedy; then the method. */
  readonly rank: string;
}

function compile<R extends Routable>(route: R): Compiled<R> {
  const segments = route.path
    .slice(1)
    .split("/")
    .map((text): Segment => {
      const name = /^\{(\w+)(\+?)\}$/.exec(text);
      return name?.[1] ? { name: name[1], greedy: name[2] === "+" } : { literal: text };
    });
  const ranks = segments.map((segment) => ("literal" in segment ? "0" : segment.greedy ? "2" : "1"));
  return { route, segments, rank: `${ranks.join("")} ${route.method === "ANY" ? "1" : "0"}` };
}

function paramsOf(
  segments: readonly Segment[],
  parts: readonly string[],
): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const part = parts[index];
    if (part === undefined) return undefined;
    if ("literal" in segment) {
      if (segment.literal !== part) return undefined;
    } else if (segment.greedy) {
      const rest = parts.slice(index).join("/");
      if (rest === "") return undefined;
      params[segment.name] = rest;
      return params;
    } else if (part === "") return undefined;
    else params[segment.name] = part;
  }
  return segments.length === parts.length ? params : undefined;
}

/** Decodes a path's escapes. Invalid escapes stay unchanged. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Creates a router. */
export function router<R extends Routable>(
  routes: readonly R[],
): (method: string, path: string) => Match<R> | undefined {
  const compiled = routes.map(compile).sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0));
  return (method, path) => {
    // Splits before decoding, because an escaped slash belongs to its segment.
    const parts = path.slice(1).split("/").map(decodePath);
    for (const { route, segments } of compiled) {
      if (route.method !== method && route.method !== "ANY") continue;
      const params = paramsOf(segments, parts);
      if (params) return { route, params };
    }
    return undefined;
  };
}

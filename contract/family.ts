import type { RouteSpec } from "./route.ts";

/**
 * What the routes of a module have in common: the beginning of their ids and paths, and whatever else is the
 * same.
 */
type Shared = Omit<Partial<RouteSpec>, "id" | "family"> & Pick<RouteSpec, "id" | "family">;

/** What is left to state of a route: all that its family leaves open. */
type Own<S extends Shared> = Omit<RouteSpec, "path" | keyof S> & Partial<RouteSpec> & Pick<RouteSpec, "id">;

/** A misspelt field is an error, not a field that nothing reads. */
type Exact<R> = Readonly<Record<Exclude<keyof R, keyof RouteSpec>, never>>;

type PathOf<T> = T extends { readonly path: infer P extends string } ? P : "";

/** The route that family and own statement make together. */
type Route<S extends Shared, R extends Pick<RouteSpec, "id">> = {
  readonly [K in keyof S | keyof R | "path"]: K extends "id"
    ? `${S["id"]}.${R["id"]}`
    : K extends "path"
      ? `${PathOf<S>}${PathOf<R>}`
      : K extends keyof R
        ? R[K]
        : K extends keyof S
          ? S[K]
          : never;
};

/**
 * States once what a module's routes have in common, and makes the function that states a route of it. A
 * route's id and path follow those of the family; anything else that a route states takes the place of what
 * the family does.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineFamily<const S extends Shared>(shared: S) {
  return /* @__NO_SIDE_EFFECTS__ */ <const R extends Own<S>>(own: R & Exact<R>): Route<S, R> =>
    ({
      ...shared,
      ...own,
      id: `${shared.id}.${own.id}`,
      path: `${shared.path ?? ""}${own.path ?? ""}`,
    }) as unknown as Route<S, R>;
}

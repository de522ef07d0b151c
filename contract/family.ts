import type { RouteSpec } from "./route.ts";

/** What the routes of a module have in common: the beginning of their ids and paths, and any other field. */
type Shared = Omit<Partial<RouteSpec>, "id" | "family"> & Pick<RouteSpec, "id" | "family">;

/** What a route must state: everything that its family does not. */
type Own<S extends Shared> = Omit<RouteSpec, "path" | keyof S> & Partial<RouteSpec> & Pick<RouteSpec, "id">;

/** Makes a misspelt field an error. */
type Exact<R> = Readonly<Record<Exclude<keyof R, keyof RouteSpec>, never>>;

type PathOf<T> = T extends { readonly path: infer P extends string } ? P : "";

/** The route that a family and an own statement make together. */
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
 * Returns a function that defines the routes of a family. A route's id and path follow those of the family; its other
 * fields override the family's.
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

import type { ResponseSpec, RouteSpec } from "./route.ts";

/** Fields that the routes of a module share: the prefix of their ids and paths, and any others. */
type Shared = Omit<Partial<RouteSpec>, "id" | "family"> & Pick<RouteSpec, "id" | "family">;

/** The response of a route that has only one. Its status defaults to 200. */
interface OnlyResponse extends ResponseSpec {
  readonly status?: number;
}

/** Fields that a route must state: all that its family does not, and `response` or `responses`. */
type Own<S extends Shared> = Omit<RouteSpec, "path" | "responses" | keyof S> &
  Partial<RouteSpec> &
  Pick<RouteSpec, "id"> &
  (
    | { readonly response: OnlyResponse }
    | (Omit<Pick<RouteSpec, "responses">, keyof S> & { readonly response?: never })
  );

/** Makes a misspelt field an error. */
type Exact<R> = Readonly<Record<Exclude<keyof R, keyof RouteSpec | "response">, never>>;

type ResponsesOf<R> = R extends { readonly response: infer One }
  ? { readonly [K in One extends { readonly status: infer N extends number } ? N : 200]: One }
  : R extends { readonly responses: infer All }
    ? All
    : never;

type PathOf<T> = T extends { readonly path: infer P extends string } ? P : "";

/** The route that results from a family and a route's own fields. */
type Route<S extends Shared, R extends Pick<RouteSpec, "id">> = {
  readonly [K in keyof S | Exclude<keyof R, "response"> | "path" | "responses"]: K extends "id"
    ? `${S["id"]}.${R["id"]}`
    : K extends "path"
      ? `${PathOf<S>}${PathOf<R>}`
      : K extends "responses"
        ? ResponsesOf<R & Omit<S, keyof R>>
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
  return /* @__NO_SIDE_EFFECTS__ */ <const R extends Own<S>>({
    response,
    ...own
  }: R & Exact<R>): Route<S, R> =>
    ({
      ...shared,
      ...own,
      ...(response && { responses: { [response.status ?? 200]: response } }),
      id: `${shared.id}.${own.id}`,
      path: `${shared.path ?? ""}${own.path ?? ""}`,
    }) as unknown as Route<S, R>;
}

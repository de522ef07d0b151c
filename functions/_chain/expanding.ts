import type { RouteSpec } from "../../contract/route.ts";
import type { UserActor } from "../../core/identity/actor.ts";
import type { Handler } from "./outer.ts";
import { type Expander, type Expanders, publicSteps } from "./public-api.ts";
import { chain, type NoProof, type Prefetching, type Rendered, type Run } from "./serve.ts";

/** Responses of the public API whose fields can be expanded to full objects (`expand[]`). */

type Fields = Readonly<Record<string, unknown>>;

/** As `serve`, for a route whose response has fields that can be expanded. @param expanders by field */
export const serveExpanding = <
  const R extends RouteSpec & {
    readonly method: "GET";
    readonly expands: NonNullable<RouteSpec["expands"]>;
    readonly signed?: false;
    readonly proof?: NoProof;
  },
>(
  spec: R,
  expanders: { readonly [Field in keyof R["expands"] & string]: Expander },
  run: Run<R, Rendered<R>> | Prefetching<R, Rendered<R>>,
): Handler =>
  chain<R, Rendered<R>>(spec, run, (result) => result, {
    ...publicSteps(spec),
    expand: (fields, actor, body) => expansions(spec, fields, expanders, actor, body),
  });

/** Returns the objects of a response: the list's items, or the single object. */
const objectsOf = (body: Fields): readonly Fields[] =>
  body["object"] === "list" ? (body["data"] as readonly Fields[]) : [body];

/** Reads the objects whose ids are in the expanded fields, in one call per field, and returns a function that inserts them. */
export async function expansions(
  { expands = {} }: RouteSpec,
  asked: readonly string[],
  expanders: Expanders,
  actor: UserActor,
  body: unknown,
): Promise<(body: unknown) => unknown> {
  const objects = objectsOf(body as Fields);
  const found = await Promise.all(
    asked.map(async (field) => {
      const ids = new Set(objects.map((one) => one[field]).filter((id) => typeof id === "string"));
      const named = ids.size > 0 ? ((await expanders[field]?.(actor, ids)) ?? []) : [];
      return [field, new Map(named.map((one) => [one.id, expands[field]?.body.parse(one)]))] as const;
    }),
  );
  const filled = (one: Fields): Fields => ({
    ...one,
    ...Object.fromEntries(
      found.map(([field, named]) => [field, named.get(String(one[field])) ?? one[field]]),
    ),
  });
  return (checked) => {
    const body = checked as Fields;
    return body["object"] === "list" ? { ...body, data: objectsOf(body).map(filled) } : filled(body);
  };
}

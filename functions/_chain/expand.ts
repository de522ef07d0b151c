import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { RouteSpec } from "../../contract/route.ts";
import type { UserActor } from "../../core/identity/actor.ts";
import { checkScope } from "../../core/identity/api-keys/scopes.ts";
import { failFields, InvalidRequest } from "../../core/kernel/errors.ts";
import { text } from "../../core/kernel/texts/index.ts";
import { versionOf } from "./version.ts";

/**
 * `expand[]` of `/v2`: fields of an answer's objects that name others are replaced by those. One level deep, and in a
 * list all that a field names is read together.
 */

/** How it stands in a query, once for each field. */
export const EXPAND = "expand[]";

/** How many fields of an answer may be expanded. */
export const MOST_EXPANDED = 4;

/** Finds what a field names, of what the actor may see. What is not found stays an id. */
export type Expander = (
  actor: UserActor,
  ids: ReadonlySet<string>,
) => Promise<readonly { readonly id: string }[]>;

export type Expanders = Readonly<Record<string, Expander>>;

/** Whether a request may ask for it at all: else it is a name that its query does not know. */
export const mayExpand = ({ family, method }: RouteSpec, event: APIGatewayProxyEventV2): boolean =>
  family === "public" && method === "GET" && versionOf(event) === "v2";

/**
 * The fields that a request wants expanded.
 * @throws INVALID_REQUEST for one that cannot be, FORBIDDEN where a key may not read what one names
 */
export function expansionsOf(
  spec: RouteSpec,
  event: APIGatewayProxyEventV2,
  actor: UserActor | undefined,
): readonly string[] {
  if (!mayExpand(spec, event)) return [];
  const asked = [...new Set(new URLSearchParams(event.rawQueryString).getAll(EXPAND))];
  const known = Object.keys(spec.expands ?? {});
  const message =
    asked.length > MOST_EXPANDED
      ? text(`may name at most ${MOST_EXPANDED} fields`, `peut nommer au plus ${MOST_EXPANDED} champs`)
      : asked.every((field) => known.includes(field))
        ? undefined
        : known.length === 0
          ? text("has nothing to expand here", "n'a rien à développer ici")
          : text(`must be one of ${known.join(", ")}`, `doit être l'un de ${known.join(", ")}`);
  if (message) throw failFields(InvalidRequest, [{ field: EXPAND, message }]);
  if (actor?.door === "apiKey")
    for (const field of asked) {
      const scope = spec.expands?.[field]?.scope;
      if (scope !== undefined) checkScope(actor.apiKey, scope);
    }
  return asked;
}

type Shown = Readonly<Record<string, unknown>>;

/** The objects of an answer: those of a list, or the one that it is. */
const objectsOf = (body: Shown): readonly Shown[] =>
  body["object"] === "list" ? (body["data"] as readonly Shown[]) : [body];

/** What the fields of a body name, each as its route says that it looks. */
export async function expansions(
  { expands = {} }: RouteSpec,
  asked: readonly string[],
  expanders: Expanders,
  actor: UserActor,
  body: unknown,
): Promise<(shown: unknown) => unknown> {
  const objects = objectsOf(body as Shown);
  const found = await Promise.all(
    asked.map(async (field) => {
      const ids = new Set(objects.map((one) => one[field]).filter((id) => typeof id === "string"));
      const named = ids.size > 0 ? ((await expanders[field]?.(actor, ids)) ?? []) : [];
      return [field, new Map(named.map((one) => [one.id, expands[field]?.body.parse(one)]))] as const;
    }),
  );
  const filled = (one: Shown): Shown => ({
    ...one,
    ...Object.fromEntries(
      found.map(([field, named]) => [field, named.get(String(one[field])) ?? one[field]]),
    ),
  });
  return (shown) => {
    const body = shown as Shown;
    return body["object"] === "list" ? { ...body, data: objectsOf(body).map(filled) } : filled(body);
  };
}

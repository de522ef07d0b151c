import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { RouteSpec } from "../../contract/route.ts";
import type { UserActor } from "../../core/identity/actor.ts";
import * as ApiKey from "../../core/identity/api-keys/open.ts";
import {
  type ErrorDetails,
  type FieldProblem,
  invalidField,
  type SvcError,
  wrongCursor,
} from "../../core/kernel/errors.ts";
import { sha256Hex } from "../../core/kernel/sha256.ts";
import { Text, text } from "../../core/kernel/texts/index.ts";
import { partsOf } from "./input.ts";
import { EXPAND, mayExpand, type State, type Step, stateOf, versionOf } from "./request.ts";
import { type Extras, makeServe, type Plain } from "./serve.ts";

/** Features of the public API alone (PUBLIC.md, Manners): versions, list cursors, expanded fields, names in errors. */

type Fields = Readonly<Record<string, unknown>>;

/** The steps of the public API. Separate, so that other functions do not bundle them. */
export const publicSteps = (spec: RouteSpec): Extras => ({
  keys: ApiKey,
  outermost: [names(spec), version(spec)],
  afterAdmission: [expansion(spec)],
  afterInput: [cursor(spec)],
  finish: (event, body) => withCursor(spec, event, body),
});

/** As `serve`, for a route of the public API. */
export const serve = makeServe<Plain & { readonly family: "public" }>(publicSteps);

const version = (spec: RouteSpec): Step => {
  const addHeaders: Step["after"] = ({ event, response }) => {
    if (response) response.headers = { ...versionHeaders(spec, event), ...response.headers };
  };
  return { after: addHeaders, onError: addHeaders };
};

/** Returns the headers that state the version and announce a route's removal: RFC 9745 (`Deprecation`), RFC 8594 (`Sunset`). */
export function versionHeaders(
  { deprecated }: RouteSpec,
  event: APIGatewayProxyEventV2,
): Record<string, string> {
  return {
    "x-svc-version": versionOf(event) === "v2" ? "v2-beta" : "v1",
    ...(deprecated && {
      deprecation: `@${Date.parse(deprecated.since) / 1000}`,
      sunset: new Date(deprecated.sunset).toUTCString(),
      link: `<${deprecated.see}>; rel="deprecation"; type="text/html"`,
    }),
  };
}

// A cursor contains core's position and a hash of list, owner and filters, so that no other list accepts it.

const HASH_LENGTH = 16;

/** Query parameters that may change from page to page. A statement's cursor contains its times. */
const CHANGEABLE: ReadonlySet<string> = new Set(["cursor", "limit", "from", "to"]);

function listHash({ id }: RouteSpec, { actor, params, query }: State): string {
  const filters = Object.entries((query ?? {}) as Fields)
    .filter(([name, value]) => value !== undefined && !CHANGEABLE.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const list = [id, actor?.userId, actor?.mode, params, filters];
  return sha256Hex(JSON.stringify(list)).slice(0, HASH_LENGTH);
}

/** Replaces the request's cursor by core's position. */
const cursor = (spec: RouteSpec): Step => ({
  before: ({ event }) => {
    const state = stateOf(event);
    const { cursor } = (state.query ?? {}) as Fields;
    if (spec.method !== "GET" || typeof cursor !== "string") return;
    state.query = { ...(state.query as Fields), cursor: openCursor(cursor, listHash(spec, state)) };
  },
});

/** Returns core's position. @throws INVALID_REQUEST unless the cursor was issued for this list */
function openCursor(cursor: string, list: string): string {
  const [of, position] = Buffer.from(cursor, "base64url").toString().split(/:(.*)/s);
  if (of !== list || !position || sealCursor(position, list) !== cursor) throw wrongCursor();
  return position;
}

const sealCursor = (position: string, list: string): string =>
  Buffer.from(`${list}:${position}`).toString("base64url");

/** Replaces core's position in a response by the client's cursor. */
function withCursor<T>(spec: RouteSpec, event: APIGatewayProxyEventV2, body: T): T {
  if (spec.method !== "GET" || typeof body !== "object" || body === null || !("next_cursor" in body))
    return body;
  const { next_cursor: next } = body;
  return typeof next === "string"
    ? { ...body, next_cursor: sealCursor(next, listHash(spec, stateOf(event))) }
    : body;
}

export const MAX_EXPANDED = 4;

/** Returns the objects with these ids that the actor may read. The others remain ids in the response. */
export type Expander = (
  actor: UserActor,
  ids: ReadonlySet<string>,
) => Promise<readonly { readonly id: string }[]>;

export type Expanders = Readonly<Record<string, Expander>>;

/** Reads the fields to expand, after the path's parameters. */
const expansion = (spec: RouteSpec): Step => ({
  before: (request) => {
    const state = stateOf(request.event);
    partsOf(spec, request).params();
    state.expand = expansionsOf(spec, request.event, state.actor);
  },
});

/**
 * Returns the fields that a request expands.
 * @throws INVALID_REQUEST for a field that cannot be expanded, FORBIDDEN if the key lacks the scope of its object
 */
function expansionsOf(
  spec: RouteSpec,
  event: APIGatewayProxyEventV2,
  actor: UserActor | undefined,
): readonly string[] {
  if (!mayExpand(spec, event)) return [];
  const asked = [...new Set(new URLSearchParams(event.rawQueryString).getAll(EXPAND))];
  const message = expandProblem(asked, Object.keys(spec.expands ?? {}));
  if (message) throw invalidField(EXPAND, message);
  if (actor?.channel === "apiKey")
    for (const field of asked) {
      const scope = spec.expands?.[field]?.scope;
      if (scope !== undefined) ApiKey.checkScope(actor.apiKey, scope);
    }
  return asked;
}

function expandProblem(asked: readonly string[], known: readonly string[]): Text | undefined {
  if (asked.length > MAX_EXPANDED)
    return text(
      `must contain at most ${MAX_EXPANDED} fields`,
      `ne doit pas contenir plus de ${MAX_EXPANDED} champs`,
    );
  if (asked.every((field) => known.includes(field))) return undefined;
  if (known.length === 0) return text("is not supported here", "n'est pas pris en charge ici");
  return text(`must be one of ${known.join(", ")}`, `doit être une de ces valeurs : ${known.join(", ")}`);
}

type Names = NonNullable<RouteSpec["names"]>;

/** Matches core's names, which begin with a lower-case letter. Other keys are data, such as an asset's symbol. */
const CORE_NAME = /^[a-z][A-Za-z0-9]*$/;

const snake = (name: string): string =>
  CORE_NAME.test(name) ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name;

const publicName = (name: string, names: Names): string =>
  (Object.hasOwn(names, name) && names[name]) || snake(name);

const publicPath = (path: string, names: Names): string =>
  path
    .split(".")
    .map((name) => publicName(name, names))
    .join(".");

const isPlain = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Renames the keys of a value. A route's name is not used if the object already has a key of that name. */
function renameKeys(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((one) => renameKeys(one, names));
  if (!isPlain(value)) return value;
  const nameOf = (key: string) => {
    const name = publicName(key, names);
    return name !== key && Object.hasOwn(value, name) ? snake(key) : name;
  };
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [nameOf(key), renameKeys(one, names)]));
}

/** Replaces the field names in a sentence by the route's. */
function renameIn({ en, fr }: Text, paths: ReadonlyMap<string, string>): Text {
  const sentence = (words: string) =>
    [...paths].reduce(
      (all, [from, to]) =>
        from === to ? all : all.replaceAll(new RegExp(`(?<![\\w.])${from}(?![\\w.]\\w)`, "g"), to),
      words,
    );
  return new Text(sentence(en), sentence(fr));
}

const names = (spec: RouteSpec): Step => ({
  before: ({ event }) => {
    const state = stateOf(event);
    state.renamed = (error) => inPublicNames(error, spec.names, state.isRead ?? false);
  },
});

/**
 * Returns an error with the public API's names: the route's own, else core's in snake_case. The details omit the
 * request's id, which has its own field.
 * @param isRead whether the route's schemas accepted the request; their problems name fields as the request does
 */
function inPublicNames(error: SvcError, names: Names = {}, isRead: boolean): SvcError {
  const { requestId: _, fields, ...given } = error.given;
  const details = renameKeys(given, names) as ErrorDetails;
  if (!fields) return error.copyWith({ details });
  if (!isRead) return error.copyWith({ details: { ...details, fields } });
  const paths = new Map(fields.map(({ field }) => [field, publicPath(field, names)]));
  const named = fields.map(
    ({ field, message }): FieldProblem => ({
      field: paths.get(field) ?? field,
      message: renameIn(message, paths),
    }),
  );
  return error.copyWith({ message: renameIn(error.text, paths), details: { ...details, fields: named } });
}

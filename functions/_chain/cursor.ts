import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { RouteSpec } from "../../contract/route.ts";
import { wrongCursor } from "../../core/kernel/cursor.ts";
import { sha256Hex } from "../../core/kernel/sha256.ts";
import type { Step } from "./middleware.ts";
import { type State, stateOf } from "./state.ts";

/**
 * Cursors of the public API: each is of its list, its owner and its filters, and opens nothing else. Around the place
 * that core goes on from stands what it is of, so a place of another list is not taken for one of this.
 */

/** How much of the hash a cursor has: enough that no two lists of anybody's are taken for one another. */
const HASH_LENGTH = 16;

/** How long a page is, may change from page to page; the times of a statement are in its own place. */
const FREE: ReadonlySet<string> = new Set(["cursor", "limit", "from", "to"]);

type Query = Readonly<Record<string, unknown>>;

const isPaged = ({ family, method }: RouteSpec): boolean => family === "public" && method === "GET";

/** What a cursor is of. */
function listOf({ id }: RouteSpec, { actor, params, query }: State): string {
  const filters = Object.entries((query ?? {}) as Query)
    .filter(([name, value]) => value !== undefined && !FREE.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const list = [id, actor?.userId, actor?.mode, params, filters];
  return sha256Hex(JSON.stringify(list)).slice(0, HASH_LENGTH);
}

/** Reads a request's cursor. */
export const cursor = (spec: RouteSpec): Step => ({
  before: ({ event }) => {
    const state = stateOf(event);
    const { cursor } = (state.query ?? {}) as Query;
    if (!isPaged(spec) || typeof cursor !== "string") return;
    state.query = { ...(state.query as Query), cursor: placeOf(cursor, listOf(spec, state)) };
  },
});

/** @throws INVALID_REQUEST for what no page of that list has ended with */
function placeOf(cursor: string, list: string): string {
  const [of, place] = Buffer.from(cursor, "base64url").toString().split(/:(.*)/s);
  if (of !== list || !place || sealed(place, list) !== cursor) throw wrongCursor();
  return place;
}

const sealed = (place: string, list: string): string => Buffer.from(`${list}:${place}`).toString("base64url");

/** An answer with its cursor as a client has it. */
export function withCursor<T>(spec: RouteSpec, event: APIGatewayProxyEventV2, body: T): T {
  if (!isPaged(spec) || typeof body !== "object" || body === null || !("next_cursor" in body)) return body;
  const { next_cursor: next } = body;
  return typeof next === "string"
    ? { ...body, next_cursor: sealed(next, listOf(spec, stateOf(event))) }
    : body;
}

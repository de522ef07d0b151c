import { AsyncLocalStorage } from "node:async_hooks";
import { Readable } from "node:stream";
import { type RequestHandler, replaceHandle } from "@svc/local-aws/client";
import type { Attributes, ItemRequest } from "@svc/local-aws/dynamodb/stream-writes";
import { consumers } from "../contract/consumers.ts";
import { routes, sockets } from "../contract/index.ts";
import { socketEvents, socketHandlerId } from "../contract/socket.ts";
import {
  accessOfGrants,
  accessOfRoute,
  appendOnly,
  noAccess,
  type TableAccess,
} from "../contract/table-access.ts";
import { isAppendOnly } from "../core/platform/table/schema.ts";

/** Enforces a function's table access on this machine, as its role does in AWS, so that a missing grant fails before a deployment. */

/** A call that a function makes. */
export interface TableCall {
  readonly action: Action;
  /** The partition keys of its items; for an index, the index's keys. */
  readonly keys: readonly string[];
  readonly index?: boolean;
}

export const readActions = ["GetItem", "BatchGetItem", "Query"] as const;
export const writeActions = ["PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"] as const;
export type Action = (typeof readActions | typeof writeActions)[number] | "Scan";

/** Returns whether a function may make a call. */
export function allows({ reads, writes, scans, closed, readOnly }: TableAccess, call: TableCall): boolean {
  const { action, keys, index } = call;
  const isEach = (beginnings: readonly string[]) =>
    keys.every((key) => beginnings.some((beginning) => key.startsWith(beginning)));
  const isIn = (beginnings: readonly string[]) =>
    keys.some((key) => beginnings.some((beginning) => key.startsWith(beginning)));
  const isOpen = !isIn(closed);
  if (isOneOf(appendOnly.denied, action) && keys.some(isAppendOnly)) return false;
  if (action === "Scan") return scans && !index;
  if (isOneOf(readActions, action)) return reads && (index ? action === "Query" : isOpen);
  if (index) return false;
  return writes === "all"
    ? isOpen && !isIn(readOnly)
    : action === "UpdateItem" && writes.length > 0 && isEach(writes);
}

const isOneOf = <T>(all: readonly T[], one: unknown): one is T => all.some((known) => known === one);

let accesses: ReadonlyMap<string, TableAccess> | undefined;

/** Returns the table access of every function, by its id. */
export function accessById(): ReadonlyMap<string, TableAccess> {
  accesses ??= new Map([
    ...routes.map((route) => [route.id, accessOfRoute(route)] as const),
    ...consumers.map(({ id, grants }) => [id, accessOfGrants(grants)] as const),
    ...sockets.flatMap((spec) =>
      socketEvents.map(
        (event) => [socketHandlerId(spec, event), accessOfGrants(spec.handlers[event].grants)] as const,
      ),
    ),
    ["fallback", noAccess],
  ]);
  return accesses;
}

interface Running {
  readonly id: string;
  readonly access: TableAccess;
}
const running = new AsyncLocalStorage<Running | undefined>();

/** Runs a function with its access. A function that is not in the contract has none. */
export function withRightsOf<T>(id: string, run: () => T): T {
  return running.run({ id, access: accessById().get(id) ?? noAccess }, run);
}

interface Body extends ItemRequest {
  readonly IndexName?: string;
  readonly ExpressionAttributeValues?: Attributes;
  readonly RequestItems?: Readonly<Record<string, { readonly Keys?: readonly Attributes[] }>>;
  readonly TransactItems?: readonly Readonly<
    Record<"Get" | "Put" | "Update" | "Delete" | "ConditionCheck", ItemRequest | undefined>
  >[];
}

const keyOf = ({ Item, Key }: ItemRequest): string => (Item ?? Key)?.["pk"]?.S ?? "";

/** Returns the calls of a request. A transaction has one for each item. */
export function callsOf(operation: string, body: Body): readonly TableCall[] {
  switch (operation) {
    case "BatchGetItem": {
      const all = Object.values(body.RequestItems ?? {}).flatMap(({ Keys = [] }) => Keys);
      return [{ action: "BatchGetItem", keys: all.map((Key) => keyOf({ Key })) }];
    }
    case "Query": {
      const keys = [body.ExpressionAttributeValues?.[":pk"]?.S ?? ""];
      return [{ action: "Query", keys, index: body.IndexName !== undefined }];
    }
    case "TransactGetItems":
    case "TransactWriteItems":
      return (body.TransactItems ?? []).flatMap((item) =>
        Object.entries(item).map(([what, one]) => ({
          action: what === "ConditionCheck" ? "ConditionCheckItem" : (`${what}Item` as Action),
          keys: [keyOf(one ?? {})],
        })),
      );
    case "Scan":
      return [{ action: "Scan", keys: [], index: body.IndexName !== undefined }];
    default:
      return [{ action: operation as Action, keys: [keyOf(body)] }];
  }
}

/** Returns the first call of a request that its function may not make. */
function forbiddenCall({ access }: Running, request: unknown): TableCall | undefined {
  const { headers = {}, body = "" } = request as {
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string | Uint8Array;
  };
  const operation = headers["x-amz-target"]?.split(".").at(-1) ?? "";
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  // Most requests need not be parsed: the function may write everything except closed and append-only items.
  const mayAsk = access.reads && access.writes === "all" && operation !== "Scan";
  const isChange = /"(?:Update|Delete)"/.test(text) || isOneOf(appendOnly.denied, operation);
  const limited = [...access.closed, ...access.readOnly, ...(isChange ? appendOnly.prefixes : [])];
  if (mayAsk && !limited.some((beginning) => text.includes(beginning))) return undefined;
  return callsOf(operation, JSON.parse(text) as Body).find((call) => !allows(access, call));
}

const denied = (id: string, { action, keys }: TableCall) => ({
  response: {
    statusCode: 400,
    headers: { "content-type": "application/x-amz-json-1.0", "x-amzn-errortype": "AccessDeniedException" },
    body: Readable.from([
      Buffer.from(
        JSON.stringify({
          __type: "com.amazon.coral.service#AccessDeniedException",
          message: `${id} is not allowed dynamodb:${action} of ${keys.map((key) => key.split("#", 2).join("#")).join(", ") || "the table"}: its grants in the contract do not include it`,
        }),
      ),
    ]),
  },
});

/** Wraps a request handler so that it rejects calls that the running function may not make. */
export const withRights = <H extends RequestHandler>(inner: H): H =>
  replaceHandle(inner, async (request, options) => {
    const unit = running.getStore();
    const call = unit && forbiddenCall(unit, request);
    return unit && call ? denied(unit.id, call) : inner.handle(request, options);
  });

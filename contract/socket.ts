import type * as z from "zod";
import type { ErrorDefinition } from "../core/kernel/errors.ts";
import type { Grants } from "./route.ts";

/**
 * WebSockets: what one takes and gives, as routes are for HTTP. Stacks, local runtime and contract tests
 * derive from these values.
 */

/**
 * What a WebSocket has a handler for. Each is a Lambda: the connect of `defi.prices.live` is
 * `defi.prices.live.connect`.
 */
export const socketEvents = ["connect", "disconnect", "message"] as const;
export type SocketEventName = (typeof socketEvents)[number];

/** API Gateway's key of the route that leads to a handler. */
export const routeKeyOf: Readonly<Record<SocketEventName, string>> = {
  connect: "$connect",
  disconnect: "$disconnect",
  message: "$default",
};

export interface SocketHandlerSpec {
  readonly about: string;
  readonly grants: Grants;
  readonly memoryMb?: number;
  readonly timeoutSeconds?: number;
  /**
   * How many of it may run at once, set aside for it. A number that anybody who connects can drive up is
   * bounded, so that it takes nothing from the routes that move money.
   */
  readonly reservedConcurrency: number;
}

export interface SocketSpec {
  readonly id: string;
  readonly path: `/ws/${string}`;
  readonly summary: string;
  /** Markdown, for decisions where the specification is silent. */
  readonly description: string;
  readonly handlers: Readonly<Record<SocketEventName, SocketHandlerSpec>>;
  /** What a client sends, and what it is sent. */
  readonly receives: z.ZodType;
  readonly sends: z.ZodType;
  /** Why a connection is refused, with the HTTP status of the kind. */
  readonly refusals: readonly ErrorDefinition[];
  /** Errors inside a connection, as messages. */
  readonly errors: readonly ErrorDefinition[];
}

/* @__NO_SIDE_EFFECTS__ */
export const socket = <const S extends SocketSpec>(spec: S): S => spec;

/** A handler's id: its function's name, log field, metric dimension. */
export const socketHandlerId = (spec: Pick<SocketSpec, "id">, event: SocketEventName): string =>
  `${spec.id}.${event}`;

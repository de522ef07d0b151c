import type * as z from "zod";
import type { ErrorDefinition } from "../core/kernel/errors.ts";
import type { Grants } from "./route.ts";

/** The interface of a WebSocket, as routes are for HTTP. Stacks, local runtime and contract tests derive from it. */

/** The events that have a handler. Each is a Lambda, such as `defi.prices.live.connect`. */
export const socketEvents = ["connect", "disconnect", "message"] as const;
export type SocketEventName = (typeof socketEvents)[number];

/** API Gateway's route key of each event. */
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
  /** Reserved and maximum concurrency. Any client can drive it up, which must not starve the routes that move money. */
  readonly reservedConcurrency: number;
}

export interface SocketSpec {
  readonly id: string;
  readonly path: `/ws/${string}`;
  readonly summary: string;
  /** Markdown, for decisions that the specification leaves open. */
  readonly description: string;
  readonly handlers: Readonly<Record<SocketEventName, SocketHandlerSpec>>;
  /** The messages from and to a client. */
  readonly receives: z.ZodType;
  readonly sends: z.ZodType;
  /** Errors before the upgrade, with the HTTP status of their kind. */
  readonly refusals: readonly ErrorDefinition[];
  /** Errors of a connection, sent as messages. */
  readonly errors: readonly ErrorDefinition[];
}

/* @__NO_SIDE_EFFECTS__ */
export const socket = <const S extends SocketSpec>(spec: S): S => spec;

/** Returns the id of a handler: its function's name, log field and metric dimension. */
export const socketHandlerId = (spec: Pick<SocketSpec, "id">, event: SocketEventName): string =>
  `${spec.id}.${event}`;

import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { UserActor } from "../../core/identity/actor.ts";
import type { OpenedKey } from "../../core/identity/api-keys/open.ts";
import type { ErrorDefinition } from "../../core/kernel/errors.ts";
import type * as RateLimit from "../../core/platform/ratelimit/index.ts";
import type * as Table from "../../core/platform/table/index.ts";
import type { Outgoing } from "../../core/transfers/outgoing.ts";

/**
 * What the steps of the chain learn of a request and hand on: written by one step, read by those after it.
 */
export interface State {
  readonly requestId: string;
  readonly ip: string;
  readonly startedMs: number;
  limit?: RateLimit.Decision;
  /** The count of the caller that goes on beside the work, which the answer waits for. */
  counting?: Promise<RateLimit.Decision | undefined>;
  actor?: UserActor;
  /** The API key that the actor came with. */
  key?: OpenedKey;
  /** What the credential's holder is told of why it no longer holds, where that is more than nothing. */
  problem?: ErrorDefinition;
  /** The note of the key's use, which the answer waits for. */
  noted?: Promise<void>;
  /** Whether the parameters, query and body were read by the route's schemas. */
  isRead?: boolean;
  params?: unknown;
  query?: unknown;
  /** The fields of the answer that are to be expanded. */
  expand?: readonly string[];
  body?: unknown;
  /** The fields of a form with files. */
  form?: unknown;
  /** The sum that the request sends from an account, if the route sends money. */
  outgoing?: Outgoing;
  /** Asks for the caller's confirmation, where the route takes one. */
  confirm?: () => Promise<void>;
  /** The item under the client's idempotency key, read together with the session. */
  idempotencyItem?: Readonly<Record<string, unknown>> | undefined;
  /** What requests of the caller's key are signed with, where the route takes signed ones. */
  signingItem?: Readonly<Record<string, unknown>> | undefined;
  /** What was read ahead of the work, together with the credential. */
  prefetched?: Table.Prefetched;
  replayed?: boolean;
}

const states = new WeakMap<object, State>();

/** The state of the request that this event began. @throws TypeError before the first step has made it */
export function stateOf(event: APIGatewayProxyEventV2): State {
  const state = states.get(event);
  if (!state) throw new TypeError("the chain has not begun this request");
  return state;
}

export function begin(event: APIGatewayProxyEventV2, state: State): void {
  states.set(event, state);
}

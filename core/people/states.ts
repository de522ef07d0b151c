import * as Clock from "../kernel/clock/index.ts";
import { defineTransitions } from "../kernel/state-machine.ts";
import type * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { erasure } from "./entity.ts";
import { type Erasure, erasureStatuses } from "./schema.ts";

/**
 * The states of an erasure. A sign-in calls an erasure off by taking its day off the account: the schedule then forgets
 * it, and another request replaces it.
 */
export const erasureStates = defineTransitions(erasureStatuses, {
  /** The owner asks, or an administrator alone if no second one is required. */
  ask: { none: "waiting", asked: "waiting", waiting: "waiting", "held-up": "waiting" },
  /** An administrator asks, and a second one must approve. */
  request: { none: "asked", asked: "asked", waiting: "asked", "held-up": "asked" },
  /** A second administrator approves a request, or the wish of an owner whose account is blocked. */
  approve: { asked: "waiting", waiting: "waiting", "held-up": "held-up" },
  /** The operator grants a new day after a restore. */
  renew: { waiting: "waiting", "held-up": "waiting" },
  /** Its day has come, and it was called off. */
  forget: { waiting: "none", "held-up": "none" },
  /** Its day has come, or a step is next, and something is in its way. */
  holdUp: { waiting: "held-up", "held-up": "held-up", running: "running" },
  /** Its day has come: the account is closed. */
  begin: { waiting: "running", "held-up": "running" },
  /** A page of a step is done. */
  advance: { running: "running" },
  complete: { running: "done" },
  /** The operator repeats one that a restore has undone. It replaces whatever the restored table has. */
  reapply: { none: "running" },
});

export type ErasureEvent = Exclude<keyof typeof erasureStates.transitions, "forget">;

/** Returns the write by which an event changes an erasure, if that is still in the state that was read. */
export const changing = (
  one: Erasure,
  event: ErasureEvent,
  { set = {}, where = [] }: { readonly set?: object; readonly where?: readonly Where.Where[] },
): Table.Write => ({
  update: erasure.key(one),
  set: { ...set, status: erasureStates.assertTransition(one.status, event) },
  where: Where.all(Where.is({ status: one.status }), ...where),
});

/** An erasure that one administrator has asked for and another may approve. */
export interface Pending {
  readonly id: string;
  readonly requestedBy: string;
  readonly expiresAt: string;
}

/** Returns the request that awaits a second administrator; undefined if there is none, or it has expired. */
export function pendingOf({ approvalId: id, askedBy, requestedBy, expiresAt }: Erasure): Pending | undefined {
  if (id === undefined || expiresAt === undefined || expiresAt <= Clock.nowIso()) return undefined;
  return { id, requestedBy: askedBy ?? requestedBy, expiresAt };
}

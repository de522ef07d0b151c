import * as Clock from "../kernel/clock/index.ts";
import { defineTransitions } from "../kernel/state-machine.ts";
import type * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { type Erasure, erasure, heldUpErasure } from "./entity.ts";
import { erasureStatuses, type HeldUpCode } from "./schema.ts";

/**
 * The states of an erasure. A sign-in cancels an erasure by removing the due date from the account. The schedule then deletes the
 * item (`forget`), and a new request replaces it.
 */
export const erasureStates = defineTransitions(erasureStatuses, {
  /** The owner requests it, or one administrator if no second one is required. */
  ask: { none: "waiting", asked: "waiting", waiting: "waiting", "held-up": "waiting" },
  /** An administrator requests it, and a second one must approve. */
  request: { none: "asked", asked: "asked", waiting: "asked", "held-up": "asked" },
  /** A second administrator approves a request, or the request of an owner whose account is blocked. */
  approve: { asked: "waiting", waiting: "waiting", "held-up": "held-up" },
  /** The operator postpones it after a restore. */
  renew: { waiting: "waiting", "held-up": "waiting" },
  /** It is due, but was canceled. */
  forget: { waiting: "none", "held-up": "none" },
  /** It is due, or a step is next, but blockers exist. */
  holdUp: { waiting: "held-up", "held-up": "held-up", running: "running" },
  /** It is due: the account is closed. */
  begin: { waiting: "running", "held-up": "running" },
  /** A page of a step is finished. */
  advance: { running: "running" },
  complete: { running: "done" },
  /** The operator repeats an erasure that a restore has undone. An erasure item of the restored table is overwritten, whatever its status. */
  reapply: { none: "running" },
});

type Event = Exclude<keyof typeof erasureStates.transitions, "forget">;

/** Returns the state of an erasure after an event. @throws TypeError if the state does not allow the event */
export const statusAfter = <E extends Event>(event: E, before?: Erasure) =>
  erasureStates.assertTransition(before?.status ?? "none", event);

interface Change {
  readonly set?: object;
  readonly where?: Where.Where;
}

/** Returns the write that applies an event to an erasure. It fails if the state has changed concurrently. */
export const changeWrite = (one: Erasure, event: Event, { set = {}, where }: Change): Table.Write => ({
  update: erasure.key(one),
  set: { ...set, status: statusAfter(event, one) },
  where: Where.all(Where.is({ status: one.status }), ...(where ? [where] : [])),
});

/** Returns the writes of an event that ends a hold-up. */
export const resumeWrites = (one: Erasure, event: Event, { set, where }: Change): Table.Write[] => [
  changeWrite(one, event, {
    set: { ...set, heldUpBy: undefined, heldUpSince: undefined },
    ...(where && { where }),
  }),
  ...(one.heldUpSince === undefined ? [] : [queueRemovalWrite(one.userId)]),
];

/** Returns the writes that hold an erasure up and add it to the administrators' queue. Retains the time of the first hold-up. */
export function holdUpWrites(one: Erasure, heldUpBy: readonly HeldUpCode[], change: Change): Table.Write[] {
  const { userId, heldUpSince = Clock.nowIso() } = one;
  return [
    changeWrite(one, "holdUp", { ...change, set: { ...change.set, heldUpBy, heldUpSince } }),
    { put: heldUpErasure.item({ userId, heldUpSince }) },
  ];
}

export const queueRemovalWrite = (userId: string): Table.Write => ({ remove: heldUpErasure.key({ userId }) });

/** Returns the writes that delete a canceled erasure. */
export function forgetWrites(one: Erasure): Table.Write[] {
  erasureStates.assertTransition(one.status, "forget");
  return [{ remove: erasure.key(one), where: Where.is({ dueAt: one.dueAt }) }, queueRemovalWrite(one.userId)];
}

/** A request of one administrator that another one can approve. */
export interface Pending {
  readonly id: string;
  readonly requestedBy: string;
  readonly expiresAt: string;
}

/** Returns the request that waits for a second administrator. Undefined if it does not exist or has expired. */
export function pendingOf({ approvalId: id, askedBy, requestedBy, expiresAt }: Erasure): Pending | undefined {
  if (id === undefined || expiresAt === undefined || expiresAt <= Clock.nowIso()) return undefined;
  return { id, requestedBy: askedBy ?? requestedBy, expiresAt };
}

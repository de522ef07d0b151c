import type { Subscription } from "../../identity/plans/entity.ts";
import { isOver, newestFirst, OVER } from "../../identity/plans/index.ts";
import type { Ordered, SubscriptionEvent } from "./schema.ts";

/**
 * What becomes of a user's subscriptions. Pure. Events come repeated and in any order, so each subscription is
 * kept by itself, and what an old one does never touches a newer one.
 */

/** Of events of one second, in which order they happened. */
const RANK = { created: 1n, updated: 2n, deleted: 3n } as const satisfies Record<
  SubscriptionEvent["kind"],
  bigint
>;

/** How many are kept, those that are over the first to go: the item must not fill over the years. */
const MAX_KEPT = 50;

/**
 * The subscriptions after an event. One that is older than what is known changes nothing; an end is for good.
 */
export function afterEvent(all: readonly Subscription[], event: SubscriptionEvent): readonly Subscription[] {
  const known = all.find(({ subscriptionId }) => subscriptionId === event.subscriptionId);
  const createdSeconds = event.createdSeconds ?? event.atSeconds;
  const created =
    known?.eventSeconds === undefined || createdSeconds < known.createdSeconds
      ? createdSeconds
      : known.createdSeconds;
  const before: Subscription = {
    subscriptionId: event.subscriptionId,
    cancelAtPeriodEnd: false,
    ended: false,
    withheld: false,
    ...known,
    createdSeconds: created,
    orderId: known?.orderId ?? event.orderId,
  };
  return replaced(all, isOlder(event, before) ? before : updated(before, event));
}

/**
 * Whether an event happened before the one that the state is from; of equal ones the later to come counts.
 */
function isOlder(
  { kind, atSeconds }: SubscriptionEvent,
  { eventSeconds, eventRank = 0n, ended }: Subscription,
): boolean {
  if (ended) return true;
  if (kind === "deleted" || eventSeconds === undefined) return false;
  return atSeconds < eventSeconds || (atSeconds === eventSeconds && RANK[kind] < eventRank);
}

/** Whether nobody can tell by their times which of an event and the one that is known happened later. */
export function isTied(
  all: readonly Subscription[],
  { subscriptionId, kind, atSeconds }: SubscriptionEvent,
): boolean {
  const known = all.find((one) => one.subscriptionId === subscriptionId);
  return !known?.ended && known?.eventSeconds === atSeconds && known.eventRank === RANK[kind];
}

function updated(before: Subscription, event: SubscriptionEvent): Subscription {
  const over = event.kind === "deleted" || OVER.has(event.status ?? "");
  return {
    ...before,
    plan: event.plan ?? before.plan,
    priceId: event.priceId ?? before.priceId,
    status: event.kind === "deleted" ? "canceled" : (event.status ?? before.status),
    currentPeriodEndSeconds: event.currentPeriodEndSeconds ?? before.currentPeriodEndSeconds,
    cancelAtPeriodEnd: event.cancelAtPeriodEnd ?? before.cancelAtPeriodEnd,
    eventSeconds: event.atSeconds,
    eventRank: RANK[event.kind],
    ended: over,
  };
}

/**
 * The subscriptions after the payment of an order that begins one. The subscription's own events count for
 * more.
 */
export function afterPayment(all: readonly Subscription[], ordered: Ordered): readonly Subscription[] {
  return replaced(all, { ...ofOrder(all, ordered), orderedPlan: ordered.plan });
}

/** The subscriptions after an order that was to begin one was not paid as it was made. */
export const afterMispayment = (all: readonly Subscription[], ordered: Ordered): readonly Subscription[] =>
  replaced(all, { ...ofOrder(all, ordered), withheld: true });

/** What is known of the subscription that an order begins, or of the order as long as that is not named. */
function ofOrder(
  all: readonly Subscription[],
  { subscriptionId, orderId, openedAtSeconds }: Ordered,
): Subscription {
  const id = subscriptionId ?? orderId;
  const known = all.find((one) => one.subscriptionId === id);
  return {
    subscriptionId: id,
    createdSeconds: openedAtSeconds,
    cancelAtPeriodEnd: false,
    ended: false,
    withheld: false,
    ...known,
    orderId,
  };
}

function replaced(all: readonly Subscription[], one: Subscription): readonly Subscription[] {
  const others = all.filter(({ subscriptionId }) => subscriptionId !== one.subscriptionId);
  const kept = [...others, one].sort((a, b) => Number(isOver(a)) - Number(isOver(b)) || newestFirst(a, b));
  return kept.slice(0, MAX_KEPT).sort(newestFirst);
}

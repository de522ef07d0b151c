import type { Subscription } from "../../identity/plans/entity.ts";
import { FINAL_STATUSES, isEnded, newestFirst } from "../../identity/plans/index.ts";
import type { OrderedPlan, SubscriptionEvent } from "./schema.ts";

/**
 * The subscriptions of a user after events, which may be repeated and come in any order. Each subscription has its own
 * state, so an old one never changes a newer one. Pure.
 */

/** The order of events within one second. */
const RANK: Record<SubscriptionEvent["kind"], bigint> = { created: 1n, updated: 2n, deleted: 3n };

/** The maximum of stored subscriptions, which bounds the item. Ended subscriptions are dropped first. */
const MAX_STORED = 50;

/** Returns the subscriptions after an event. An older event changes nothing, and an end is final. */
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
  return replaceSubscription(all, isOlder(event, before) ? before : updateSubscription(before, event));
}

/** Returns whether an event happened before the state. Of two equal events the later delivery counts. */
function isOlder(
  { kind, atSeconds }: SubscriptionEvent,
  { eventSeconds, eventRank = 0n, ended }: Subscription,
): boolean {
  if (ended) return true;
  if (kind === "deleted" || eventSeconds === undefined) return false;
  return atSeconds < eventSeconds || (atSeconds === eventSeconds && RANK[kind] < eventRank);
}

/** Returns whether the times do not decide between an event and the state. */
export function isTied(
  all: readonly Subscription[],
  { subscriptionId, kind, atSeconds }: SubscriptionEvent,
): boolean {
  const known = all.find((one) => one.subscriptionId === subscriptionId);
  return !known?.ended && known?.eventSeconds === atSeconds && known.eventRank === RANK[kind];
}

function updateSubscription(before: Subscription, event: SubscriptionEvent): Subscription {
  const over = event.kind === "deleted" || FINAL_STATUSES.has(event.status ?? "");
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

/** Returns the subscriptions after the payment of an order. The subscription's own events prevail. */
export function afterPayment(all: readonly Subscription[], ordered: OrderedPlan): readonly Subscription[] {
  return replaceSubscription(all, { ...subscriptionOfOrder(all, ordered), orderedPlan: ordered.plan });
}

/** Returns the subscriptions after a wrong payment of an order. */
export const afterMispayment = (
  all: readonly Subscription[],
  ordered: OrderedPlan,
): readonly Subscription[] =>
  replaceSubscription(all, { ...subscriptionOfOrder(all, ordered), withheld: true });

/** Returns the subscription of an order, under the id of the order while its own is unknown. */
function subscriptionOfOrder(
  all: readonly Subscription[],
  { subscriptionId, orderId, openedAtSeconds }: OrderedPlan,
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

function replaceSubscription(all: readonly Subscription[], one: Subscription): readonly Subscription[] {
  const others = all.filter(({ subscriptionId }) => subscriptionId !== one.subscriptionId);
  const sorted = [...others, one].sort(
    (a, b) => Number(isEnded(a)) - Number(isEnded(b)) || newestFirst(a, b),
  );
  return sorted.slice(0, MAX_STORED).sort(newestFirst);
}

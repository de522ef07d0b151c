import { prefixes } from "../../kernel/ids/index.ts";
import type { Ordered, Plan, Subscription, SubscriptionEvent } from "./schema.ts";

/**
 * What a user's subscriptions come to. Pure. Events come repeated and in any order, so each subscription is
 * kept by itself, and what an old one does never touches a newer one.
 */

/** States in which the customer has the plan; `past_due` is a payment that is being tried again. */
const LIVING: ReadonlySet<string> = new Set(["active", "trialing", "past_due"]);

export const isLiving = ({ status }: Plan): boolean => LIVING.has(status);

/** States that a subscription never leaves. */
const OVER: ReadonlySet<string> = new Set(["canceled", "incomplete_expired"]);

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

const isOver = ({ ended, status }: Subscription): boolean => ended || OVER.has(status ?? "");

const newestFirst = (a: Subscription, b: Subscription): number => {
  if (a.createdSeconds !== b.createdSeconds) return a.createdSeconds > b.createdSeconds ? -1 : 1;
  return a.subscriptionId > b.subscriptionId ? -1 : 1;
};

/** The plan that subscriptions come to: that of the newest one that lives, otherwise of the newest. */
export function planOf(all: readonly Subscription[]): Plan {
  const visible = all.filter((one) => !isStandIn(one, all) && !isWithheld(one, all)).sort(newestFirst);
  const plans = visible.map(planOfOne);
  const free: Plan = { plan: "free", status: "none", currentPeriodEnd: undefined, cancelAtPeriodEnd: false };
  return plans.find(isLiving) ?? plans.find(({ status }) => !OVER.has(status)) ?? plans[0] ?? free;
}

const isOrder = ({ subscriptionId }: Subscription): boolean =>
  subscriptionId.startsWith(`${prefixes.order}_`);

/** Whether it is a paid order whose own subscription is known: the one that says so, or one made after it. */
const isStandIn = (one: Subscription, all: readonly Subscription[]): boolean =>
  isOrder(one) &&
  all.some(
    (other) =>
      !isOrder(other) && (other.orderId === one.orderId || other.createdSeconds >= one.createdSeconds),
  );

/** Whether its order was not paid as it was made, and not after all either. */
function isWithheld(one: Subscription, all: readonly Subscription[]): boolean {
  const same = all.filter(
    ({ subscriptionId, orderId }) =>
      subscriptionId === one.subscriptionId || (orderId !== undefined && orderId === one.orderId),
  );
  return same.some((other) => other.withheld) && same.every(({ orderedPlan }) => orderedPlan === undefined);
}

function planOfOne(one: Subscription): Plan {
  const { currentPeriodEndSeconds: end, cancelAtPeriodEnd } = one;
  const status = statusOf(one);
  if (OVER.has(status))
    return { plan: "free", status, currentPeriodEnd: undefined, cancelAtPeriodEnd: false };
  return {
    plan: one.plan ?? one.orderedPlan ?? one.priceId ?? one.subscriptionId,
    status,
    currentPeriodEnd: end === undefined ? undefined : new Date(Number(end) * 1000).toISOString(),
    cancelAtPeriodEnd,
  };
}

/** A paid order means that the first invoice is paid, whether or not the subscription has said so itself. */
function statusOf({ status, orderedPlan, ended }: Subscription): string {
  if (ended) return status ?? "canceled";
  const isWaiting = status === undefined || status === "incomplete";
  return isWaiting && orderedPlan !== undefined ? "active" : (status ?? "incomplete");
}

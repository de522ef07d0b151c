import { prefixes } from "../../kernel/ids/index.ts";
import { type Plan as Granted, plans } from "../../platform/ratelimit/schema.ts";
import type { Item } from "../../platform/table/index.ts";
import { type Plan, type Subscription, userPlan } from "./entity.ts";

/** The plan of an account, which follows from its subscriptions. All its API keys share it. */

/** The statuses in which the customer has the plan. In `past_due` the payment is retried. */
const LIVING: ReadonlySet<string> = new Set(["active", "trialing", "past_due"]);

export const isLiving = ({ status }: Plan): boolean => LIVING.has(status);

/** The final statuses: https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
export const OVER: ReadonlySet<string> = new Set(["canceled", "incomplete_expired"]);

export const isOver = ({ ended, status }: Subscription): boolean => ended || OVER.has(status ?? "");

export const newestFirst = (a: Subscription, b: Subscription): number => {
  if (a.createdSeconds !== b.createdSeconds) return a.createdSeconds > b.createdSeconds ? -1 : 1;
  return a.subscriptionId > b.subscriptionId ? -1 : 1;
};

/** Returns the plan of the newest living subscription, else of the newest. */
export function planOf(all: readonly Subscription[]): Plan {
  const visible = all.filter((one) => !isStandIn(one, all) && !isWithheld(one, all)).sort(newestFirst);
  const plans = visible.map(planOfOne);
  const free: Plan = { plan: "free", status: "none", currentPeriodEnd: undefined, cancelAtPeriodEnd: false };
  return plans.find(isLiving) ?? plans.find(({ status }) => !OVER.has(status)) ?? plans[0] ?? free;
}

const isOrder = ({ subscriptionId }: Subscription): boolean =>
  subscriptionId.startsWith(`${prefixes.order}_`);

/** Returns whether it is a paid order whose subscription is known: it names the order, or was created after it. */
const isStandIn = (one: Subscription, all: readonly Subscription[]): boolean =>
  isOrder(one) &&
  all.some(
    (other) =>
      !isOrder(other) && (other.orderId === one.orderId || other.createdSeconds >= one.createdSeconds),
  );

/** Returns whether its order was not paid at first, and still is not. */
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

/** A paid order means that the first invoice is paid, even if the subscription does not say so yet. */
function statusOf({ status, orderedPlan, ended }: Subscription): string {
  if (ended) return status ?? "canceled";
  const isWaiting = status === undefined || status === "incomplete";
  return isWaiting && orderedPlan !== undefined ? "active" : (status ?? "incomplete");
}

/** Returns the plan of the account's API keys. A plan of another name gives no more than `free`. */
export function grantedBy(item: Item | undefined): Granted {
  const plan = planOf(item ? userPlan.parse(item).subscriptions : []);
  return (isLiving(plan) && plans.find((one) => one === plan.plan.toLowerCase())) || "free";
}

/** Returns the plan that allows more. */
export const higher = (one: Granted, other: Granted): Granted =>
  plans.indexOf(one) > plans.indexOf(other) ? one : other;

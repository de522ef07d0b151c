import { prefixes } from "../../kernel/ids/index.ts";
import { type Plan as Granted, plans } from "../../platform/ratelimit/schema.ts";
import type { Item } from "../../platform/table/index.ts";
import { type Plan, type Subscription, userPlan } from "./entity.ts";

/** Derives the plan of an account from its subscriptions. All API keys of the account share the plan. */

/** The statuses in which the customer has the plan. In `past_due` the provider retries the payment. */
const LIVE_STATUSES: ReadonlySet<string> = new Set(["active", "trialing", "past_due"]);

export const isActivePlan = ({ status }: Plan): boolean => LIVE_STATUSES.has(status);

/** The final statuses: https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
export const FINAL_STATUSES: ReadonlySet<string> = new Set(["canceled", "incomplete_expired"]);

export const isEnded = ({ ended, status }: Subscription): boolean =>
  ended || FINAL_STATUSES.has(status ?? "");

export const newestFirst = (a: Subscription, b: Subscription): number => {
  if (a.createdSeconds !== b.createdSeconds) return a.createdSeconds > b.createdSeconds ? -1 : 1;
  return a.subscriptionId > b.subscriptionId ? -1 : 1;
};

/** Returns the plan of the newest active subscription, otherwise of the newest unfinished one, otherwise of the newest. */
export function planOf(all: readonly Subscription[]): Plan {
  const visible = all.filter((one) => !isSuperseded(one, all) && !isWithheld(one, all)).sort(newestFirst);
  const plans = visible.map(toPlan);
  const free: Plan = { plan: "free", status: "none", currentPeriodEnd: undefined, cancelAtPeriodEnd: false };
  return (
    plans.find(isActivePlan) ?? plans.find(({ status }) => !FINAL_STATUSES.has(status)) ?? plans[0] ?? free
  );
}

const isOrderRecord = ({ subscriptionId }: Subscription): boolean =>
  subscriptionId.startsWith(`${prefixes.order}_`);

/** Returns whether a record is only an order whose subscription is already known: with the same order id, or created later. */
const isSuperseded = (one: Subscription, all: readonly Subscription[]): boolean =>
  isOrderRecord(one) &&
  all.some(
    (other) =>
      !isOrderRecord(other) && (other.orderId === one.orderId || other.createdSeconds >= one.createdSeconds),
  );

/** Returns whether a payment of a subscription's order differed from it, and the order is not yet paid correctly. */
function isWithheld(one: Subscription, all: readonly Subscription[]): boolean {
  const same = all.filter(
    ({ subscriptionId, orderId }) =>
      subscriptionId === one.subscriptionId || (orderId !== undefined && orderId === one.orderId),
  );
  return same.some((other) => other.withheld) && same.every(({ orderedPlan }) => orderedPlan === undefined);
}

function toPlan(one: Subscription): Plan {
  const { currentPeriodEndSeconds: end, cancelAtPeriodEnd } = one;
  const status = statusOf(one);
  if (FINAL_STATUSES.has(status))
    return { plan: "free", status, currentPeriodEnd: undefined, cancelAtPeriodEnd: false };
  return {
    plan: one.plan ?? one.orderedPlan ?? one.priceId ?? one.subscriptionId,
    status,
    currentPeriodEnd: end === undefined ? undefined : new Date(Number(end) * 1000).toISOString(),
    cancelAtPeriodEnd,
  };
}

/** Returns the status. A paid order implies a paid first invoice, even if the subscription does not state it yet. */
function statusOf({ status, orderedPlan, ended }: Subscription): string {
  if (ended) return status ?? "canceled";
  const isWaiting = status === undefined || status === "incomplete";
  return isWaiting && orderedPlan !== undefined ? "active" : (status ?? "incomplete");
}

/** Returns the plan of the account's API keys. An unknown plan counts as `free`. */
export function keyPlanFrom(item: Item | undefined): Granted {
  const plan = planOf(item ? userPlan.parse(item).subscriptions : []);
  return (isActivePlan(plan) && plans.find((one) => one === plan.plan.toLowerCase())) || "free";
}

export const higherPlan = (one: Granted, other: Granted): Granted =>
  plans.indexOf(one) > plans.indexOf(other) ? one : other;

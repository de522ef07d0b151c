import { isDeepStrictEqual } from "node:util";
import type { LiveActor } from "../../identity/actor.ts";
import { type Plan, type Subscription, userPlan } from "../../identity/plans/entity.ts";
import { isActivePlan, planOf } from "../../identity/plans/index.ts";
import * as Users from "../../identity/users.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Customers from "../customers/index.ts";
import * as Transactions from "../records/index.ts";
import { OWNER } from "../records/psp-objects.ts";
import { planActivated, planEnded } from "./events.ts";
import * as Plans from "./plan.ts";
import type { OrderedPlan, SubscriptionEvent } from "./schema.ts";

/** Monthly plans of users. The provider bills them, and its events change them. */

export const plan = async ({ userId }: LiveActor): Promise<Plan> =>
  planOf((await read(userId)).subscriptions);

/**
 * Applies an event to a user's subscription.
 * @param present reads the provider's current state, which decides between two events of one second
 * @returns the outcome
 * @throws CONTENTION; as `present`
 */
export const apply = (
  userId: string,
  event: SubscriptionEvent,
  present: () => Promise<SubscriptionEvent | undefined>,
): Promise<string> =>
  change(userId, async (all) =>
    Plans.afterEvent(all, Plans.isTied(all, event) ? ((await present()) ?? event) : event),
  );

/** Activates the subscription of a paid order. @returns the outcome. @throws CONTENTION */
export const activate = (userId: string, order: OrderedPlan): Promise<string> =>
  change(userId, (all) => Plans.afterPayment(all, order));

/** Withholds the subscription of an order that was paid incorrectly. @throws CONTENTION */
export const withhold = (userId: string, order: OrderedPlan): Promise<string> =>
  change(userId, (all) => Plans.afterMispayment(all, order));

const read = async (userId: string) =>
  (await Table.find(userPlan, { userId })) ?? { version: undefined, subscriptions: [] };

type Change = (all: readonly Subscription[]) => readonly Subscription[] | Promise<readonly Subscription[]>;

const change = (userId: string, make: Change): Promise<string> =>
  Table.change(
    () => read(userId),
    async (seen) => {
      const subscriptions = await make(seen.subscriptions);
      if (isDeepStrictEqual(subscriptions.map(dropUndefined), seen.subscriptions.map(dropUndefined)))
        return { writes: [], result: "nothing new" };
      const before = planOf(seen.subscriptions);
      const after = planOf(subscriptions);
      const put = userPlan.item({ userId, version: (seen.version ?? 0n) + 1n, subscriptions });
      return {
        writes: [{ put, where: userPlan.unchanged(seen) }, ...eventWrites(userId, before, after)],
        result: `plan ${after.plan}, ${after.status}`,
      };
    },
  );

/** Drops undefined fields, which the table does not store. */
const dropUndefined = (subscription: Subscription): object =>
  Object.fromEntries(Object.entries(subscription).filter(([, value]) => value !== undefined));

/** Returns the notification that a plan has begun or ended. */
function eventWrites(userId: string, before: Plan, after: Plan): Table.Write[] {
  const had = isActivePlan(before);
  if (!isActivePlan(after)) return had ? [Outbox.write(planEnded, { userId, plan: before.plan })] : [];
  if (had && before.plan === after.plan) return [];
  return [Outbox.write(planActivated, { userId, plan: after.plan })];
}

interface OwnerFields {
  readonly customer: string | undefined;
  /** Our metadata of the subscription. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly subscriptionId: string | undefined;
}

/**
 * Returns the user in the metadata, of the customer, or of the order that began the subscription. Returns undefined if
 * customer and metadata identify different users, or if the user does not exist.
 */
export async function findOwner({
  customer,
  metadata,
  subscriptionId,
}: OwnerFields): Promise<string | undefined> {
  const named = metadata[OWNER];
  const owner = customer ? await Customers.findUser(customer) : undefined;
  if (named && owner && named !== owner) return undefined;
  const began = async () => subscriptionId && (await Transactions.find(subscriptionId))?.userId;
  const userId = named ?? owner ?? (await began());
  return userId && (await Users.fromId(userId)) ? userId : undefined;
}

import { isDeepStrictEqual } from "node:util";
import type { LiveActor } from "../../identity/actor.ts";
import { type Plan, type Subscription, userPlan } from "../../identity/plans/entity.ts";
import { isLiving, planOf } from "../../identity/plans/index.ts";
import * as Users from "../../identity/users.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import * as Customers from "../customers/index.ts";
import * as Transactions from "../records/index.ts";
import { OWNER } from "../records/psp-objects.ts";
import { planActivated, planEnded } from "./events.ts";
import * as Plans from "./plan.ts";
import type { Ordered, SubscriptionEvent } from "./schema.ts";

/**
 * The plan that a user pays for by the month: the provider bills it, and its events say what becomes of it.
 */

/** The actor's plan. */
export const plan = async ({ userId }: LiveActor): Promise<Plan> =>
  planOf((await read(userId)).subscriptions);

/**
 * An event said something of a subscription of the user's.
 * @param present what the provider has now: it decides between two events of one second
 * @returns what came of it.
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

/** The user has paid an order that begins a subscription. @returns what came of it. @throws CONTENTION */
export const activate = (userId: string, order: Ordered): Promise<string> =>
  change(userId, (all) => Plans.afterPayment(all, order));

/** An order that was to begin a subscription was not paid as it was made. @throws CONTENTION */
export const withhold = (userId: string, order: Ordered): Promise<string> =>
  change(userId, (all) => Plans.afterMispayment(all, order));

const read = async (userId: string) =>
  (await Table.find(userPlan, { userId })) ?? { version: undefined, subscriptions: [] };

type Change = (all: readonly Subscription[]) => readonly Subscription[] | Promise<readonly Subscription[]>;

const change = (userId: string, make: Change): Promise<string> =>
  Table.change(
    () => read(userId),
    async (seen) => {
      const subscriptions = await make(seen.subscriptions);
      if (isDeepStrictEqual(subscriptions.map(plain), seen.subscriptions.map(plain)))
        return { writes: [], result: "nothing new" };
      const before = planOf(seen.subscriptions);
      const after = planOf(subscriptions);
      const put = userPlan.item({ userId, version: (seen.version ?? 0n) + 1n, subscriptions });
      return {
        writes: [{ put, where: Where.is({ version: seen.version }) }, ...events(userId, before, after)],
        result: `plan ${after.plan}, ${after.status}`,
      };
    },
  );

/** Without the fields that are undefined: the table does not keep them. */
const plain = (subscription: Subscription): object =>
  Object.fromEntries(Object.entries(subscription).filter(([, value]) => value !== undefined));

/** The user gets an e-mail that a plan has begun, or that there is none any more. */
function events(userId: string, before: Plan, after: Plan): Table.Write[] {
  const had = isLiving(before);
  if (!isLiving(after)) return had ? [Outbox.write(planEnded, { userId, plan: before.plan })] : [];
  if (had && before.plan === after.plan) return [];
  return [Outbox.write(planActivated, { userId, plan: after.plan })];
}

/** What the provider says that may show whose something is. */
export interface Signs {
  /** A customer's id. */
  readonly customer: string | undefined;
  /** What we had a subscription carry. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly subscriptionId: string | undefined;
}

/**
 * The user whom its metadata names, whose customer it is, or whose order began it. Where customer and
 * metadata are of two users, it is nobody's.
 */
export async function ownerOf({ customer, metadata, subscriptionId }: Signs): Promise<string | undefined> {
  const named = metadata[OWNER];
  const owner = customer ? await Customers.userOf(customer) : undefined;
  if (named && owner && named !== owner) return undefined;
  const began = async () => subscriptionId && (await Transactions.find(subscriptionId))?.userId;
  const userId = named ?? owner ?? (await began());
  return userId && (await Users.fromId(userId)) ? userId : undefined;
}

import { isDeepStrictEqual } from "node:util";
import type { UserActor } from "../../identity/actor.ts";
import { Contention, fail } from "../../kernel/errors.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import { userPlan } from "./entity.ts";
import { planActivated, planEnded } from "./events.ts";
import * as Plans from "./plan.ts";
import { type News, type Ordered, type Plan, planItem, type Subscription } from "./schema.ts";

/** The plan that a user pays for by the month: the provider bills it, and its events say what became of it. */

const MAX_ATTEMPTS = 20;

/** The actor's plan. */
export async function plan({ userId }: UserActor): Promise<Plan> {
  const { subscriptions } = await read(userId);
  return Plans.planOf(subscriptions);
}

/** An event said something of a subscription of the user's. @returns what came of it. @throws CONTENTION */
export const heard = (userId: string, news: News): Promise<string> =>
  change(userId, (all) => Plans.heard(all, news));

/** The user has paid an order that begins a subscription. @returns what came of it. @throws CONTENTION */
export const ordered = (userId: string, order: Ordered): Promise<string> =>
  change(userId, (all) => Plans.begun(all, order));

/** An order that was to begin a subscription was not paid as it was made. @returns what came of it. @throws CONTENTION */
export const withheld = (userId: string, order: Ordered): Promise<string> =>
  change(userId, (all) => Plans.withheld(all, order));

type Stored = Pick<ReturnType<typeof planItem.parse>, "version" | "subscriptions">;

async function read(userId: string): Promise<Stored> {
  const item = await Table.get(userPlan.key({ userId }));
  return item ? planItem.parse(item) : { version: 0n, subscriptions: [] };
}

type Change = (all: readonly Subscription[]) => readonly Subscription[];

async function change(userId: string, make: Change): Promise<string> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const stored = await read(userId);
    const subscriptions = make(stored.subscriptions);
    if (isDeepStrictEqual(subscriptions.map(plain), stored.subscriptions.map(plain))) return "nothing new";
    const before = Plans.planOf(stored.subscriptions);
    const after = Plans.planOf(subscriptions);
    const writes = [saved(userId, stored.version, subscriptions), ...letters(userId, before, after)];
    if (await written(writes)) return `plan ${after.plan}, ${after.status}`;
    await Table.pause(attempt);
  }
  throw fail(Contention);
}

/** Without the fields that are undefined: the table does not keep them. */
const plain = (one: Subscription): object =>
  Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined));

const saved = (userId: string, version: bigint, subscriptions: readonly Subscription[]): Table.Write => ({
  put: { ...userPlan.key({ userId }), userId, version: version + 1n, subscriptions },
  condition: "attribute_not_exists(pk) OR #version = :seen",
  names: { "#version": "version" },
  values: { ":seen": version },
});

/** What the user is told: that a plan has begun, or that there is none any more. */
function letters(userId: string, before: Plan, after: Plan): Table.Write[] {
  const had = Plans.isLiving(before);
  if (!Plans.isLiving(after)) return had ? [Outbox.write(planEnded, { userId, plan: before.plan })] : [];
  if (had && before.plan === after.plan) return [];
  return [Outbox.write(planActivated, { userId, plan: after.plan })];
}

/** @returns whether it was written; another attempt may do it where not */
async function written(writes: readonly Table.Write[]): Promise<boolean> {
  try {
    await Table.transact(writes);
    return true;
  } catch (error) {
    if (!(error instanceof Table.TransactionRefused)) throw error;
    const isOutdated = error.refusals[0]?.code === "ConditionalCheckFailed";
    if (!isOutdated && !error.transient) throw error;
    return false;
  }
}

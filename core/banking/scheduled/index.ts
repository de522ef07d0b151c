import type { UserActor } from "../../identity/actor.ts";
import { AccountBlocked } from "../../identity/errors.ts";
import type { User } from "../../identity/user.ts";
import { fail } from "../../kernel/errors.ts";
import * as Table from "../../platform/table/index.ts";
import { type ListPage, list as listOf } from "../../platform/table/list.ts";
import { scheduledCount, scheduledPayment } from "./entity.ts";
import { ScheduledPaymentEnded, ScheduledPaymentNotFound } from "./errors.ts";
import { ending } from "./record.ts";
import type { ScheduledPayment } from "./schema.ts";

/**
 * Scheduled payments as their owner has them; `run.ts` makes them. They end with the ownership of the account
 * that they were made under, and with its block.
 */

type Owner = Pick<UserActor, "userId" | "ownershipId">;

/** A scheduled payment as its owner sees it; undefined where it is none of this owner's. */
export function shown(item: Table.Item, { ownershipId }: Pick<Owner, "ownershipId">) {
  const kept = scheduledPayment.parse(item);
  return kept.ownershipId === ownershipId ? kept : undefined;
}

/** A page of the owner's, newest first. @param after the id that the page before ended with */
export const list = (owner: Owner, page: Paging): Promise<ListPage<ScheduledPayment>> =>
  listOf(
    scheduledPayment,
    { userId: owner.userId },
    { ...pageAfter(owner, page), isWanted: ({ ownershipId }) => ownershipId === owner.ownershipId },
  );

interface Paging {
  readonly limit: number;
  readonly after?: string | undefined;
}

const pageAfter = ({ userId }: Pick<Owner, "userId">, { limit, after }: Paging) => ({
  limit,
  after: after === undefined ? undefined : scheduledPayment.key({ userId, scheduledId: after }),
});

/**
 * Cancels what has not run. Once more changes nothing.
 * @throws SCHEDULED_PAYMENT_NOT_FOUND, SCHEDULED_PAYMENT_ENDED, CONTENTION
 */
export async function cancel(owner: Owner, scheduledId: string): Promise<ScheduledPayment> {
  const key = scheduledPayment.key({ userId: owner.userId, scheduledId });
  const read = async () => {
    const item = await Table.get(key);
    const one = item && shown(item, owner);
    if (!one) throw fail(ScheduledPaymentNotFound);
    return one;
  };
  await Table.change(read, (one) => {
    if (one.status === "canceled") return { writes: [], result: undefined };
    if (one.status !== "active") throw fail(ScheduledPaymentEnded);
    return { writes: ending(one, "canceled"), result: undefined };
  });
  return read();
}

/** Ends what a blocked user has scheduled, and deletes what a former owner of the account has left. */
export async function clear({ userId, ownershipId, blocked }: User): Promise<void> {
  const pk = scheduledPayment.partition({ userId });
  const items = await Table.queryAll({ pk, beginsWith: scheduledPayment.prefix });
  const all = items.map((item) => scheduledPayment.parse(item));
  for (const one of all) {
    if (one.ownershipId !== ownershipId) {
      await Table.remove(scheduledPayment.key(one));
      await Table.remove(scheduledCount.key(one));
    } else if (blocked && one.status === "active") await Table.retry(() => end(one));
  }
}

/** Ends one that may be running meanwhile. @throws ConditionFailed */
async function end(name: Pick<ScheduledPayment, "userId" | "scheduledId">): Promise<void> {
  const one = await Table.find(scheduledPayment, name);
  if (one?.status === "active") await Table.commit(ending(one, "canceled", { failure: AccountBlocked.code }));
}

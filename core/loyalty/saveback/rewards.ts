import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { fill, type Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import * as Programs from "../programs/index.ts";
import type { Program } from "../programs/schema.ts";
import { closedReward, PENDING_OF_USER, PENDING_SHARDS, pendingReward } from "./entity.ts";
import type { Reward } from "./schema.ts";

/**
 * Rewards of payments. Their writes belong to the transaction that moves the payment's money, whose caller computes the
 * amount. The ledger account `saveback` holds the sum of all pending rewards.
 */

const shards = Array.from({ length: PENDING_SHARDS }, (_, shard) => String(shard));

const shardOf = (userId: string): string => Ids.shardOf(userId, PENDING_SHARDS);

export const pendingKey = ({ userId, paymentId }: Pick<Reward, "userId" | "paymentId">): Key =>
  pendingReward.key({ shard: shardOf(userId), userId, paymentId });

/**
 * Reads the pending rewards of one user or of all, strongly consistent, page by page and all shards in parallel.
 * @returns the number of partitions
 */
export async function readPending(
  userId: string | undefined,
  take: (rewards: readonly Reward[]) => void,
): Promise<number> {
  const chosen = userId === undefined ? shards : [shardOf(userId)];
  const beginsWith = userId === undefined ? pendingReward.prefix : fill(PENDING_OF_USER, { userId });
  const readShard = async (shard: string): Promise<void> => {
    for await (const items of Table.pages({ pk: pendingReward.partition({ shard }), beginsWith }))
      take(items.map((item) => pendingReward.parse(item)));
  };
  await Promise.all(chosen.map(readShard));
  return chosen.length;
}

type Earning = Pick<Reward, "paymentId" | "userId" | "asset" | "paidMinor" | "amountMinor">;

/** Finds the program in which a payment earns saveback. A merchant's owner earns none there. */
export async function findProgram(
  userId: string,
  merchantId: string | undefined,
): Promise<Program | undefined> {
  const program = merchantId === undefined ? undefined : await Programs.findActive(merchantId);
  return program?.ownerId === userId ? undefined : program;
}

/** Returns the writes that create a payment's reward; none if it is 0. For the transaction that credits the payment. */
export function openWrites({ programId, merchantId, rate }: Program, earning: Earning): Table.Write[] {
  if (earning.amountMinor === 0n) return [];
  const reward: Reward = {
    ...earning,
    programId,
    merchantId,
    refundedMinor: 0n,
    rate,
    status: "PENDING",
    createdAt: Clock.nowIso(),
  };
  return [{ put: { ...pendingKey(reward), ...reward }, where: Where.absent }];
}

type PaymentOf = Pick<Reward, "userId" | "paymentId">;

const keyOf = (payment: PaymentOf, status: Reward["status"]): Table.Key =>
  status === "PENDING" ? pendingKey(payment) : closedReward.key(payment);

export async function find(payment: PaymentOf): Promise<Reward | undefined> {
  const [pending, closed] = await Table.getMany([keyOf(payment, "PENDING"), keyOf(payment, "CANCELED")]);
  const item = pending ?? closed;
  return item && pendingReward.parse(item);
}

/**
 * Returns the writes that change a reward, for the transaction that moves its payment's money. They fail after a
 * concurrent update. A reward of 0 is canceled, and pending again if the payment is reinstated.
 */
export function changeWrites(
  seen: Reward,
  next: Pick<Reward, "amountMinor" | "refundedMinor">,
): readonly Table.Write[] {
  const { canceledAt, ...reward } = { ...seen, ...next };
  const after: Reward =
    reward.amountMinor > 0n
      ? { ...reward, status: "PENDING" }
      : { ...reward, status: "CANCELED", canceledAt: canceledAt ?? Clock.nowIso() };
  const [from, to] = [keyOf(seen, seen.status), keyOf(after, after.status)];
  const unchanged = Where.is({ refundedMinor: seen.refundedMinor });
  const put = { ...to, ...after };
  return seen.status === after.status
    ? [{ put, where: unchanged }]
    : [
        { remove: from, where: unchanged },
        { put, where: Where.absent },
      ];
}

import * as Clock from "../../kernel/clock/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import * as Programs from "../programs/index.ts";
import type { Program } from "../programs/schema.ts";
import { closedReward, pendingReward } from "./entity.ts";
import { pendingKey } from "./pending.ts";
import type { Reward } from "./schema.ts";

/**
 * Rewards as payments earn them, and as they change with what goes back of a payment: each in the very
 * transaction that moves the money. Whoever moves it says how much; the ledger's account `saveback` has what
 * all pending rewards come to.
 */

/** A payment as far as its reward depends on it. */
export interface Earning {
  readonly paymentId: string;
  /** The payer, who is the beneficiary. */
  readonly userId: string;
  readonly asset: string;
  readonly paidMinor: bigint;
  /** What it earns, in minor units. */
  readonly amountMinor: bigint;
}

/**
 * The program that a payment earns saveback in, if any: what a merchant's owner pays to himself earns
 * nothing.
 */
export async function programOf(
  userId: string,
  merchantId: string | undefined,
): Promise<Program | undefined> {
  const program = merchantId === undefined ? undefined : await Programs.ofMerchant(merchantId);
  return program?.ownerId === userId ? undefined : program;
}

/** The writes that open a payment's reward, for the transaction that credits the payment; none of nothing. */
export function opening({ programId, merchantId, rate }: Program, earning: Earning): Table.Write[] {
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

/** The reward of a payment, pending or closed; undefined where it has earned none. */
export async function find(payment: PaymentOf): Promise<Reward | undefined> {
  const [pending, closed] = await Table.getMany([keyOf(payment, "PENDING"), keyOf(payment, "CANCELED")]);
  const item = pending ?? closed;
  return item && pendingReward.parse(item);
}

/**
 * The writes that change a reward, for the transaction that takes money of its payment back or gives it
 * again. Refused where another change was faster. A reward of which nothing is left is canceled; it is
 * pending again should money come again.
 */
export function changing(
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

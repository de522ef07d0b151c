import * as Clock from "../clock/index.ts";
import * as Loyalty from "../loyalty/index.ts";
import { rewardOf } from "../loyalty/rate.ts";
import * as Table from "../platform/table.ts";
import type { Transaction } from "../transactions/schema.ts";
import { closedReward } from "./entity.ts";
import { pendingKey } from "./pending.ts";
import { type Reward, rewardItem } from "./schema.ts";

/** Rewards as payments earn and refunds lower them, each in the very transaction that moves the money. */

/**
 * The writes that accrue the saveback of a payment, for the transaction that credits it; none where its merchant is in no loyalty
 * program. `payment.userId` is the beneficiary. The rate is the program's as of now. What was refunded already earns nothing, nor
 * does what comes to less than a minor unit, nor what a merchant's owner pays to himself.
 */
export async function accruing(payment: Transaction): Promise<readonly Table.Write[]> {
  const {
    transactionId: paymentId,
    userId,
    merchantId,
    currency: asset,
    amountMinor,
    refundedMinor,
  } = payment;
  const program = merchantId === undefined ? undefined : await Loyalty.ofMerchant(merchantId);
  if (!program || program.ownerId === userId) return [];
  const reward: Reward = {
    paymentId,
    userId,
    programId: program.programId,
    merchantId: program.merchantId,
    asset,
    amountMinor: rewardOf(amountMinor - refundedMinor, program.rate),
    paidMinor: amountMinor,
    refundedMinor,
    rate: program.rate,
    status: "PENDING",
    createdAt: Clock.nowIso(),
  };
  if (reward.amountMinor <= 0n) return [];
  return [{ put: { ...pendingKey(reward), ...reward }, condition: "attribute_not_exists(pk)" }];
}

/**
 * The writes that lower what was accrued to the part that is not refunded, for the transaction that takes the money back; none
 * where nothing is pending, or as much was refunded before. They are refused where another refund was faster: the caller asks again.
 * Whether the payment was credited (and so has a reward) the caller's own condition on the payment must hold.
 * @param refundedMinor how much of the payment is refunded altogether, this time included
 */
export async function reducing(payment: Transaction, refundedMinor: bigint): Promise<readonly Table.Write[]> {
  const key = pendingKey({ userId: payment.userId, paymentId: payment.transactionId });
  const item = await Table.get(key);
  const reward = item && rewardItem.parse(item);
  if (!reward || refundedMinor <= reward.refundedMinor) return [];
  // Always of the whole payment, never of what is left of the reward: so the order of refunds changes nothing.
  const amountMinor = rewardOf(reward.paidMinor - refundedMinor, reward.rate);
  const lowered = { ...reward, amountMinor, refundedMinor };
  const same = { condition: "refundedMinor = :seen", values: { ":seen": reward.refundedMinor } };
  if (amountMinor > 0n) return [{ put: { ...key, ...lowered }, ...same }];
  const canceled: Reward = { ...lowered, amountMinor: 0n, status: "CANCELED", canceledAt: Clock.nowIso() };
  return [
    { remove: key, ...same },
    { put: { ...closedReward.key(canceled), ...canceled }, condition: "attribute_not_exists(pk)" },
  ];
}

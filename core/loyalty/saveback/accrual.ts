import * as Clock from "../../kernel/clock/index.ts";
import { rewardLeft } from "../../payments/payments/fees.ts";
import type { Transaction } from "../../payments/records/schema.ts";
import * as Table from "../../platform/table/index.ts";
import * as Loyalty from "../programs/index.ts";
import { closedReward } from "./entity.ts";
import { pendingKey } from "./pending.ts";
import { type Reward, rewardItem } from "./schema.ts";

/**
 * Rewards as payments earn them, and as they change with what goes back of a payment: each in the very transaction that moves the
 * money. The merchant pays them out of its share; until they are paid out, the ledger's account `saveback` has what they come to.
 */

/** A payment's reward, and the writes that make it. */
export interface Accrued {
  /** Minor units, to be moved from the merchant's share to `saveback` in the same entry. */
  readonly rewardMinor: bigint;
  readonly writes: readonly Table.Write[];
}

/**
 * The saveback of a payment, for the transaction that credits it; nothing where its merchant is in no loyalty program.
 * `payment.userId` is the beneficiary. The rate is the program's as of now. What comes to less than a minor unit earns nothing, nor
 * does what a merchant's owner pays to himself. A reward is never more than the commission leaves of the payment.
 */
export async function accruing(payment: Transaction): Promise<Accrued> {
  const { transactionId: paymentId, userId, merchantId, currency: asset, amountMinor } = payment;
  const nothing = { rewardMinor: 0n, writes: [] };
  const program = merchantId === undefined ? undefined : await Loyalty.ofMerchant(merchantId);
  if (!program || program.ownerId === userId) return nothing;
  const reward: Reward = {
    paymentId,
    userId,
    programId: program.programId,
    merchantId: program.merchantId,
    asset,
    amountMinor: rewardLeft(creditedOf(payment), program.rate, 0n),
    paidMinor: amountMinor,
    refundedMinor: 0n,
    rate: program.rate,
    status: "PENDING",
    createdAt: Clock.nowIso(),
  };
  if (reward.amountMinor <= 0n) return nothing;
  const put: Table.Write = {
    put: { ...pendingKey(reward), ...reward },
    condition: "attribute_not_exists(pk)",
  };
  return { rewardMinor: reward.amountMinor, writes: [put] };
}

const creditedOf = ({ amountMinor, commissionMinor = 0n }: Transaction) => ({ amountMinor, commissionMinor });

/** How a payment's reward changes, and the writes that change it. */
export interface Changed {
  /** Minor units; the difference is to be moved between `saveback` and whoever takes or gives the money. */
  readonly beforeMinor: bigint;
  readonly afterMinor: bigint;
  readonly writes: readonly Table.Write[];
}

/**
 * The reward on what is left of a payment, for the transaction that takes money of it back or gives it again; nothing where the
 * payment earned none. The writes are refused where another change was faster: the caller asks again. Whether the payment was
 * credited (and so has a reward) the caller's own condition on the payment must hold.
 * @param goneMinor how much of the payment went back altogether, this time included
 */
export async function changing(payment: Transaction, goneMinor: bigint): Promise<Changed> {
  const { userId, transactionId: paymentId } = payment;
  const keys = {
    PENDING: pendingKey({ userId, paymentId }),
    CANCELED: closedReward.key({ userId, paymentId }),
  };
  const [pending, closed] = await Table.getMany([keys.PENDING, keys.CANCELED]);
  const item = pending ?? closed;
  if (!item) return { beforeMinor: 0n, afterMinor: 0n, writes: [] };
  const reward = rewardItem.parse(item);
  const amountMinor = rewardLeft(creditedOf(payment), reward.rate, goneMinor);
  const after = stands({ ...reward, amountMinor, refundedMinor: goneMinor });
  const same = { condition: "refundedMinor = :seen", values: { ":seen": reward.refundedMinor } };
  const put = { ...keys[after.status], ...after };
  const writes: Table.Write[] =
    reward.status === after.status
      ? [{ put, ...same }]
      : [
          { remove: keys[reward.status], ...same },
          { put, condition: "attribute_not_exists(pk)" },
        ];
  return { beforeMinor: reward.amountMinor, afterMinor: amountMinor, writes };
}

/** A reward of which nothing is left is canceled; it is pending again should money come again. */
function stands({ canceledAt, ...reward }: Reward): Reward {
  return reward.amountMinor > 0n
    ? { ...reward, status: "PENDING" }
    : { ...reward, status: "CANCELED", canceledAt: canceledAt ?? Clock.nowIso() };
}

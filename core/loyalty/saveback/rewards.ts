import * as Clock from "../../kernel/clock/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import * as Programs from "../programs/index.ts";
import type { Program } from "../programs/schema.ts";
import { closedReward, pendingReward } from "./entity.ts";
import { pendingKey } from "./pending.ts";
import type { Reward } from "./schema.ts";

/**
 * Rewards as payments earn and lose them, in the transaction that moves the money. Whoever moves it says how
 * much; the ledger's account `saveback` has the sum of all pending rewards.
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

/** The program that a payment earns saveback in, if any: merchants' owners earn none with themselves. */
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
 * The writes that change a reward, for the transaction that moves its payment's money. Refused where another
 * change was faster. A reward of nothing is canceled, and pending again should money come again.
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

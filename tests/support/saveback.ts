import { randomUUID } from "node:crypto";
import { userProfile } from "../../core/identity/entity.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import * as Ledger from "../../core/ledger/index.ts";
import * as Loyalty from "../../core/loyalty/programs/index.ts";
import { rewardOf } from "../../core/loyalty/programs/index.ts";
import type { Program } from "../../core/loyalty/programs/schema.ts";
import * as Rewards from "../../core/loyalty/saveback/rewards.ts";
import type { Reward } from "../../core/loyalty/saveback/schema.ts";
import { sharesOf } from "../../core/payments/payments/fees.ts";
import type { Transaction } from "../../core/payments/records/schema.ts";
import * as Table from "../../core/platform/table/index.ts";
import * as Policy from "../../core/policy/index.ts";

/** Saveback for tests: programs, payments to their merchants, and refunds, as a settlement writes them. */

/** Enrolls a new merchant in a program. */
export async function enrollMerchant(rate: string, name = "Café de la Gare"): Promise<Program> {
  const { program, writes } = Loyalty.draftProgram({
    merchantId: Ids.create("merchant"),
    ownerId: Ids.create("user"),
    name,
    rate,
  });
  await Table.commit(writes);
  return program;
}

/** Returns a successful payment. */
export const succeededPayment = (
  paid: Partial<Transaction> & Pick<Transaction, "amountMinor">,
): Transaction => ({
  transactionId: `pi_${randomUUID().replaceAll("-", "")}`,
  userId: Ids.create("user"),
  type: "payment",
  status: "SUCCEEDED",
  currency: "EUR",
  description: "",
  createdAt: Clock.nowIso(),
  refundedMinor: 0n,
  needsApproval: false,
  ...paid,
});

/** Returns a payment's reward, and the writes that store it. */
export async function planReward(
  one: Transaction,
): Promise<{ readonly rewardMinor: bigint; readonly writes: readonly Table.Write[] }> {
  const { transactionId: paymentId, userId, merchantId, currency: asset, amountMinor: paidMinor } = one;
  const program = await Rewards.findProgram(userId, merchantId);
  const { reward: amountMinor } = shares(one, program?.rate, 0n);
  const earning = { paymentId, userId, asset, paidMinor, amountMinor };
  return { rewardMinor: amountMinor, writes: program ? Rewards.openWrites(program, earning) : [] };
}

/** Returns the change of a payment's reward after refunds of `goneMinor`, and the writes of the change. */
export async function planRewardChange(
  one: Transaction,
  goneMinor: bigint,
): Promise<{ readonly byMinor: bigint; readonly writes: readonly Table.Write[] }> {
  const reward = await Rewards.find({ userId: one.userId, paymentId: one.transactionId });
  if (!reward) return { byMinor: 0n, writes: [] };
  const { reward: amountMinor } = shares(one, reward.rate, goneMinor);
  return {
    byMinor: amountMinor - reward.amountMinor,
    writes: Rewards.changeWrites(reward, { amountMinor, refundedMinor: goneMinor }),
  };
}

const shares = (
  { amountMinor, commissionMinor = 0n }: Transaction,
  rewardRate: string | undefined,
  goneMinor: bigint,
) => sharesOf({ amountMinor, commissionMinor, rewardRate }, goneMinor);

/** Accrues the rewards of payments, and the amounts that their merchants pay for them. */
export async function accrue(payments: readonly Transaction[]): Promise<void> {
  const accrued = await Promise.all(payments.map(planReward));
  await commitAll(accrued.flatMap(({ writes }) => writes));
  await postRewards(payments.map(({ currency }, at) => [currency, accrued[at]?.rewardMinor ?? 0n]));
}

/** Posts the amounts that merchants pay for rewards. */
async function postRewards(rewards: readonly (readonly [asset: string, minor: bigint])[]): Promise<void> {
  const sums = Map.groupBy(rewards, ([asset]) => asset);
  for (const [asset, all] of sums) {
    const sum = all.reduce((total, [, minor]) => total + minor, 0n);
    if (sum > 0n) await Policy.post({ ...rewardEntry(asset, sum), result: () => undefined });
  }
}

/** Returns an entry that adds to the amount that merchants paid for rewards; a negative amount is returned. */
const rewardEntry = (asset: string, minor: bigint) => {
  const accounts = [
    { account: "clearing:psp", asset },
    { account: "saveback", asset },
  ] as const;
  const [from, to] = minor > 0n ? accounts : [accounts[1], accounts[0]];
  return {
    type: "PAYMENT",
    postings: Ledger.move(from, to, minor > 0n ? minor : -minor),
    actorId: "test",
    reason: "rewards of a test",
  } as const;
};

/** Does the same as `accrue` for thousands of payments, without reading the program of each. */
export async function accrueMany(
  payments: readonly (Transaction & { readonly program: Program })[],
): Promise<void> {
  const rewards = payments.map(
    ({ program, transactionId, userId, currency, amountMinor, createdAt }): Reward => ({
      paymentId: transactionId,
      userId,
      programId: program.programId,
      merchantId: program.merchantId,
      asset: currency,
      amountMinor: rewardOf(amountMinor, program.rate),
      paidMinor: amountMinor,
      refundedMinor: 0n,
      rate: program.rate,
      status: "PENDING",
      createdAt,
    }),
  );
  await commitAll(rewards.map((reward) => ({ put: { ...Rewards.pendingKey(reward), ...reward } })));
  await postRewards(rewards.map(({ asset, amountMinor }) => [asset, amountMinor]));
}

/** Creates accounts without credentials, for the plan of a payout. */
export async function createAccounts(
  count: number,
): Promise<{ readonly userId: string; readonly email: string }[]> {
  const users = Array.from({ length: count }, () => {
    const userId = Ids.create("user");
    const [createdAt, role] = [Clock.nowIso(), "PARTICULIER"];
    const name = "Marie-Claude Dupont-Lefèvre";
    const email = `${userId}@example.com`;
    const stamps = { securityStamp: "1", ownershipId: "1" };
    return { userId, name, email, role, createdAt, updatedAt: createdAt, ...stamps };
  });
  await commitAll(users.map((user) => ({ put: userProfile.item(user) })));
  return users;
}

/** Commits the writes, a hundred per transaction. */
async function commitAll(writes: readonly Table.Write[]): Promise<void> {
  for (let start = 0; start < writes.length; start += 100)
    await Table.commit(writes.slice(start, start + 100));
}

/**
 * Refunds a part of a payment: reduces its reward and the merchant's share. Retries after a concurrent
 * update. @param refundedMinor the total refunded so far
 */
export const refund = (one: Transaction, refundedMinor: bigint): Promise<void> =>
  Table.retry(async () => {
    const { byMinor, writes } = await planRewardChange(one, refundedMinor);
    if (byMinor === 0n) return Table.commit(writes);
    return Policy.post<void>({
      ...rewardEntry(one.currency, byMinor),
      extraWrites: writes,
      result: () => undefined,
    });
  });

/** Returns the pending rewards of one user or of all, sorted by payment. */
export async function pendingRewards(userId?: string): Promise<Reward[]> {
  const rewards: Reward[] = [];
  await Rewards.readPending(userId, (page) => rewards.push(...page));
  return rewards.sort((a, b) => (a.paymentId < b.paymentId ? -1 : 1));
}

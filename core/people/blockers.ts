import { withdrawal } from "../banking/withdrawals/entity.ts";
import { isRedeemable } from "../defi/exchange/engine/pool.ts";
import { position as liquidityPosition, pool } from "../defi/exchange/entity.ts";
import { position as farmingPosition } from "../defi/farming/entity.ts";
import { openPosition } from "../defi/staking/entity.ts";
import { STAFF } from "../identity/account-status.ts";
import { userPlan } from "../identity/plans/entity.ts";
import { isEnded } from "../identity/plans/index.ts";
import type { User } from "../identity/user.ts";
import * as Assets from "../kernel/assets/index.ts";
import type { Text } from "../kernel/texts/index.ts";
import * as Rewards from "../loyalty/saveback/rewards.ts";
import { userMerchant } from "../payments/merchants/entity.ts";
import { transaction, unpaidDue } from "../payments/records/entity.ts";
import { keyOfItem } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { listAll } from "../platform/table/list.ts";
import * as Debts from "../policy/debts.ts";
import { owned } from "../wallets/owned.ts";
import { blockerTexts } from "./errors.ts";
import type { BlockerCode } from "./schema.ts";

/** A reason why an account cannot be erased yet, which the user must settle. */
export interface Blocker {
  readonly code: BlockerCode;
  /** States the reason, and what to do. */
  readonly message: Text;
  /** The amounts, in whole units of each asset. Only for money and debts. */
  readonly amounts?: readonly { readonly asset: string; readonly amount: string }[];
}

const blockerIf = (isBlocked: boolean, code: BlockerCode, amounts?: Blocker["amounts"]): Blocker[] =>
  isBlocked ? [{ code, message: blockerTexts[code], ...(amounts && { amounts }) }] : [];

/** Returns all blockers of a user's erasure, except open sales. */
export async function blockersOf(user: User): Promise<Blocker[]> {
  const found = await Promise.all([
    moneyBlockers(user.userId),
    positionBlockers(user),
    paymentBlockers(user),
    subscriptionBlockers(user),
    savebackBlockers(user),
    blockerIf(STAFF.includes(user.role), "STAFF"),
  ]);
  return found.flat();
}

/**
 * Returns all blockers of a user's erasure. Only for schedules: the index of open sales is eventually consistent, so requests must
 * not depend on it.
 */
export const allBlockersOf = async (user: User): Promise<Blocker[]> =>
  (await Promise.all([blockersOf(user), salesBlockers(user)])).flat();

/** Returns the blockers that can appear after the account is closed: money and debts. */
export async function moneyBlockers(userId: string): Promise<Blocker[]> {
  const owner = { mode: "live", userId } as const;
  const [wallets, debts] = await Promise.all([owned(owner), Debts.ofUser(owner)]);
  const left = wallets.filter(({ available, held }) => available !== 0n || held !== 0n);
  const money = left.map(({ asset: { symbol: asset }, available, held }) => ({
    asset,
    amount: Assets.format(available + held, asset),
  }));
  const open = debts.filter(({ owedMinor }) => owedMinor > 0n);
  const owed = open.map(({ asset, owedMinor }) => ({ asset, amount: Assets.format(owedMinor, asset) }));
  return [...blockerIf(money.length > 0, "MONEY", money), ...blockerIf(owed.length > 0, "DEBT", owed)];
}

async function positionBlockers({ userId }: User): Promise<Blocker[]> {
  const { stakes, pools, farms } = await positionsOf(userId);
  return [
    ...blockerIf(stakes.length > 0, "STAKES"),
    ...blockerIf(pools.length > 0, "LIQUIDITY"),
    ...blockerIf(farms.length > 0, "FARMING"),
  ];
}

/**
 * Returns a user's positions in staking, pools and farms of the live ledger, including unpaid rewards. Ignores pool shares that are
 * worth less than a base unit of one token, because they cannot be removed.
 */
export async function positionsOf(userId: string) {
  const owner = { mode: "live", userId } as const;
  const [stakes, pools, farms] = await Promise.all([
    listAll(openPosition, owner),
    listAll(liquidityPosition, owner),
    listAll(farmingPosition, owner),
  ]);
  return {
    stakes,
    pools: await listRemovable(pools),
    farms: farms.filter(({ balance, rewards }) => balance > 0n || rewards > 0n),
  };
}

async function listRemovable(all: readonly ReturnType<typeof liquidityPosition.parse>[]) {
  const open = all.filter(({ lpTokens }) => lpTokens > 0n);
  const pools = await Table.getMany(open.map(({ mode, pairId }) => pool.key({ mode, pairId })));
  return open.filter(({ lpTokens }, at) => {
    const item = pools[at];
    return item === undefined || isRedeemable(pool.parse(item), lpTokens);
  });
}

async function savebackBlockers({ userId }: User): Promise<Blocker[]> {
  let isPending = false;
  await Rewards.readPending(userId, (page) => {
    isPending ||= page.length > 0;
  });
  return blockerIf(isPending, "SAVEBACK");
}

/** Returns a blocker if customers can still pay the user's merchant account. */
export async function salesBlockers({ userId }: User): Promise<Blocker[]> {
  const merchant = await Table.find(userMerchant, { userId });
  return blockerIf(merchant !== undefined && (await hasOpenSale(merchant.merchantId)), "SALES");
}

/** Returns whether a merchant has an open payment. Each open payment is in the index until it is paid or expired. */
async function hasOpenSale(merchantId: string): Promise<boolean> {
  for (const pk of unpaidDue.partitions)
    for await (const shown of Table.pages({ index: "due", pk })) {
      const items = await Table.getMany(shown.map(keyOfItem));
      const open = items.flatMap((item) => (item ? [transaction.parse(item)] : []));
      if (open.some((one) => one.merchantId === merchantId && one.entryId === undefined)) return true;
    }
  return false;
}

const OPEN_WITHDRAWALS = ["requested", "ordered"];
const OPEN_PAYMENTS = ["PENDING", "AWAITING_APPROVAL"];
/** The statuses of a closed dispute: https://docs.stripe.com/api/disputes/object#dispute_object-status */
const CLOSED_DISPUTES = ["won", "lost", "warning_closed", "prevented"];

async function paymentBlockers(user: User): Promise<Blocker[]> {
  let [isOpen, isDisputed] = [false, false];
  const pk = transaction.partition(user);
  for await (const items of Table.pages({ pk, beginsWith: transaction.prefix })) {
    for (const one of items.map((item) => transaction.parse(item))) {
      isOpen ||= OPEN_PAYMENTS.includes(one.status);
      isDisputed ||= one.disputed !== undefined && !CLOSED_DISPUTES.includes(one.disputed);
    }
  }
  const withdrawals = await listAll(withdrawal, user);
  const hasWithdrawal = withdrawals.some(({ state }) => OPEN_WITHDRAWALS.includes(state));
  return [
    ...blockerIf(hasWithdrawal, "WITHDRAWALS"),
    ...blockerIf(isOpen, "PAYMENTS"),
    ...blockerIf(isDisputed, "DISPUTES"),
  ];
}

async function subscriptionBlockers(user: User): Promise<Blocker[]> {
  const { subscriptions = [] } = (await Table.find(userPlan, user)) ?? {};
  return blockerIf(
    subscriptions.some((one) => one.status !== undefined && !isEnded(one)),
    "SUBSCRIPTION",
  );
}

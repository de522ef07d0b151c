import type { PersonActor, UserActor } from "../identity/actor.ts";
import { hasRecentProof, isProven } from "../identity/proof/index.ts";
import { STEP_UP_ABOVE_EUR } from "../identity/schema.ts";
import * as Assets from "../kernel/assets/index.ts";
import { fail, SvcError } from "../kernel/errors.ts";
import type { Owner } from "../kernel/mode.ts";
import * as Money from "../kernel/money/index.ts";
import { walletRef } from "../ledger/accounts.ts";
import { balanceNow } from "../ledger/balance-at.ts";
import { amountOf } from "../ledger/draft.ts";
import { InsufficientBalance } from "../ledger/errors.ts";
import type { AccountRef } from "../ledger/schema.ts";
import * as Debts from "../policy/debts.ts";
import { accountInDebt } from "../policy/debts.ts";
import { AllowanceExceeded, exceedsAllowance } from "../policy/limits.ts";
import { worthInCents } from "../policy/valuation.ts";
import { ownWallet } from "../wallets/owned.ts";
import { CurrencyMismatch } from "./errors.ts";

/** An amount of one asset. Its value in euros is computed at most once. */
export interface Sum {
  readonly asset: Assets.Asset;
  /** Base units. */
  readonly amount: bigint;
  /**
   * Returns the value in euro cents, rounded up.
   * @throws PRICES_STALE, SERVICE_UNAVAILABLE if no price is known
   */
  readonly worthInCents: () => Promise<bigint>;
}

/** A sum that leaves one of the sender's accounts: resolved once, then passed to every check and movement. */
export interface Outgoing extends Sum {
  readonly from: AccountRef;
  /** Whether it is sent without a recent proof of who acts. */
  readonly unconfirmed?: boolean;
  /**
   * Checks that the account can pay the sum now, before the sender confirms it or the recipient is looked up.
   * The entry checks again.
   * @throws ACCOUNT_IN_DEBT, INSUFFICIENT_BALANCE
   */
  readonly assertCovered: () => Promise<void>;
}

/** The fields of a request that states a sum. */
export interface WrittenSum {
  /** In whole units: a decimal string, or a JSON number as it was written. */
  readonly amount: string | number;
  readonly currency: string;
}

/** Parses a sum. @throws CURRENCY_MISMATCH for an unknown currency, INVALID_AMOUNT */
export function parseSum({ amount, currency }: WrittenSum): Sum {
  const asset = Assets.find(currency.trim().toUpperCase());
  if (!asset) throw fail(CurrencyMismatch, { details: { currency } });
  return sumOf(asset, amountOf("amount", amount, asset.decimals));
}

/**
 * Parses a sum that leaves one of the owner's accounts.
 * @param currency upper or lower case; defaults to the account's
 * @throws WALLET_NOT_FOUND, CURRENCY_MISMATCH, INVALID_AMOUNT
 */
export function parseOutgoing(
  owner: Owner,
  {
    accountId,
    amount,
    currency,
  }: {
    readonly accountId: string;
    readonly amount: string | number;
    readonly currency?: string | undefined;
  },
): Outgoing {
  const { ref, asset } = ownAccount(owner, accountId, currency);
  return outgoing(owner, ref, amountOf("amount", amount, asset.decimals));
}

/** Returns a sum that leaves an account of the owner. @param amount base units */
export function outgoing(owner: Owner, from: AccountRef, amount: bigint): Outgoing {
  let covered: Promise<void> | undefined;
  return {
    ...sumOf(Assets.get(from.asset), amount),
    from,
    assertCovered() {
      covered ??= assertCovered(owner, { from, amount });
      return covered;
    },
  };
}

/** Returns a sum. @param amount base units */
export function sumOf(asset: Assets.Asset, amount: bigint): Sum {
  let worth: Promise<bigint> | undefined;
  return {
    asset,
    amount,
    worthInCents() {
      worth ??= worthInCents(asset, amount);
      return worth;
    },
  };
}

/** Returns whether a sum is worth more than so many euros. A sum without a known price counts as more. */
export async function isWorthMore(one: Sum, euros: number): Promise<boolean> {
  try {
    return (await one.worthInCents()) > BigInt(euros) * 100n;
  } catch (error) {
    if (error instanceof SvcError) return true;
    throw error;
  }
}

/** Returns whether a person must prove who acts before a sum can be sent: it is large, or exceeds the allowance. */
export async function needsProof(actor: PersonActor, one: Sum): Promise<boolean> {
  const isAbove =
    (await isWorthMore(one, STEP_UP_ABOVE_EUR)) || (await exceedsAllowance(actor, await one.worthInCents()));
  return isAbove && !(await hasRecentProof(actor));
}

/**
 * Moves a sum: without a proof of who acts within the allowance, which the movement counts against; beyond it, or if the
 * sum is large, only with one.
 * @param isLarge whether the sum needs a proof in any case
 * @param confirm requires a proof
 * @param move moves the sum, counted as unconfirmed or not; AllowanceExceeded if the allowance is used up
 * @throws the errors of `confirm` and `move`
 */
export async function withinAllowance<T>(
  actor: UserActor,
  isLarge: boolean,
  confirm: () => Promise<void>,
  move: (unconfirmed: boolean) => Promise<T>,
): Promise<T> {
  if (isLarge) await confirm();
  if (isLarge || isProven(actor)) return move(false);
  try {
    return await move(true);
  } catch (error) {
    if (!(error instanceof AllowanceExceeded)) throw error;
    await confirm();
    return move(false);
  }
}

/** As `withinAllowance`, for a sum that leaves an account. */
export const sendWithinAllowance = async <T>(
  actor: UserActor,
  sum: Outgoing,
  confirm: () => Promise<void>,
  move: (sum: Outgoing) => Promise<T>,
): Promise<T> =>
  withinAllowance(actor, await isWorthMore(sum, STEP_UP_ABOVE_EUR), confirm, (unconfirmed) =>
    move({ ...sum, unconfirmed }),
  );

/**
 * Checks that an amount could leave an account now. The entry checks again.
 * @throws ACCOUNT_IN_DEBT, INSUFFICIENT_BALANCE
 */
export async function assertCovered(
  owner: Owner,
  { from, amount }: { readonly from: AccountRef; readonly amount: bigint },
): Promise<void> {
  const [{ available }, debts] = await Promise.all([balanceNow(from), Debts.ofUser(owner)]);
  // A debt comes first: however much is available, the next credit pays it.
  if (debts.length > 0 && amount > 0n) throw accountInDebt(debts);
  if (available >= amount) return;
  const { decimals, symbol } = Assets.get(from.asset);
  const units = (of: bigint) => Money.format(of, decimals);
  const details = { required: units(amount), available: units(available), currency: symbol };
  throw fail(InsufficientBalance, { details });
}

/**
 * Returns an account of the owner by the id in a request.
 * @param currency the request's currency, upper or lower case
 * @throws WALLET_NOT_FOUND, CURRENCY_MISMATCH
 */
export function ownAccount(
  owner: Owner,
  id: string,
  currency?: string,
): { readonly ref: AccountRef; readonly asset: Assets.Asset } {
  const named = ownWallet(owner, id);
  if (currency !== undefined && currency.trim().toUpperCase() !== named.asset)
    throw fail(CurrencyMismatch, { details: { account: named.asset, currency } });
  return { ref: walletRef(id), asset: Assets.get(named.asset) };
}

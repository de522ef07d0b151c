import { parsePositionId } from "../defi/exchange/pairs.ts";
import * as Farming from "../defi/farming/names.ts";
import { assertNever } from "../kernel/errors.ts";
import { parseWalletId, walletOf } from "../ledger/accounts.ts";
import type { Entry } from "../ledger/schema.ts";

/** Classifies journal entries for a user's tax report. */

/** An amount of an asset, in base units above zero. */
export interface Leg {
  readonly asset: string;
  readonly quantity: bigint;
}

/**
 * - `trade`: assets given for others.
 * - `spent`: assets given for something outside the account, such as a payment. `received`: the reverse.
 * - `income`: rewards. `lost`: a penalty.
 * - `in`, `out`: transfers, which are no disposals.
 */
export type Taxed =
  | { readonly kind: "trade"; readonly gave: readonly Leg[]; readonly got: readonly Leg[] }
  | { readonly kind: "spent" | "received" | "income" | "in" | "out" | "lost"; readonly legs: readonly Leg[] };

/** Returns whether an account is the user's: a wallet, or a position in a pool or a farm. */
function isOwn(account: string, userId: string): boolean {
  const wallet = walletOf(account);
  if (wallet !== undefined) return parseWalletId(wallet)?.userId === userId;
  if (!account.startsWith("lp:")) return false;
  const id = account.slice("lp:".length);
  return (parsePositionId(id) ?? Farming.parsePositionId(id))?.userId === userId;
}

/** Returns whether an account pays rewards: staking's, or a farm's. */
const isRewards = (account: string): boolean =>
  account === "rewards" || Farming.farmOfRewards(account) !== undefined;

/** Returns the user's net change by asset without rewards, and the rewards. */
function netOf({ type, postings }: Entry, userId: string) {
  const net = new Map<string, bigint>();
  const paid = new Map<string, bigint>();
  for (const { account, asset, amount } of postings) {
    if (isOwn(account, userId)) net.set(asset, (net.get(asset) ?? 0n) + amount);
    // Money that governance withdraws from a farm is not income.
    if (isRewards(account) && amount < 0n && type !== "TREASURY_TRANSFER")
      paid.set(asset, (paid.get(asset) ?? 0n) - amount);
  }
  for (const [asset, amount] of paid) net.set(asset, (net.get(asset) ?? 0n) - amount);
  return { net, paid };
}

const legsOf = (amounts: ReadonlyMap<string, bigint>, sign: 1n | -1n): Leg[] =>
  [...amounts].flatMap(([asset, amount]) => (amount * sign > 0n ? [{ asset, quantity: amount * sign }] : []));

/** Classifies an entry. Returns an empty list if the user's assets do not change, as by a hold or a stake. */
export function taxedOf(entry: Entry, userId: string): Taxed[] {
  const { net, paid } = netOf(entry, userId);
  const [got, gave, income] = [legsOf(net, 1n), legsOf(net, -1n), legsOf(paid, 1n)];
  const some = (kind: Exclude<Taxed["kind"], "trade">, legs: readonly Leg[]): Taxed[] =>
    legs.length > 0 ? [{ kind, legs }] : [];
  return [...some("income", income), ...movedBy(entry, gave, got, some)];
}

function movedBy(
  { type }: Entry,
  gave: readonly Leg[],
  got: readonly Leg[],
  some: (kind: Exclude<Taxed["kind"], "trade">, legs: readonly Leg[]) => Taxed[],
): Taxed[] {
  switch (type) {
    case "SWAP":
    case "LIQUIDITY_ADD":
    case "LIQUIDITY_REMOVE":
      return gave.length > 0 && got.length > 0 ? [{ kind: "trade", gave, got }] : [];
    case "STAKE":
    case "UNSTAKE":
    case "REWARD":
    case "FARM_WITHDRAW":
      return [...some("lost", gave), ...some("received", got)];
    case "PAYMENT":
    case "REFUND":
    case "CARD_PAYMENT":
    case "CARD_REFUND":
    case "TREASURY_TRANSFER":
      return [...some("spent", gave), ...some("received", got)];
    case "DEPOSIT":
    case "WITHDRAWAL":
    case "TRANSFER":
    case "HOLD":
    case "CAPTURE":
    case "RELEASE":
    case "REVERSAL":
    case "ISSUANCE":
    case "FARM_STAKE":
    case "TOP_UP":
    case "TOP_UP_REFUND":
    case "POINTS":
    case "PAYOUT":
    case "PAYOUT_RETURN":
      return [...some("out", gave), ...some("in", got)];
    default:
      return assertNever(type);
  }
}

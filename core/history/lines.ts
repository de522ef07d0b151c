import * as Assets from "../kernel/assets/index.ts";
import { parseSystem, parseWalletId } from "../ledger/accounts.ts";
import { lineId } from "../ledger/entry.ts";
import type { Entry, RunningLine } from "../ledger/schema.ts";
import { purchaseStatus } from "../payments/issuing/authorizations/record.ts";
import type { Authorization } from "../payments/issuing/authorizations/schema.ts";
import { idOf, type Related } from "./related.ts";
import type { AccountTransaction, Kind, Status } from "./schema.ts";
import { ofWithdrawal } from "./withdrawals.ts";

/** Lines of accounts' histories: all that has moved in them. */

export const kindsOfEntries: Readonly<Record<Entry["type"], Kind>> = {
  DEPOSIT: "adjustment",
  WITHDRAWAL: "adjustment",
  TRANSFER: "transfer",
  HOLD: "hold",
  CAPTURE: "transfer",
  RELEASE: "release",
  REVERSAL: "reversal",
  ISSUANCE: "issuance",
  SWAP: "swap",
  LIQUIDITY_ADD: "liquidity",
  LIQUIDITY_REMOVE: "liquidity",
  STAKE: "stake",
  UNSTAKE: "unstake",
  REWARD: "reward",
  FARM_STAKE: "stake",
  // Shares are in no wallet: what such an entry brings to one are rewards.
  FARM_WITHDRAW: "reward",
  TREASURY_TRANSFER: "governance",
  TOP_UP: "top_up",
  TOP_UP_REFUND: "refund",
  PAYMENT: "payment",
  REFUND: "refund",
  CARD_PAYMENT: "payment",
  CARD_REFUND: "refund",
  // Points are in no wallet.
  POINTS: "reward",
  PAYOUT: "withdrawal",
  PAYOUT_RETURN: "withdrawal_return",
};

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/**
 * What a line shows; undefined of what was told when it began to be held.
 * @param related what was read for it
 */
export function ofLine(line: RunningLine, entry: Entry, related: Related): AccountTransaction | undefined {
  const begun = ofBegun(line, entry, related);
  if (begun) return begun.isTold ? undefined : begun.shown;
  const { entryId, walletId: accountId, availableAfter, createdAt } = line;
  const moved = movedBy(line);
  const asset = assetOf(line);
  const isBank = entry.reference?.kind === "bank_transfer";
  const transfer = related.bankTransfer(entry);
  return {
    id: lineId(entryId, asset.symbol),
    accountId,
    type: isBank ? "bank_transfer" : kindsOfEntries[entry.type],
    direction: moved < 0n ? "out" : "in",
    asset,
    amount: absolute(moved),
    // Who pays a merchant pays no fee: what the platform keeps is of the merchant's share.
    fee: entry.type === "PAYMENT" && moved < 0n ? 0n : feeOf(entry, asset),
    status: statusOf(line, entry, related),
    description: (isBank ? transfer?.description : writtenIn(entry)) || null,
    counterparty: line.counterparty ?? transfer?.counterparty ?? null,
    balance: availableAfter,
    reference: askedForAs(entry, moved),
    createdAt,
    updatedAt: createdAt,
  };
}

/** The kinds of what somebody asked for that an entry may be of, beside itself. */
const asked = ["payment_intent", "payment", "withdrawal", "hold"] as const;

/** What of it an account's owner asked for. Whoever is paid out of a hold does not learn of it. */
function askedForAs({ type, reference }: Entry, moved: bigint): string | null {
  if (type === "CAPTURE" && moved >= 0n) return null;
  return asked.map((kind) => idOf(reference, kind)).find((id) => id !== undefined) ?? null;
}

/** What is told by its beginning: there as what has become of it since, and nowhere else. */
type Begun = { readonly isTold: true } | { readonly isTold: false; readonly shown: AccountTransaction };

function ofBegun(line: RunningLine, entry: Entry, related: Related): Begun | undefined {
  const { entryId, type, reference } = entry;
  const tellingAt = (first: string, shown: () => AccountTransaction): Begun =>
    entryId === first ? { isTold: false, shown: shown() } : { isTold: true };
  const withdrawal = related.withdrawal(entry);
  // What the bank sends back comes in again, whichever of its words came first; what it rejects has never left.
  if (withdrawal && (type === "PAYOUT" || withdrawal.state !== "returned"))
    return tellingAt(withdrawal.entryId, () => ofWithdrawal(withdrawal));
  const purchase = related.purchase(entry);
  if (purchase?.entry?.hasLine) return tellingAt(purchase.entry.entryId, () => ofPurchase(purchase, line));
  // A card's payment was told when it was credited.
  return type === "RELEASE" && reference?.kind === "payment_intent" ? { isTold: true } : undefined;
}

/** A purchase with an issued card, from what was first held or taken for it on. */
function ofPurchase(purchase: Authorization, line: RunningLine): AccountTransaction {
  const { entryId, walletId: accountId, availableAfter, createdAt } = line;
  const asset = assetOf(line);
  return {
    id: lineId(entryId, asset.symbol),
    accountId,
    type: "payment",
    direction: "out",
    asset,
    ...purchaseStatus(purchase, absolute(movedBy(line))),
    fee: 0n,
    description: null,
    counterparty: line.counterparty ?? null,
    balance: availableAfter,
    reference: null,
    createdAt,
    updatedAt: purchase.updatedAt,
  };
}

const assetOf = ({ walletId }: RunningLine): Assets.Asset => Assets.get(parseWalletId(walletId)?.asset ?? "");

/** What only becomes held, or goes while it is, is told as what it is; all else by what it leaves free. */
const movedBy = ({ available, held }: RunningLine): bigint => (available === 0n ? held : available);

/**
 * Held from the first, as a card's payment that has yet to clear: pending while any of it is. Rewards that are
 * added to their stake are paid for good.
 */
function statusOf({ available, held }: RunningLine, { type, holds }: Entry, related: Related): Status {
  const isHeld = type !== "REWARD" && available === 0n && held > 0n;
  return isHeld && holds.some(({ holdId }) => related.isHeld(holdId)) ? "pending" : "completed";
}

/** What people wrote: the words of other entries are the journal's own. */
const writtenIn = ({ type, reason }: Entry): string | undefined =>
  ["TRANSFER", "CAPTURE", "DEPOSIT", "WITHDRAWAL"].includes(type) ? reason : undefined;

const WITH_FEES: readonly Entry["type"][] = ["UNSTAKE", "PAYMENT"];

function feeOf({ type, postings }: Entry, { symbol }: Assets.Asset): bigint {
  if (!WITH_FEES.includes(type)) return 0n;
  return postings
    .filter(
      ({ account, asset, amount }) =>
        asset === symbol && amount > 0n && parseSystem(account).name === "treasury",
    )
    .reduce((sum, { amount }) => sum + amount, 0n);
}

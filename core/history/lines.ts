import * as Assets from "../kernel/assets/index.ts";
import { parseSystem, parseWalletId } from "../ledger/accounts.ts";
import { lineId } from "../ledger/entry.ts";
import type { Entry, RunningLine } from "../ledger/schema.ts";
import { purchaseStatus } from "../payments/issuing/authorizations/record.ts";
import type { Authorization } from "../payments/issuing/authorizations/schema.ts";
import { ofWithdrawal } from "./records.ts";
import { idOf, type Related } from "./related.ts";
import type { AccountTransaction, Kind, Status } from "./schema.ts";

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
  // No wallet holds shares: the line of a wallet shows the rewards.
  FARM_WITHDRAW: "reward",
  TREASURY_TRANSFER: "governance",
  TOP_UP: "top_up",
  TOP_UP_REFUND: "refund",
  PAYMENT: "payment",
  REFUND: "refund",
  CARD_PAYMENT: "payment",
  CARD_REFUND: "refund",
  // No wallet holds points.
  POINTS: "reward",
  PAYOUT: "withdrawal",
  PAYOUT_RETURN: "withdrawal_return",
};

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** Returns the transaction of a line; undefined if the line of an earlier entry shows it. */
export function ofLine(line: RunningLine, entry: Entry, related: Related): AccountTransaction | undefined {
  const record = ofRecordWithLines(line, entry, related);
  if (record) return record.shown;
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
    // The fee of a payment is the merchant's, not the payer's.
    fee: entry.type === "PAYMENT" && moved < 0n ? 0n : feeOf(entry, asset),
    status: statusOf(line, entry, related),
    description: (isBank ? transfer?.description : writtenIn(entry)) || null,
    counterparty: line.counterparty ?? transfer?.counterparty ?? null,
    balance: availableAfter,
    reference: requestId(entry, moved),
    createdAt,
    updatedAt: createdAt,
  };
}

/** The kinds of references to a user's requests. */
const requested = ["payment_intent", "payment", "withdrawal", "hold"] as const;

/** Returns the id of the record that the account's owner requested. The recipient of a capture does not see its hold. */
function requestId({ type, reference }: Entry, moved: bigint): string | null {
  if (type === "CAPTURE" && moved >= 0n) return null;
  return requested.map((kind) => idOf(reference, kind)).find((id) => id !== undefined) ?? null;
}

/**
 * Returns the transaction for an entry of a record with several lines: the first line shows the record's current state,
 * the others are hidden. Returns undefined for any other entry.
 */
function ofRecordWithLines(
  line: RunningLine,
  { entryId, type, reference }: Entry,
  related: Related,
): { readonly shown: AccountTransaction | undefined } | undefined {
  const withdrawal = related.withdrawal({ reference });
  // The return of a withdrawal has its own line. A rejected withdrawal never left the platform.
  if (withdrawal && (type === "PAYOUT" || withdrawal.state !== "returned"))
    return { shown: entryId === withdrawal.entryId ? ofWithdrawal(withdrawal) : undefined };
  const purchase = related.purchase({ reference });
  if (purchase?.entry?.hasLine)
    return { shown: entryId === purchase.entry.entryId ? ofPurchase(purchase, line) : undefined };
  // The credit of a payment by card is shown, the later release of its hold is not.
  return type === "RELEASE" && reference?.kind === "payment_intent" ? { shown: undefined } : undefined;
}

/** Returns the transaction of a purchase with an issued card, on the line of its first hold or debit. */
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

/** Returns the amount of a line: the change of the available balance, or of the held one if only that changed. */
const movedBy = ({ available, held }: RunningLine): bigint => (available === 0n ? held : available);

/**
 * Returns the status of a line. A held credit, such as a card payment before clearing, is pending while its hold is open.
 * Rewards that are added to their stake are completed.
 */
function statusOf({ available, held }: RunningLine, { type, holds }: Entry, related: Related): Status {
  const isHeld = type !== "REWARD" && available === 0n && held > 0n;
  return isHeld && holds.some(({ holdId }) => related.isHeld(holdId)) ? "pending" : "completed";
}

/** Returns a user's text. The reasons of other entries are the platform's. */
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

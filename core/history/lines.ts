import * as Assets from "../kernel/assets/index.ts";
import { parseWalletId } from "../ledger/accounts.ts";
import { lineId } from "../ledger/entry.ts";
import type { Entry, RunningLine } from "../ledger/schema.ts";
import { isOfCard } from "../payments/issuing/authorizations/schema.ts";
import type { Beside } from "./beside.ts";
import { bankTransferOf, otherOf, payeeIn, withdrawalOf } from "./entries.ts";
import type { AccountTransaction, Kind, Status } from "./schema.ts";
import { ofWithdrawal } from "./withdrawals.ts";

/** Lines of accounts' histories: all that has moved in them. */

const kindsOfEntries: Readonly<Record<Entry["type"], Kind>> = {
  DEPOSIT: "adjustment",
  WITHDRAWAL: "adjustment",
  TRANSFER: "transfer",
  HOLD: "hold",
  CAPTURE: "hold",
  RELEASE: "release",
  REVERSAL: "reversal",
  ISSUANCE: "issuance",
  SWAP: "swap",
  LIQUIDITY_ADD: "liquidity",
  LIQUIDITY_REMOVE: "liquidity",
  STAKE: "stake",
  UNSTAKE: "unstake",
  REWARD: "reward",
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

/** The id of the payment that an entry credits, pays or gives back, by its reason. */
const PAYMENT = /^(?:payment|refund of) (\S+?)(?:,| to | by |$)/;
const OF_PAYMENTS: readonly Entry["type"][] = ["TOP_UP", "TOP_UP_REFUND", "PAYMENT", "REFUND"];

const referenceOf = ({ type, reason }: Entry): string | null =>
  OF_PAYMENTS.includes(type) ? (PAYMENT.exec(reason)?.[1] ?? null) : null;

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/**
 * What a line shows; undefined of what was told when it began to be held.
 * @param beside what was read for it
 */
export function ofLine(line: RunningLine, entry: Entry, beside: Beside): AccountTransaction | undefined {
  const withdrawal = beside.withdrawal(withdrawalOf(entry));
  if (entry.type === "PAYOUT" && withdrawal)
    return entry.entryId === withdrawal.entryId ? ofWithdrawal(withdrawal) : undefined;
  const { entryId, walletId: accountId, available, held, availableAfter, createdAt } = line;
  // What only becomes held, or goes while it is, is told as what it is; all else by what it leaves free.
  const moved = available === 0n ? held : available;
  const isPaying = entry.type === "PAYMENT" && moved < 0n;
  const isPaidBack = entry.type === "REFUND" && moved > 0n;
  const asset = Assets.get(parseWalletId(accountId)?.asset ?? "");
  const transfer = beside.bankTransfer(bankTransferOf(entry));
  return {
    id: lineId(entryId, asset.symbol),
    accountId,
    type: kindOf(entry),
    direction: moved < 0n ? "out" : "in",
    asset,
    amount: absolute(moved),
    // Who pays a merchant pays no fee: what the platform keeps is of the merchant's share.
    fee: isPaying ? 0n : feeOf(entry, asset),
    status: statusOf(line, entry, beside),
    description: transfer ? (transfer.description ?? null) : descriptionOf(entry),
    counterparty:
      merchantOf(entry) ??
      (isPaying || isPaidBack ? payeeIn(entry) : undefined) ??
      withdrawal?.name ??
      transfer?.counterparty ??
      beside.name(otherOf(entry, accountId)) ??
      null,
    balance: availableAfter,
    reference: referenceOf(entry),
    createdAt,
    updatedAt: createdAt,
  };
}

const kindOf = (entry: Entry): Kind =>
  bankTransferOf(entry) === undefined ? kindsOfEntries[entry.type] : "bank_transfer";

/** Held from the first, as a card's payment that has yet to clear: pending while any of it is. */
function statusOf({ available, held }: RunningLine, { holds }: Entry, beside: Beside): Status {
  const isHeld = available === 0n && held > 0n;
  return isHeld && holds.some(({ holdId }) => beside.isHeld(holdId)) ? "pending" : "completed";
}

/** What people wrote: the words of other entries are the journal's own. */
function descriptionOf({ type, reason }: Entry): string | null {
  if (type !== "TRANSFER" && type !== "DEPOSIT" && type !== "WITHDRAWAL") return null;
  const written = reason.replace(SETTLED, "");
  return type === "TRANSFER" && written === "transfer" ? null : written;
}

/** The merchant whom an issued card has paid, or has money set aside for: its entries are named after it. */
function merchantOf({ type, reason, holds }: Entry): string | undefined {
  const isHeld = (type === "HOLD" || type === "RELEASE") && holds.some(({ holdId }) => isOfCard(holdId));
  const isPaid = type === "CARD_PAYMENT" || type === "CARD_REFUND";
  return isHeld || isPaid ? reason.replace(SETTLED, "") : undefined;
}

/** What the ledger adds where a credit pays what was owed. */
const SETTLED = /(?:, of which [\d.]+ [A-Z]+ pay what was owed)+$/;

const WITH_FEES: readonly Entry["type"][] = ["UNSTAKE", "PAYMENT"];

function feeOf({ type, postings }: Entry, { symbol }: Assets.Asset): bigint {
  if (!WITH_FEES.includes(type)) return 0n;
  return postings
    .filter(
      ({ account, asset, amount }) => asset === symbol && amount > 0n && /^(test:)?treasury$/.test(account),
    )
    .reduce((sum, { amount }) => sum + amount, 0n);
}

import { parseWalletId, walletOf } from "../ledger/accounts.ts";
import type { Entry } from "../ledger/schema.ts";

/** What entries say of who is at their other end. */

/** The bank's id of the transfer that an entry books, by its reason. */
const BANK_TRANSFER = /^bank transfer (.+?)(?: was rejected)?(?:, of which .*)?$/;

/** Types of entry whose reason a bank transfer's may be; those of others are somebody's own words. */
const OF_BANK: readonly Entry["type"][] = ["DEPOSIT", "WITHDRAWAL", "REVERSAL"];

/** The bank's id of the transfer that an entry books; undefined where it books none. */
export const bankTransferOf = ({ type, reason }: Entry): string | undefined =>
  OF_BANK.includes(type) ? BANK_TRANSFER.exec(reason)?.[1] : undefined;

const PAYMENT = /^payment pay_[0-9a-z]{26} to (.+?)(?:, of which .* pay what was owed)?$/;

const REFUND = /^refund of pay_[0-9a-z]{26} by (.+?)(?:, of which .* pay what was owed)?$/;

/** The merchant's name in an entry that pays one from an account, or by which one gives of it back. */
export function payeeIn({ type, reason }: Entry): string | undefined {
  if (type === "PAYMENT") return PAYMENT.exec(reason)?.[1];
  return type === "REFUND" ? REFUND.exec(reason)?.[1] : undefined;
}

/** The other user of a transfer, or of a payment from an account. */
export function otherOf(entry: Entry, walletId: string): string | undefined {
  const { type, postings } = entry;
  if (type !== "TRANSFER" && payeeIn(entry) === undefined) return undefined;
  const own = parseWalletId(walletId)?.userId;
  const others = postings.map(({ account }) => parseWalletId(walletOf(account) ?? "")?.userId);
  return others.find((userId) => userId !== undefined && userId !== own);
}

const WITHDRAWAL = /^withdrawal (wdr_[0-9a-z]{26})(?:,|$)/;

/** The withdrawal that an entry holds, pays or gives back. */
export const withdrawalOf = ({ type, reason }: Entry): string | undefined =>
  type === "PAYOUT" || type === "PAYOUT_RETURN" ? WITHDRAWAL.exec(reason)?.[1] : undefined;

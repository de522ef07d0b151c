import type { BaseUnits } from "../kernel/money/index.ts";
import { walletId, walletOf, walletRef } from "../ledger/accounts.ts";
import * as Debts from "../ledger/clawback/debts.ts";
import * as Clawback from "../ledger/clawback/index.ts";
import type { After, Draft } from "../ledger/draft.ts";
import * as Ledger from "../ledger/index.ts";
import type { AccountRef, EntryType, Posting } from "../ledger/schema.ts";
import type * as Table from "../platform/table/index.ts";
import { Outdated } from "./change.ts";
import type { Priced, Split, Transfer } from "./schema.ts";
import type { Due } from "./transfer.ts";

/**
 * The money of bank transfers in the ledger. The bank has moved it already, so nothing of it can be refused: what nobody's account
 * (`suspense`) or a user's wallet lacks is owed (`receivable`).
 */

/** What goes into the entry's transaction, once it is known how the giver paid. */
export interface With {
  /** Who does it. */
  readonly by: string;
  readonly writes: (after: After, how: Split) => readonly Table.Write[];
  readonly refused: Draft<unknown>["refused"] & {};
}

interface Passing {
  readonly type: EntryType;
  readonly from: AccountRef;
  readonly to: AccountRef;
  readonly amount: BaseUnits;
  /** How much of the amount settles what nobody has paid of it so far, instead of coming to `to`. */
  readonly settles?: BaseUnits;
}

/** The transfer with what the ledger does for it: its entries, and how they were paid. */
export const done = (
  transfer: Priced,
  due: Due,
  { entryId, createdAt }: Pick<After, "entryId" | "createdAt">,
  how: Split,
): Transfer => {
  if (due === "reverse") return { ...transfer, reversal: { entryId, ...how } };
  const holder = transfer.userId === undefined ? "nobody" : "user";
  return {
    ...transfer,
    booking: { entryId, holder, ...how },
    bookedAt: transfer.bookedAt ?? createdAt,
  };
};

/**
 * Moves the money that is due.
 * @throws as `Ledger.post`: ACCOUNT_NOT_FOUND where the user has no wallet to receive it, PLATFORM_ACCOUNT_SHORT where others took
 *   from suspense meanwhile; Outdated where the wallet that was to pay is empty by now. All of them changed nothing
 */
export async function move(transfer: Priced, due: Due, given: With): Promise<void> {
  const passing = passingOf(transfer, due);
  const reason = `bank transfer ${transfer.transactionId}${due === "reverse" ? " was rejected" : ""}`;
  if (isWallet(passing.from)) return fromWallet(passing, reason, given);
  return fromSystem(passing, reason, given);
}

/** Who gives what to whom. */
function passingOf({ money, userId, booking }: Priced, due: Due): Passing {
  const { amountMinor: amount, currency: asset, direction } = money;
  const bank = { account: "clearing:bank", asset };
  const nobody = { account: "suspense", asset };
  const user = userId === undefined ? nobody : walletRef(walletId("live", userId, asset));
  const isCredit = direction === "credit";
  // What nobody has paid of a debit is no longer owed once it is undone, or somebody's. What a user did not pay is his debt, and
  // every credit pays that first, this one too.
  const settles = isCredit || booking?.holder !== "nobody" ? 0n : booking.owed;
  if (due === "assign")
    return isCredit
      ? { type: "DEPOSIT", from: nobody, to: user, amount }
      : { type: "WITHDRAWAL", from: user, to: nobody, amount, settles };
  const holder = due === "reverse" && booking?.holder === "nobody" ? nobody : user;
  if (due === "reverse")
    return isCredit
      ? { type: "REVERSAL", from: holder, to: bank, amount }
      : { type: "REVERSAL", from: bank, to: holder, amount, settles };
  return isCredit
    ? { type: "DEPOSIT", from: bank, to: holder, amount }
    : { type: "WITHDRAWAL", from: holder, to: bank, amount };
}

const isWallet = ({ account }: AccountRef): boolean => walletOf(account) !== undefined;

const free = (ref: AccountRef, amount: BaseUnits): Posting => ({ ...ref, bucket: "available", amount });

/** The postings of an amount that comes to an account, less what it settles. */
const coming = ({ to, amount, settles = 0n }: Passing): Posting[] =>
  [free(to, amount - settles), free({ account: "receivable", asset: to.asset }, settles)].filter(
    (one) => one.amount > 0n,
  );

async function fromWallet(passing: Passing, reason: string, given: With): Promise<void> {
  const { type, from, to, amount, settles = 0n } = passing;
  if (settles === amount) return settle(passing, reason, given);
  const receivable = { account: "receivable", asset: from.asset };
  await Clawback.take({
    type,
    from,
    amount,
    to,
    also: settles > 0n ? [free(to, -settles), free(receivable, settles)] : [],
    actorId: given.by,
    reason,
    extraWrites: given.writes,
    refused: given.refused,
    result: () => undefined,
  });
}

/**
 * Pays what nobody has paid of a debit so far, as far as the wallet goes.
 * @throws Outdated where it has nothing: then nothing moves
 */
async function settle(
  { type, from, amount }: Passing,
  reason: string,
  { by, writes, refused }: With,
): Promise<void> {
  await Ledger.decide({ initiator: from.account }, ({ state }) => {
    const has = state?.available ?? 0n;
    if (has === 0n) throw new Outdated();
    const paid = has < amount ? has : amount;
    return {
      type,
      postings: Ledger.move(from, { account: "receivable", asset: from.asset }, paid),
      initiator: from.account,
      actorId: by,
      reason,
      extraWrites: (after) => [
        ...writes(after, { paid, owed: amount - paid }),
        ...Debts.owing(from, amount - paid),
      ],
      refused,
      result: () => undefined,
    };
  });
}

async function fromSystem(passing: Passing, reason: string, { by, writes, refused }: With): Promise<void> {
  const { type, from, to, amount } = passing;
  const how = from.account === "suspense" ? await available(from, amount) : { paid: amount, owed: 0n };
  const movement = {
    type,
    actorId: by,
    reason,
    extraWrites: (after: After) => writes(after, how),
    refused,
    result: () => undefined,
  };
  // Of what suspense itself owes no debt is paid: there might be nothing left that the entry moves.
  if (isWallet(to) && how.owed === 0n) return Clawback.give({ ...movement, from, to, amount });
  const received = coming(passing);
  await Ledger.post({
    ...movement,
    postings: [
      ...[free(from, -how.paid), free({ account: "receivable", asset: from.asset }, -how.owed)].filter(
        (one) => one.amount < 0n,
      ),
      ...received,
    ],
    initiator: received.find(isWallet)?.account,
  });
}

/** As much of an amount as suspense has now, and the rest owed. */
async function available({ account, asset }: AccountRef, amount: BaseUnits): Promise<Split> {
  const balance = await Ledger.balance(account, asset);
  const paid = balance < amount ? balance : amount;
  return { paid, owed: amount - paid };
}

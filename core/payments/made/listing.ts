import * as Ids from "../../kernel/ids/index.ts";
import { parseWalletId, walletOf } from "../../ledger/accounts.ts";
import type { After } from "../../ledger/draft.ts";
import { lineId } from "../../ledger/entry.ts";
import type { AccountRef, Reference } from "../../ledger/schema.ts";
import type * as Table from "../../platform/table/index.ts";
import { madePayment, madeReference } from "./entity.ts";
import type { Made } from "./schema.ts";

/** What a payment from account to account says in both lists. */
export interface Listed
  extends Pick<
    Made,
    "paymentId" | "method" | "amount" | "merchantId" | "description" | "commission" | "points"
  > {
  readonly from: AccountRef;
  readonly to: AccountRef;
  readonly saveback?: bigint;
}

/** The writes that put a payment into the lists of both, for the transaction that moves its money. */
export function listing(
  { from, to, saveback = 0n, merchantId, ...payment }: Listed,
  {
    entryId,
    createdAt,
    counterparty,
    isListed,
  }: Pick<After, "entryId" | "createdAt" | "counterparty" | "isListed">,
): readonly Table.Write[] {
  const { asset } = from;
  const booked = { asset, transactionId: lineId(entryId, asset), createdAt, refunded: 0n };
  const [payer, payee] = [ownerOf(from), ownerOf(to)];
  const named = merchantId === undefined ? {} : { merchantId };
  const out = { ...payer, direction: "out", fee: 0n, counterparty: counterparty(from.account) } as const;
  const fee = payment.commission ?? 0n;
  const into = {
    ...payee,
    direction: "in",
    fee,
    counterparty: counterparty(to.account),
    isListed: isListed(to.account),
  } as const;
  // Who pays from an account of the own into another one has paid, and was paid nothing.
  const sides = payer.userId === payee.userId ? [out] : [out, into];
  const puts = sides.map((side) => ({
    put: madePayment.item({ ...payment, ...booked, ...named, saveback, ...side }),
  }));
  if (merchantId === undefined) return puts;
  const { paymentId } = payment;
  const name = { paymentId, merchantId, payerId: payer.userId, payeeId: payee.userId, createdAt };
  return [...puts, { put: madeReference.item(name) }];
}

/** What an account pays to somebody who has none here: a bank carries it out, or a card's provider. */
export interface Outward extends Pick<Made, "method" | "amount" | "fee" | "description"> {
  readonly from: AccountRef;
  readonly counterparty: string;
  readonly reference: Reference;
}

/** The write that puts it into its payer's list, for the transaction of the entry that tells it in the history. */
export const listingOut = (
  { from, ...payment }: Outward,
  { entryId, createdAt }: Pick<After, "entryId" | "createdAt">,
): Table.Write => {
  const { asset } = from;
  const booked = { asset, transactionId: lineId(entryId, asset), createdAt, refunded: 0n };
  const paymentId = Ids.create("payment");
  return {
    put: madePayment.item({ paymentId, ...payment, ...booked, ...ownerOf(from), direction: "out" as const }),
  };
};

/** @throws TypeError where an account is no user's */
function ownerOf({ account }: AccountRef): Pick<Made, "userId" | "accountId"> {
  const accountId = walletOf(account) ?? "";
  const userId = parseWalletId(accountId)?.userId;
  if (userId === undefined) throw new TypeError(`${account} is no user's account`);
  return { userId, accountId };
}

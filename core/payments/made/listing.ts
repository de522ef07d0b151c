import * as Ids from "../../kernel/ids/index.ts";
import { parseWalletId, walletOf } from "../../ledger/accounts.ts";
import type { After } from "../../ledger/draft.ts";
import { lineId } from "../../ledger/entry.ts";
import type { AccountRef, Reference } from "../../ledger/schema.ts";
import type * as Table from "../../platform/table/index.ts";
import { accountPayment, accountPaymentReference } from "./entity.ts";
import type { AccountPayment } from "./schema.ts";

interface ListedPayment
  extends Pick<
    AccountPayment,
    "paymentId" | "method" | "amount" | "merchantId" | "description" | "commission" | "points"
  > {
  readonly from: AccountRef;
  readonly to: AccountRef;
  readonly saveback?: bigint;
}

type Booking = Pick<After, "entryId" | "createdAt" | "counterparty" | "hasLine">;

/** Returns the fields of the entry for the owner of one of its accounts. @throws TypeError if it is a system account */
const entryFields = (ref: AccountRef, { entryId, createdAt, hasLine }: Booking) => ({
  ...parseOwner(ref),
  ...{ asset: ref.asset, transactionId: lineId(entryId, ref.asset), hasLine: hasLine(ref.account) },
  ...{ createdAt, refunded: 0n },
});

/** Returns the writes that add a payment to both sides' lists, for the transaction that moves its money. */
export function listWrites(
  { from, to, saveback = 0n, merchantId, ...payment }: ListedPayment,
  entry: Booking,
): readonly Table.Write[] {
  const [payer, payee] = [entryFields(from, entry), entryFields(to, entry)];
  const { createdAt } = payer;
  const named = merchantId === undefined ? {} : { merchantId };
  const nameOf = ({ account }: AccountRef) => ({ counterparty: entry.counterparty(account) });
  const out = { ...payer, direction: "out", fee: 0n, ...nameOf(from) } as const;
  const into = { ...payee, direction: "in", fee: payment.commission ?? 0n, ...nameOf(to) } as const;
  // A payment between a user's own accounts is listed as outgoing only.
  const sides = payer.userId === payee.userId ? [out] : [out, into];
  const puts = sides.map((side) => ({
    put: accountPayment.item({ ...payment, ...named, saveback, ...side }),
  }));
  if (merchantId === undefined) return puts;
  const { paymentId } = payment;
  const name = { paymentId, merchantId, payerId: payer.userId, payeeId: payee.userId, createdAt };
  return [...puts, { put: accountPaymentReference.item(name) }];
}

/** A payment out of the platform, which a bank or a card's provider executes. */
interface Outward extends Pick<AccountPayment, "method" | "amount" | "fee" | "description"> {
  readonly from: AccountRef;
  readonly counterparty: string;
  readonly reference: Reference;
}

/** Returns the write that adds such a payment to its payer's list, for the transaction of the entry in the history. */
export const listOutgoingWrite = ({ from, ...payment }: Outward, entry: Booking): Table.Write => {
  const paymentId = Ids.create("payment");
  return {
    put: accountPayment.item({
      paymentId,
      ...payment,
      ...entryFields(from, entry),
      direction: "out" as const,
    }),
  };
};

/** @throws TypeError if it is a system account */
function parseOwner({ account }: AccountRef): Pick<AccountPayment, "userId" | "accountId"> {
  const accountId = walletOf(account) ?? "";
  const userId = parseWalletId(accountId)?.userId;
  if (userId === undefined) throw new TypeError(`${account} is not a user's account`);
  return { userId, accountId };
}

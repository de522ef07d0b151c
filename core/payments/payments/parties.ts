import type { LiveActor } from "../../identity/actor.ts";
import { fail } from "../../kernel/errors.ts";
import { type Text, text } from "../../kernel/texts/index.ts";
import { walletId, walletRef } from "../../ledger/accounts.ts";
import * as Merchants from "../merchants/index.ts";
import type { Merchant } from "../merchants/schema.ts";
import type { Transaction } from "../records/schema.ts";
import { OwnPayee, PayeeCurrency, PayeeNotActive, PayeeNotFound } from "./errors.ts";

/** The merchant and the recipient of a payment. */

/**
 * Returns the merchant that a user pays.
 * @param currency ISO 4217, lower case
 * @throws PAYEE_NOT_FOUND, PAYEE_NOT_ACTIVE, PAYEE_CURRENCY, OWN_PAYEE
 */
export async function findPayee(
  { userId }: Pick<LiveActor, "userId">,
  merchantId: string,
  currency: string,
): Promise<Merchant> {
  const merchant = await Merchants.find(merchantId);
  if (!merchant) throw fail(PayeeNotFound);
  if (merchant.userId === userId)
    throw fail(OwnPayee, fieldDetails("merchantId", text("is your own", "est le vôtre")));
  checkPayable(merchant, currency);
  return merchant;
}

/** @throws PAYEE_NOT_ACTIVE, PAYEE_CURRENCY */
export function checkPayable({ status, currency: paid }: Merchant, currency: string): void {
  if (status !== "active")
    throw fail(PayeeNotActive, fieldDetails("merchantId", text(`is ${status}`, `est à l'état ${status}`)));
  const wanted = paid.toLowerCase();
  if (wanted !== currency)
    throw fail(PayeeCurrency, fieldDetails("currency", text(`must be ${wanted}`, `doit être ${wanted}`)));
}

const fieldDetails = (field: string, message: Text) => ({ details: { fields: [{ field, message }] } });

/** Returns the recipient of a payment: the merchant's owner, or the payer of a top-up. @throws TypeError if its merchant is missing: a merchant is never deleted */
export async function receiverOf({ userId, merchantId, currency }: Transaction) {
  const merchant = merchantId === undefined ? undefined : await Merchants.find(merchantId);
  if (merchantId !== undefined && !merchant) throw new TypeError(`the merchant ${merchantId} is missing`);
  const ownerId = merchant?.userId ?? userId;
  return { ownerId, wallet: walletRef(walletId("live", ownerId, currency)), merchant };
}
export type Receiver = Awaited<ReturnType<typeof receiverOf>>;

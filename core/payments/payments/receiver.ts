import { walletId, walletRef } from "../../ledger/accounts.ts";
import type { AccountRef } from "../../ledger/schema.ts";
import * as Merchants from "../merchants/index.ts";
import type { Merchant } from "../merchants/schema.ts";
import type { Transaction } from "../records/schema.ts";

/** Whom a payment is credited to. */

export interface Receiver {
  /** The merchant's owner, or the payer. */
  readonly ownerId: string;
  readonly wallet: AccountRef;
  /** Undefined where the money is the payer's own. */
  readonly merchant: Merchant | undefined;
}

/** @throws TypeError when its merchant is gone: nothing ever deletes one */
export async function receiverOf({ userId, merchantId, currency }: Transaction): Promise<Receiver> {
  const merchant = merchantId === undefined ? undefined : await Merchants.find(merchantId);
  if (merchantId !== undefined && !merchant) throw new TypeError(`the merchant ${merchantId} is gone`);
  const ownerId = merchant?.userId ?? userId;
  return { ownerId, wallet: walletRef(walletId("live", ownerId, currency)), merchant };
}

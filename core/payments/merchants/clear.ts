import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { merchantAccount, merchant as merchantEntity, userMerchant } from "./entity.ts";
import * as Merchants from "./index.ts";

/**
 * Takes the merchant off an account that was handed over: its account at the provider is the former owner's.
 * Nothing can be paid to it any more; it stays for the payments that it had. The new owner may make another.
 * @param before ISO 8601: when the account was handed over
 */
export async function clear(userId: string, before: string): Promise<void> {
  const merchantId = await Merchants.idOf(userId);
  const merchant = merchantId === undefined ? undefined : await Merchants.find(merchantId);
  if (!merchant || merchant.createdAt >= before) return;
  await Table.tryCommit([
    { remove: userMerchant.key({ userId }), where: Where.is({ merchantId }) },
    // What the provider says of that account from now on is nobody's.
    { remove: merchantAccount.key(merchant) },
    {
      update: merchantEntity.key(merchant),
      set: { chargesEnabled: false, payoutsEnabled: false, status: "restricted" },
    },
  ]);
}

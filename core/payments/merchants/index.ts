import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Table from "../../platform/table/index.ts";
import { merchant, merchantVolume, userMerchant } from "./entity.ts";
import { MerchantNotFound } from "./errors.ts";
import { type Merchant, type MerchantView, merchantItem } from "./schema.ts";

/**
 * Merchants (spec 3, section 2.3): professionals who are paid through the platform. `creation.ts` makes one together with its account
 * at the payment provider, `onboarding.ts` leads its owner to the provider's forms.
 */

/** The merchant of that id, whoever asks: for payments to it. */
export async function find(merchantId: string): Promise<Merchant | undefined> {
  if (!Ids.pattern("merchant").test(merchantId)) return undefined;
  const item = await Table.get(merchant.key({ merchantId }));
  return item && merchantItem.parse(item);
}

/** The id of a user's merchant, or undefined. */
export async function idOf(userId: string): Promise<string | undefined> {
  const pointer = await Table.get(userMerchant.key({ userId }));
  return pointer && String(pointer["merchantId"]);
}

/** The actor's merchant with its volume of this month. @throws MERCHANT_NOT_FOUND */
export async function own({ userId }: UserActor): Promise<MerchantView> {
  const merchantId = await idOf(userId);
  if (merchantId === undefined) throw fail(MerchantNotFound);
  const [item, volumeItem] = await Table.getMany([
    merchant.key({ merchantId }),
    merchantVolume.key({ merchantId, month: month() }),
  ]);
  return { ...merchantItem.parse(item), monthlyVolumeMinor: (volumeItem?.["volume"] as bigint) ?? 0n };
}

/** The calendar month of now, UTC: `2026-11`. */
const month = (): string => Clock.nowIso().slice(0, 7);

/**
 * The write that adds to a merchant's volume of the month, for the transaction that credits (or takes back) a payment. A refund counts
 * in the month in which it happens, so a month of more refunds than payments is negative.
 * @param amountMinor negative for a refund
 */
export const volume = (merchantId: string, amountMinor: bigint): readonly Table.Write[] => [
  {
    update: {
      key: merchantVolume.key({ merchantId, month: month() }),
      update: "ADD volume :amount",
      values: { ":amount": amountMinor },
    },
  },
];

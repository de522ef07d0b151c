import type { LiveActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Table from "../../platform/table/index.ts";
import { merchant, merchantVolume, userMerchant } from "./entity.ts";
import { MerchantNotFound } from "./errors.ts";
import type { Merchant, MerchantView } from "./schema.ts";

/**
 * Merchants (spec 3, section 2.3): professionals who are paid through the platform. `creation.ts` makes one,
 * `onboarding.ts` links to the provider's forms.
 */

/** The merchant of that id, whoever asks: for payments to it. */
export async function find(merchantId: string): Promise<Merchant | undefined> {
  return Ids.pattern("merchant").test(merchantId) ? Table.find(merchant, { merchantId }) : undefined;
}

/** What `idOf` reads. */
export const ownKey = (userId: string): Table.Key => userMerchant.key({ userId });

/** The id of a user's merchant, or undefined. */
export const idOf = async (userId: string): Promise<string | undefined> =>
  (await Table.find(userMerchant, { userId }))?.merchantId;

/** The actor's merchant with its volume of this month. @throws MERCHANT_NOT_FOUND */
export async function own({ userId }: LiveActor): Promise<MerchantView> {
  const merchantId = await idOf(userId);
  if (merchantId === undefined) throw fail(MerchantNotFound);
  const [found, monthly] = await Promise.all([
    find(merchantId),
    Table.find(merchantVolume, { merchantId, month: month() }),
  ]);
  if (!found) throw fail(MerchantNotFound);
  return { ...found, monthlyVolumeMinor: monthly?.volume ?? 0n };
}

/** What `find` reads. */
export const keyOf = (merchantId: string): Table.Key => merchant.key({ merchantId });

/** The calendar month of now, UTC: `2026-11`. */
const month = (): string => Clock.nowIso().slice(0, 7);

/**
 * The write that adds to a merchant's volume of the month, for the transaction that moves a payment's money.
 * A refund counts in the month in which it happens, so a month may be negative.
 * @param amountMinor negative for a refund
 */
export const volume = (merchantId: string, amountMinor: bigint): readonly Table.Write[] => [
  { update: merchantVolume.key({ merchantId, month: month() }), add: { volume: amountMinor } },
];

import type { LiveActor } from "../../identity/actor.ts";
import { assertBusinessName } from "../../identity/profile/public-name.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { MerchantInProgram } from "../../loyalty/errors.ts";
import * as Programs from "../../loyalty/programs/index.ts";
import type { Program } from "../../loyalty/programs/schema.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { merchantAccount, merchant as merchantEntity, merchantVolume, userMerchant } from "./entity.ts";
import { MerchantNotFound } from "./errors.ts";
import type { Merchant, MerchantView } from "./schema.ts";

/** Merchants (spec 3, section 2.3): professionals who are paid through the platform. `creation.ts` creates one. */

export async function find(merchantId: string): Promise<Merchant | undefined> {
  return Ids.pattern("merchant").test(merchantId) ? Table.find(merchantEntity, { merchantId }) : undefined;
}

/** Returns the input of `idOf`. */
export const ownKey = (userId: string): Table.Key => userMerchant.key({ userId });

export const idOf = async (userId: string): Promise<string | undefined> =>
  (await Table.find(userMerchant, { userId }))?.merchantId;

/** Returns a user's merchant. @throws MERCHANT_NOT_FOUND */
export async function requireOfUser(userId: string): Promise<Merchant> {
  const merchantId = await idOf(userId);
  const merchant = merchantId === undefined ? undefined : await find(merchantId);
  if (!merchant) throw fail(MerchantNotFound);
  return merchant;
}

/** Returns the actor's merchant with its volume of this month. @throws MERCHANT_NOT_FOUND */
export async function readOwn({ userId }: LiveActor): Promise<MerchantView> {
  const merchantId = await idOf(userId);
  if (merchantId === undefined) throw fail(MerchantNotFound);
  const [found, monthly] = await Promise.all([
    find(merchantId),
    Table.find(merchantVolume, { merchantId, month: month() }),
  ]);
  if (!found) throw fail(MerchantNotFound);
  return { ...found, monthlyVolumeMinor: monthly?.volume ?? 0n };
}

/** Returns the input of `find`. */
export const keyOf = (merchantId: string): Table.Key => merchantEntity.key({ merchantId });

/** Returns the current calendar month, UTC: `2026-11`. */
const month = (): string => Clock.nowIso().slice(0, 7);

/**
 * Returns the write that adds to a merchant's volume of the month. A refund counts in its own month, so a month may be
 * negative.
 * @param amountMinor negative for a refund
 */
export const volumeWrites = (merchantId: string, amountMinor: bigint): readonly Table.Write[] => [
  { update: merchantVolume.key({ merchantId, month: month() }), add: { volume: amountMinor } },
];

interface NewProgram extends Pick<Program, "rate" | "pointsPerEuro" | "category"> {
  /** Defaults to the merchant's name. */
  readonly name?: string | undefined;
}

/**
 * Enrols the actor's merchant in a program of its own.
 * @throws MERCHANT_NOT_FOUND, MERCHANT_IN_PROGRAM, INVALID_LOYALTY_RATE, BUSINESS_NAME_NOT_ALLOWED; AlreadyDone
 */
export async function enrol(
  { userId }: LiveActor,
  { name, ...terms }: NewProgram,
  claim?: Idempotency.Claim<Program>,
): Promise<Program> {
  const { merchantId, businessName } = await requireOfUser(userId);
  if (name !== undefined) await assertBusinessName(userId, "name", name);
  const { program, writes } = Programs.draftProgram({
    ...terms,
    merchantId,
    ownerId: userId,
    name: name ?? businessName,
    merchantName: businessName,
  });
  await Table.commit([
    ...Idempotency.recordWrites(claim, program),
    ...writes.map((write) => ({ ...write, onConditionFailed: MerchantInProgram })),
    {
      update: merchantEntity.key({ merchantId }),
      set: { programId: program.programId },
      where: Where.exists,
    },
  ]);
  return program;
}

/**
 * Removes the merchant from an account that was handed over, since the provider's account belongs to the former owner.
 * The merchant can no longer be paid, but stays for its earlier payments. The new owner may create another merchant.
 * @param before ISO 8601: when the account was handed over
 */
export async function detachFormerOwner(userId: string, before: string): Promise<void> {
  const merchantId = await idOf(userId);
  const merchant = merchantId === undefined ? undefined : await find(merchantId);
  if (!merchant || merchant.createdAt >= before) return;
  await Table.tryCommit([
    { remove: userMerchant.key({ userId }), where: Where.is({ merchantId }) },
    // Without this item, the provider's later events on its account find no merchant and are ignored.
    { remove: merchantAccount.key(merchant) },
    {
      update: merchantEntity.key(merchant),
      set: { chargesEnabled: false, payoutsEnabled: false, status: "restricted" },
    },
  ]);
}

export type Rights = Pick<Merchant, "chargesEnabled" | "payoutsEnabled" | "status">;

/** The fields of a provider's account that decide its rights. */
export interface Account {
  readonly charges_enabled: boolean;
  readonly payouts_enabled: boolean;
  readonly details_submitted: boolean;
  readonly requirements?: { readonly disabled_reason?: string | null | undefined } | null | undefined;
}

/**
 * Returns the rights and the status, named as in Stripe's dashboard: "pending" until everything is entered and
 * verified, "restricted" while charges or payouts are off for any other reason. Pure.
 */
export function toRights(account: Account): Rights {
  const { charges_enabled: chargesEnabled, payouts_enabled: payoutsEnabled } = account;
  return { chargesEnabled, payoutsEnabled, status: toStatus(account) };
}

function toStatus({
  charges_enabled,
  payouts_enabled,
  details_submitted,
  requirements,
}: Account): Rights["status"] {
  if (charges_enabled && payouts_enabled) return "active";
  const isVerified = requirements?.disabled_reason !== "requirements.pending_verification";
  return details_submitted && isVerified ? "restricted" : "pending";
}

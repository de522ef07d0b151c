import type { LiveActor } from "../../identity/actor.ts";
import * as Stamp from "../../identity/stamp.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { env } from "../../kernel/env.ts";
import { fail, recover, type SvcError } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { same } from "../../kernel/texts/index.ts";
import * as Loyalty from "../../loyalty/programs/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import * as Wallets from "../../wallets/opening.ts";
import { accountFor } from "./account.ts";
import { merchantAccount, merchant as merchantEntity, userMerchant } from "./entity.ts";
import { MerchantExists, MerchantUnfinished } from "./errors.ts";
import { idOf } from "./index.ts";
import { link } from "./onboarding.ts";
import { type Rights, rightsOf } from "./rights.ts";
import type { Merchant, NewMerchant } from "./schema.ts";

/** Making a merchant. */

export interface Created {
  readonly merchant: Merchant;
  /** Where its owner enters what the provider asks for; good once, for a few minutes. */
  readonly onboardingUrl: string;
}

/**
 * Makes the actor's merchant: its wallet, its account at the provider, then our own record of it. A repeated
 * request finds what an earlier one has made: the provider's idempotency key is the user.
 * @throws MERCHANT_EXISTS with its id, MERCHANT_BEGUN, WALLET_LIMIT_REACHED, INVALID_LOYALTY_RATE; as
 *   `Psp.call`; AlreadyDone
 */
export async function create(
  actor: LiveActor,
  input: NewMerchant,
  claim?: Idempotency.Claim<Created>,
): Promise<Created> {
  const before = await idOf(actor.userId);
  if (before !== undefined) return Idempotency.refuse(exists(before), claim);
  const draft = drafted(actor, input, Ids.create("merchant"));
  await Wallets.ensure(actor, input.currency);
  const account = await recover(MerchantUnfinished, accountFor(actor, input), async (error) => {
    // Another request of the user has finished it by now, or nobody has.
    const other = await idOf(actor.userId);
    throw other === undefined ? error : exists(other);
  });
  const onboardingUrl = await link(account.id);
  const merchant = { ...draft.merchant, pspAccountId: account.id, ...rightsOf(account) };
  return register(actor, { merchant, onboardingUrl }, draft.writes, claim);
}

/**
 * Makes a merchant of an account that the provider has already: for demonstrations.
 * @throws MERCHANT_EXISTS with its id, WALLET_LIMIT_REACHED
 */
export async function adopt(
  owner: LiveActor,
  input: NewMerchant,
  account: { readonly merchantId: string; readonly pspAccountId: string; readonly rights: Rights },
): Promise<Merchant> {
  const { pspAccountId, rights } = account;
  const draft = drafted(owner, input, account.merchantId);
  await Wallets.ensure(owner, input.currency);
  const merchant = { ...draft.merchant, pspAccountId, ...rights };
  return (await register(owner, { merchant, onboardingUrl: "" }, draft.writes, undefined)).merchant;
}

/** A merchant but for its account, and the writes of its loyalty program. @throws INVALID_LOYALTY_RATE */
function drafted({ userId }: LiveActor, given: NewMerchant, merchantId: string) {
  const { savebackRate, pointsPerEuro, programCategory: category, ...input } = given;
  const program = { merchantId, ownerId: userId, name: input.businessName, pointsPerEuro, category };
  const enrolled =
    savebackRate === undefined ? undefined : Loyalty.enrolling({ ...program, rate: savebackRate });
  const merchant = {
    ...input,
    merchantId,
    userId,
    commissionRate: commissionRate(),
    ...(enrolled && { programId: enrolled.program.programId }),
    rightsAtSeconds: 0n,
    createdAt: Clock.nowIso(),
  };
  return { merchant, writes: enrolled?.writes ?? [] };
}

/** Percent: kept with the merchant, whom a later change of the setting does not touch. @throws Error */
function commissionRate(): string {
  const rate = env("MERCHANT_COMMISSION_RATE", "1.5");
  if (/^\d{1,2}(\.\d{1,4})?$/.test(rate)) return rate;
  throw new Error(`MERCHANT_COMMISSION_RATE must be a percentage below 100 such as "1.5", got "${rate}"`);
}

/** @throws MERCHANT_EXISTS, AlreadyDone */
async function register(
  owner: LiveActor,
  created: Created,
  loyalty: readonly Table.Write[],
  claim: Idempotency.Claim<Created> | undefined,
): Promise<Created> {
  const { merchant } = created;
  const { merchantId, userId, pspAccountId } = merchant;
  await Table.commit([
    ...Idempotency.recording(claim, created),
    Stamp.stillHolds(owner),
    {
      put: userMerchant.item({ userId, merchantId }),
      where: Where.absent,
      onConditionFailed: (item) => item && exists(userMerchant.parse(item).merchantId),
    },
    { put: merchantEntity.item(merchant), where: Where.absent },
    { put: merchantAccount.item({ pspAccountId, merchantId }), where: Where.absent },
    ...loyalty,
  ]);
  return created;
}

const exists = (merchantId: string): SvcError =>
  fail(MerchantExists, { details: { fields: [{ field: "id", message: same(merchantId) }] } });

import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { env } from "../../kernel/env.ts";
import { fail, SvcError } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Wallets from "../../ledger/wallets/opening.ts";
import * as Loyalty from "../../loyalty/programs/index.ts";
import { KeyReused } from "../../platform/idempotency/errors.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import { log } from "../../platform/log.ts";
import { ProviderRefused } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { OWNER } from "../records/metadata.ts";
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
 * Makes the actor's merchant: its wallet, its account at the provider, then our own record of it. Whoever
 * dies in between finds the wallet and the account again by asking once more: the provider's idempotency key
 * is the user.
 * @throws MERCHANT_EXISTS with its id, MERCHANT_BEGUN, WALLET_LIMIT_REACHED, INVALID_LOYALTY_RATE; as
 *   `Psp.call`; AlreadyDone
 */
export async function create(
  actor: UserActor,
  input: NewMerchant,
  claim?: Idempotency.Claim<Created>,
): Promise<Created> {
  const before = await idOf(actor.userId);
  if (before !== undefined) return Idempotency.refuse(exists(before), claim);
  const drafted = draft(actor, input);
  await Wallets.ensure(actor, input.currency);
  const account = await accountFor(actor, input);
  const onboardingUrl = await link(account.id);
  const merchant = withAccount(drafted, account.id, rightsOf(account));
  return register({ merchant, onboardingUrl }, drafted.writes, claim);
}

/**
 * Makes a user's merchant of an account that is there already, without asking the provider: for
 * demonstrations.
 * @throws MERCHANT_EXISTS with its id, WALLET_LIMIT_REACHED
 */
export async function adopt(
  owner: UserActor,
  input: NewMerchant,
  account: { readonly merchantId: string; readonly pspAccountId: string; readonly rights: Rights },
): Promise<Merchant> {
  const drafted = draft(owner, input, account.merchantId);
  await Wallets.ensure(owner, input.currency);
  const merchant = withAccount(drafted, account.pspAccountId, account.rights);
  return (await register({ merchant, onboardingUrl: "" }, drafted.writes, undefined)).merchant;
}

interface Drafted {
  readonly merchant: Omit<Merchant, "pspAccountId" | keyof Rights>;
  /** Those of its loyalty program. */
  readonly writes: readonly Table.Write[];
}

/** @throws INVALID_LOYALTY_RATE */
function draft(
  { userId }: UserActor,
  { savebackRate, ...input }: NewMerchant,
  merchantId: string = Ids.create("merchant"),
): Drafted {
  const enrolled =
    savebackRate === undefined
      ? undefined
      : Loyalty.enrolling({ merchantId, ownerId: userId, name: input.businessName, rate: savebackRate });
  return {
    merchant: {
      ...input,
      merchantId,
      userId,
      commissionRate: commissionRate(),
      ...(enrolled && { programId: enrolled.program.programId }),
      rightsAtSeconds: 0n,
      createdAt: Clock.nowIso(),
    },
    writes: enrolled?.writes ?? [],
  };
}

const withAccount = ({ merchant }: Drafted, pspAccountId: string, rights: Rights): Merchant => ({
  ...merchant,
  pspAccountId,
  ...rights,
});

/**
 * Percent, as the setting says now: it is kept with the merchant, whom a later change does not touch.
 * @throws Error
 */
function commissionRate(): string {
  const rate = env("MERCHANT_COMMISSION_RATE", "1.5");
  if (/^\d{1,2}(\.\d{1,4})?$/.test(rate)) return rate;
  throw new Error(`MERCHANT_COMMISSION_RATE must be a percentage below 100 such as "1.5", got "${rate}"`);
}

/**
 * The user's account at the provider: made now, or found again where an earlier request had come that far.
 */
async function accountFor(actor: UserActor, input: NewMerchant): Promise<Psp.Stripe.Account> {
  const idempotencyKey = Psp.keyOf(`merchant ${actor.userId}`, "account");
  try {
    const { id } = await Psp.call((stripe) =>
      stripe.accounts.create(accountParams(actor, input), { idempotencyKey }),
    );
    return await sendEmail(id, actor);
  } catch (error) {
    if (!(error instanceof SvcError && error.is(KeyReused))) throw error;
    // Another request of the user, with other details, has the account: it is finished by now, or it never
    // was.
    const merchantId = await idOf(actor.userId);
    throw merchantId === undefined ? fail(MerchantUnfinished, { cause: error }) : exists(merchantId);
  }
}

/**
 * Sends the provider the owner's address, which is no part of making the account: it may be another one at
 * the next try.
 * @returns the account as it is now: the answer that made it may be a day old, and its owner have been to the
 *   forms since
 */
async function sendEmail(accountId: string, { email }: UserActor): Promise<Psp.Stripe.Account> {
  try {
    return await Psp.call((stripe) => stripe.accounts.update(accountId, { email }));
  } catch (error) {
    if (!(error instanceof SvcError && error.is(ProviderRefused))) throw error;
    // It only fills in the provider's form, and may not be changed any more once its owner has been there.
    log.warn("the provider does not take an account's address", { accountId, error });
    return Psp.call((stripe) => stripe.accounts.retrieve(accountId));
  }
}

/**
 * The provider asks the owner for what it must know, by forms of its own, and answers for that; losses are
 * the platform's.
 */
const accountParams = (
  { userId }: UserActor,
  { businessName, businessType, country, currency, statementDescriptor }: NewMerchant,
): Psp.Stripe.AccountCreateParams => ({
  country,
  business_type: businessType,
  business_profile: { name: businessName },
  default_currency: currency.toLowerCase(),
  controller: {
    fees: { payer: "application" },
    losses: { payments: "application" },
    stripe_dashboard: { type: "express" },
  },
  capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
  ...(statementDescriptor !== undefined && {
    settings: { payments: { statement_descriptor: statementDescriptor } },
  }),
  metadata: { [OWNER]: userId },
});

/** @throws MERCHANT_EXISTS, AlreadyDone */
async function register(
  created: Created,
  loyalty: readonly Table.Write[],
  claim: Idempotency.Claim<Created> | undefined,
): Promise<Created> {
  const { merchant } = created;
  const { merchantId, userId, pspAccountId } = merchant;
  await Table.commit([
    ...Idempotency.recording(claim, created),
    {
      put: userMerchant.item({ userId, merchantId }),
      where: Where.absent,
      refused: (item) => item && exists(userMerchant.parse(item).merchantId),
    },
    { put: merchantEntity.item(merchant), where: Where.absent },
    { put: merchantAccount.item({ pspAccountId, merchantId }), where: Where.absent },
    ...loyalty,
  ]);
  return created;
}

const exists = (merchantId: string): SvcError =>
  fail(MerchantExists, { details: { fields: [{ field: "id", message: merchantId }] } });

import type { LiveActor } from "../../identity/actor.ts";
import { assertBusinessName } from "../../identity/profile/public-name.ts";
import * as Stamp from "../../identity/stamp.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { env, publicOrigin } from "../../kernel/env.ts";
import { fail, recover, type SvcError } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { same } from "../../kernel/texts/index.ts";
import * as Loyalty from "../../loyalty/programs/index.ts";
import { KeyReused } from "../../platform/idempotency/errors.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import { log } from "../../platform/log.ts";
import { ProviderRefused } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import * as Wallets from "../../wallets/opening.ts";
import { OWNER } from "../records/psp-objects.ts";
import { merchantAccount, merchant as merchantEntity, userMerchant } from "./entity.ts";
import { MerchantExists, MerchantUnfinished } from "./errors.ts";
import { idOf, type Rights, requireOfUser, toRights } from "./index.ts";
import type { Merchant, NewMerchant } from "./schema.ts";

export interface CreatedMerchant {
  readonly merchant: Merchant;
  /** The provider's form for the owner; valid once, for a few minutes. */
  readonly onboardingUrl: string;
}

/**
 * Creates the actor's merchant: its wallet, its account at the provider, then our own record. A repeated request finds
 * the account of an earlier request, since the provider's idempotency key derives from the user.
 * @throws MERCHANT_EXISTS with its id, MERCHANT_BEGUN, WALLET_LIMIT_REACHED, INVALID_LOYALTY_RATE, BUSINESS_NAME_NOT_ALLOWED; as `Psp.call`; AlreadyDone
 */
export async function create(
  actor: LiveActor,
  input: NewMerchant,
  claim?: Idempotency.Claim<CreatedMerchant>,
): Promise<CreatedMerchant> {
  const before = await idOf(actor.userId);
  if (before !== undefined) throw merchantExistsError(before);
  const { userId } = actor;
  await assertBusinessName(userId, "businessName", input.businessName);
  // Payers read it on their card statements.
  await assertBusinessName(userId, "statementDescriptor", input.statementDescriptor ?? "");
  const draft = draftMerchant(actor, input, Ids.create("merchant"));
  await Wallets.ensure(actor, input.currency);
  const account = await recover(MerchantUnfinished, ensureAccount(actor, input), async (error) => {
    // A concurrent request of the user may have created the merchant.
    const other = await idOf(actor.userId);
    throw other === undefined ? error : merchantExistsError(other);
  });
  const onboardingUrl = await createLink(account.id);
  const merchant = { ...draft.merchant, pspAccountId: account.id, ...toRights(account) };
  return register(actor, { merchant, onboardingUrl }, draft.writes, claim);
}

/**
 * Creates a merchant of an existing account at the provider, for demonstrations.
 * @throws MERCHANT_EXISTS with its id, WALLET_LIMIT_REACHED
 */
export async function adopt(
  owner: LiveActor,
  input: NewMerchant,
  account: { readonly merchantId: string; readonly pspAccountId: string; readonly rights: Rights },
): Promise<Merchant> {
  const { pspAccountId, rights } = account;
  const draft = draftMerchant(owner, input, account.merchantId);
  await Wallets.ensure(owner, input.currency);
  const merchant = { ...draft.merchant, pspAccountId, ...rights };
  return (await register(owner, { merchant, onboardingUrl: "" }, draft.writes, undefined)).merchant;
}

/** Returns a merchant without its account, and the writes of its loyalty program. @throws INVALID_LOYALTY_RATE */
function draftMerchant({ userId }: LiveActor, given: NewMerchant, merchantId: string) {
  const { savebackRate, pointsPerEuro, programCategory: category, ...input } = given;
  const program = { merchantId, ownerId: userId, name: input.businessName, pointsPerEuro, category };
  const enrolled =
    savebackRate === undefined ? undefined : Loyalty.draftProgram({ ...program, rate: savebackRate });
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

/** Returns the rate in percent. It is stored with the merchant, so a later change of the setting does not apply. */
function commissionRate(): string {
  const rate = env("MERCHANT_COMMISSION_RATE", "1.5");
  if (/^\d{1,2}(\.\d{1,4})?$/.test(rate)) return rate;
  throw new Error(`MERCHANT_COMMISSION_RATE must be a percentage below 100 such as "1.5", got "${rate}"`);
}

/** @throws MERCHANT_EXISTS, AlreadyDone */
async function register(
  owner: LiveActor,
  created: CreatedMerchant,
  loyalty: readonly Table.Write[],
  claim: Idempotency.Claim<CreatedMerchant> | undefined,
): Promise<CreatedMerchant> {
  const { merchant } = created;
  const { merchantId, userId, pspAccountId } = merchant;
  await Table.commit([
    ...Idempotency.recordWrites(claim, created),
    Stamp.assertUnchanged(owner),
    {
      put: userMerchant.item({ userId, merchantId }),
      where: Where.absent,
      onConditionFailed: (item) => item && merchantExistsError(userMerchant.parse(item).merchantId),
    },
    { put: merchantEntity.item(merchant), where: Where.absent },
    { put: merchantAccount.item({ pspAccountId, merchantId }), where: Where.absent },
    ...loyalty,
  ]);
  return created;
}

const merchantExistsError = (merchantId: string): SvcError =>
  fail(MerchantExists, { details: { fields: [{ field: "id", message: same(merchantId) }] } });

/**
 * Creates the user's account at the provider, or finds the account of an earlier request.
 * @throws MERCHANT_BEGUN if the earlier request had other details; as `Psp.call`
 */
async function ensureAccount(actor: LiveActor, input: NewMerchant): Promise<Psp.Stripe.Account> {
  const idempotencyKey = Psp.keyOf(`merchant ${actor.userId} ${actor.ownershipId}`, "account");
  const { id } = await recover(
    KeyReused,
    Psp.call((stripe) => stripe.accounts.create(accountParams(actor, input), { idempotencyKey })),
    (cause) => {
      throw fail(MerchantUnfinished, { cause });
    },
  );
  return sendEmail(id, actor);
}

/**
 * Sends the owner's email, which may have changed since an earlier request, to the provider.
 * @returns the current account, since a repeated creation gets the first response, which may be a day old
 */
const sendEmail = (accountId: string, { userId, email }: LiveActor): Promise<Psp.Stripe.Account> =>
  recover(
    ProviderRefused,
    Psp.call((stripe) => stripe.accounts.update(accountId, { email })),
    (error) => {
      // The email only fills in the provider's form, where the owner can correct it.
      log.warn("merchant: email rejected by the provider, the owner enters one in the provider's form", {
        accountId,
        userId,
        error,
      });
      return Psp.call((stripe) => stripe.accounts.retrieve(accountId));
    },
  );

/** The provider collects all other details by its own forms and is responsible for them. The platform bears losses. */
const accountParams = (
  { userId }: LiveActor,
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

/** Returns a new link to the provider's forms for the actor's merchant. @throws MERCHANT_NOT_FOUND; as `Psp.call` */
export async function renewLink({ userId }: LiveActor): Promise<string> {
  return createLink((await requireOfUser(userId)).pspAccountId);
}

/** @throws as `Psp.call` */
async function createLink(account: string): Promise<string> {
  const page = `${publicOrigin()}/dashboard/merchant`;
  const { url } = await Psp.call((stripe) =>
    stripe.accountLinks.create({
      account,
      type: "account_onboarding",
      return_url: `${page}?onboarding=done`,
      refresh_url: `${page}?onboarding=again`,
    }),
  );
  return url;
}

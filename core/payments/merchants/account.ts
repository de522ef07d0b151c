import type { LiveActor } from "../../identity/actor.ts";
import { fail, recover } from "../../kernel/errors.ts";
import { KeyReused } from "../../platform/idempotency/errors.ts";
import { log } from "../../platform/log.ts";
import { ProviderRefused } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import { OWNER } from "../records/metadata.ts";
import { MerchantUnfinished } from "./errors.ts";
import type { NewMerchant } from "./schema.ts";

/** A merchant's account at the payment provider. */

/**
 * The user's account: made now, or the one that an earlier request has made.
 * @throws MERCHANT_BEGUN where that was of other details; as `Psp.call`
 */
export async function accountFor(actor: LiveActor, input: NewMerchant): Promise<Psp.Stripe.Account> {
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
 * Sends the provider the owner's address, which may be another one at the next try.
 * @returns the account as it is now: the answer that made it may be a day old
 */
const sendEmail = (accountId: string, { email }: LiveActor): Promise<Psp.Stripe.Account> =>
  recover(
    ProviderRefused,
    Psp.call((stripe) => stripe.accounts.update(accountId, { email })),
    (error) => {
      // It only fills in the provider's form, and may not be changed any more once its owner has been there.
      log.warn("the provider does not take an account's address", { accountId, error });
      return Psp.call((stripe) => stripe.accounts.retrieve(accountId));
    },
  );

/**
 * The provider asks the owner for all else by its own forms, and answers for that; losses are the platform's.
 */
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

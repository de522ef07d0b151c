import type { LiveActor } from "../../identity/actor.ts";
import { publicOrigin } from "../../identity/oauth/callback-url.ts";
import { fail } from "../../kernel/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import { MerchantNotFound } from "./errors.ts";
import { find, idOf } from "./index.ts";

/** The way to the provider's own forms, where a merchant's owner enters what the provider must know. */

/** A new link to the forms for the actor's merchant. @throws MERCHANT_NOT_FOUND; as `Psp.call` */
export async function renew({ userId }: LiveActor): Promise<string> {
  const merchantId = await idOf(userId);
  const merchant = merchantId === undefined ? undefined : await find(merchantId);
  if (!merchant) throw fail(MerchantNotFound);
  return link(merchant.pspAccountId);
}

/** @throws as `Psp.call` */
export async function link(account: string): Promise<string> {
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

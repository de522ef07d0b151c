import * as Psp from "../../core/inbound/psp.ts";
import * as Checkout from "../../core/payments/checkout/webhooks.ts";
import * as Issuing from "../../core/payments/issuing/authorizations/webhooks.ts";
import * as Merchants from "../../core/payments/merchants/webhooks.ts";
import * as Payments from "../../core/payments/payments/webhooks.ts";
import * as Returns from "../../core/payments/returns/webhooks.ts";
import * as Subscriptions from "../../core/payments/subscriptions/webhooks.ts";

const own = {
  ...Payments.handlers,
  ...Returns.handlers,
  ...Checkout.handlers,
  ...Subscriptions.handlers,
  ...Merchants.handlers,
  ...Issuing.handlers,
};

/**
 * The handlers of the payment provider's events (spec 3, section 6.1). Events of a connected account concern only that
 * account: its payments are not the platform's, whatever their metadata states.
 */
export const handle = Psp.dispatcher(own, Merchants.handlers);

import { create } from "../../../contract/payments/merchant.ts";
import * as Creation from "../../../core/payments/merchants/creation.ts";
import { serve } from "../../_chain/serve.ts";
import { success } from "../../_views/done.ts";
import { merchant } from "../_view.ts";

export const handler = serve<typeof create, Creation.CreatedMerchant>(
  create,
  ({ actor, body: { defaultCurrency, ...details }, idempotency }) =>
    Creation.create(actor, { ...details, currency: defaultCurrency.toUpperCase() }, idempotency),
  ({ merchant: opened, onboardingUrl }) =>
    success({ ...merchant({ ...opened, monthlyVolumeMinor: 0n }), onboardingUrl }),
);

import { create } from "../../../contract/payments/merchant.ts";
import * as Creation from "../../../core/payments/merchants/creation.ts";
import { serveConfirmed } from "../../_chain/proof.ts";
import { success } from "../../_views/done.ts";
import { merchant } from "../_view.ts";

export const handler = serveConfirmed<typeof create, Creation.CreatedMerchant>(
  create,
  ({ actor, body: { defaultCurrency, ...details }, idempotency }) =>
    Creation.create(actor, { ...details, currency: defaultCurrency.toUpperCase() }, idempotency),
  ({ merchant: opened, onboardingUrl }) =>
    success({ ...merchant({ ...opened, monthlyVolumeMinor: 0n }), onboardingUrl }),
);

import { onboarding } from "../../../contract/payments/merchant.ts";
import * as Onboarding from "../../../core/payments/merchants/creation.ts";
import { serve } from "../../_chain/serve.ts";
import { success } from "../../_views/done.ts";

export const handler = serve(onboarding, async ({ actor }) =>
  success({ onboardingUrl: await Onboarding.renewLink(actor) }),
);

import { onboarding } from "../../../contract/payments/merchant.ts";
import * as Onboarding from "../../../core/payments/merchants/creation.ts";
import { serveConfirmed } from "../../_chain/proof.ts";
import { success } from "../../_views/done.ts";

export const handler = serveConfirmed(onboarding, async ({ actor }) =>
  success({ onboardingUrl: await Onboarding.renewLink(actor) }),
);

import { enable } from "../../../../contract/mobile/user/two-factor.ts";
import * as SecondFactor from "../../../../core/identity/second-factor/index.ts";
import { serveConfirmed } from "../../../_chain/step-up.ts";
import { done } from "../../../_views/done.ts";
import * as TwoFactorView from "../../../_views/two-factor-setup.ts";

export const handler = serveConfirmed(enable, async ({ actor, body, confirm }) => {
  const isOff = body?.enabled === false;
  // Without means of confirmation it is one of the two that there can be.
  if (isOff || actor.means.biometric) await confirm();
  if (!isOff) return TwoFactorView.setup(await SecondFactor.enable(actor));
  await SecondFactor.disable(actor);
  return { ...done("The second factor is off."), enabled: false as const };
});

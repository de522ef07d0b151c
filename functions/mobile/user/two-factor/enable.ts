import { enable } from "../../../../contract/mobile/user/two-factor.ts";
import * as Biometrics from "../../../../core/identity/devices/biometrics.ts";
import * as SecondFactor from "../../../../core/identity/second-factor/index.ts";
import { serveConfirmed } from "../../../_chain/proof.ts";
import { done } from "../../../_views/done.ts";
import * as TwoFactorView from "../../../_views/two-factor-setup.ts";

export const handler = serveConfirmed(enable, async ({ actor, body, confirm, reader }) => {
  const isOff = body?.enabled === false;
  const hasKey = await Biometrics.isEnabled(actor);
  // A user without any means of confirmation enables the first one here.
  if (isOff || hasKey) await confirm();
  if (!isOff) return TwoFactorView.setup(await SecondFactor.enable(actor));
  await SecondFactor.disable(actor, actor.means.secondFactor || hasKey);
  return { ...done(reader, "secondFactorOff"), enabled: false as const };
});

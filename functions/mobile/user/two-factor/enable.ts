import { enable } from "../../../../contract/mobile/user/two-factor.ts";
import * as SecondFactor from "../../../../core/identity/second-factor/index.ts";
import { serveConfirmed } from "../../../_chain/proof.ts";
import { done } from "../../../_views/done.ts";
import * as TwoFactorView from "../../../_views/two-factor-setup.ts";

export const handler = serveConfirmed(enable, async ({ actor, body, reader }) => {
  if (body?.enabled !== false) return TwoFactorView.setup(await SecondFactor.enable(actor));
  await SecondFactor.disable(actor, actor.means.secondFactor);
  return { ...done(reader, "secondFactorOff"), enabled: false as const };
});

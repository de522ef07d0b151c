import { enable } from "../../../../contract/mobile/user/two-factor.ts";
import * as SecondFactor from "../../../../core/identity/second-factor/index.ts";
import { serveConfirmed } from "../../../_chain/step-up.ts";
import { done } from "../../../_views/done.ts";
import * as TwoFactorView from "../../../_views/two-factor.ts";

export const handler = serveConfirmed(enable, async ({ actor, body, confirm }) => {
  if (body?.enabled !== false) return TwoFactorView.setup(await SecondFactor.enable(actor));
  await confirm();
  await SecondFactor.disable(actor);
  return { ...done("The second factor is off."), enabled: false as const };
});

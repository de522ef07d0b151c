import { enable } from "../../../contract/auth/two-factor.ts";
import { confirmAction } from "../../../core/identity/change-password.ts";
import * as SecondFactor from "../../../core/identity/second-factor/index.ts";
import { serveConfirmed } from "../../_chain/proof.ts";
import * as TwoFactorView from "../../_views/two-factor-setup.ts";

export const handler = serveConfirmed(enable, async ({ actor, body, confirm }) => {
  await confirmAction(actor, body?.password, confirm);
  return TwoFactorView.setup(await SecondFactor.enable(actor));
});

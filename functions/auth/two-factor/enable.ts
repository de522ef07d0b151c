import { enable } from "../../../contract/auth/two-factor.ts";
import { confirmPassword } from "../../../core/identity/change-password.ts";
import * as SecondFactor from "../../../core/identity/second-factor/index.ts";
import { serve } from "../../_chain/serve.ts";
import * as TwoFactorView from "../../_views/two-factor-setup.ts";

export const handler = serve(enable, async ({ actor, body }) => {
  await confirmPassword(actor, body?.password);
  return TwoFactorView.setup(await SecondFactor.enable(actor));
});

import { recovery } from "../../../contract/auth/two-factor.ts";
import * as SecondFactor from "../../../core/identity/second-factor/index.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(recovery, async ({ actor, body }) => {
  const isVerified = await SecondFactor.consumeOwnCode(actor, body.code);
  return { recoveryCodes: await SecondFactor.renewRecoveryCodes(actor, isVerified) };
});

import { status } from "../../../contract/auth/two-factor.ts";
import * as SecondFactor from "../../../core/identity/second-factor/index.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(status, async ({ actor }) => {
  const { isOn, isRequired, codesLeft, hasPassword } = await SecondFactor.state(actor);
  return { enabled: isRequired, authenticator: isOn, recoveryCodesLeft: codesLeft, hasPassword };
});

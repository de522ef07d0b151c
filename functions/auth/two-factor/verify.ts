import { verify } from "../../../contract/auth/two-factor.ts";
import * as SecondFactor from "../../../core/identity/second-factor/index.ts";
import { serve } from "../../_chain/serve.ts";
import * as TwoFactorView from "../../_views/user.ts";

export const handler = serve(verify, async ({ actor, body }) =>
  TwoFactorView.verified(await SecondFactor.verify(actor, body.code)),
);

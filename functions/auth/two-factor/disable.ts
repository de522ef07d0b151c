import { disable } from "../../../contract/auth/two-factor.ts";
import * as SecondFactor from "../../../core/identity/second-factor/index.ts";
import { serve } from "../../_chain/serve.ts";
import { done } from "../../_views/done.ts";

export const handler = serve(disable, async ({ actor, body, reader }) => {
  await SecondFactor.disable(actor, await SecondFactor.consumeOwnCode(actor, body.code));
  return { ...done(reader, "secondFactorOff"), enabled: false as const };
});

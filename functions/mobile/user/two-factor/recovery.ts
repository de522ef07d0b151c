import { recovery } from "../../../../contract/mobile/user/two-factor.ts";
import * as SecondFactor from "../../../../core/identity/second-factor/index.ts";
import { serveConfirmed } from "../../../_chain/proof.ts";

export const handler = serveConfirmed(recovery, async ({ actor, body, confirm }) => {
  const isProven = await SecondFactor.confirmChange(actor, body?.code, confirm);
  return { recoveryCodes: await SecondFactor.renewRecoveryCodes(actor, isProven) };
});

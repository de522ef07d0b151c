import { disable } from "../../../contract/auth/two-factor.ts";
import * as SecondFactor from "../../../core/identity/second-factor/index.ts";
import { serveConfirmed } from "../../_chain/proof.ts";
import { done } from "../../_views/done.ts";

export const handler = serveConfirmed(disable, async ({ actor, body, confirm, reader }) => {
  await SecondFactor.disable(actor, await SecondFactor.confirmChange(actor, body?.code, confirm));
  return { ...done(reader, "secondFactorOff"), enabled: false as const };
});

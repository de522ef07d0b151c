import { askErasure } from "../../../contract/auth/data.ts";
import { confirmAction } from "../../../core/identity/change-password.ts";
import { requestErasure } from "../../../core/people/requests.ts";
import { serveConfirmed } from "../../_chain/proof.ts";

export const handler = serveConfirmed(askErasure, async ({ actor, body, confirm }) => {
  await confirmAction(actor, body?.password, confirm);
  return { erasure: await requestErasure(actor) };
});

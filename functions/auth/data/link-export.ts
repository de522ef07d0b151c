import { linkExport } from "../../../contract/auth/data.ts";
import { confirmAction } from "../../../core/identity/change-password.ts";
import * as Requests from "../../../core/people/requests.ts";
import { serveConfirmed } from "../../_chain/proof.ts";

export const handler = serveConfirmed(linkExport, async ({ actor, body, confirm }) => {
  await confirmAction(actor, body?.password, confirm);
  return Requests.linkExport(actor);
});

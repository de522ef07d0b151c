import { askExport } from "../../../contract/auth/data.ts";
import { confirmAction } from "../../../core/identity/change-password.ts";
import * as Requests from "../../../core/people/requests.ts";
import { serveConfirmed } from "../../_chain/proof.ts";
import { exported } from "../../_views/user.ts";

export const handler = serveConfirmed(askExport, async ({ actor, body, confirm }) => {
  await confirmAction(actor, body?.password, confirm);
  return { export: exported(await Requests.requestExport(actor)) };
});

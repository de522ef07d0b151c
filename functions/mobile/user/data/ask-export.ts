import { askExport } from "../../../../contract/mobile/user/data.ts";
import * as Requests from "../../../../core/people/requests.ts";
import { serveConfirmed } from "../../../_chain/proof.ts";
import { exported } from "../../../_views/user.ts";

export const handler = serveConfirmed(askExport, async ({ actor }) => ({
  export: exported(await Requests.requestExport(actor)),
}));

import { linkExport } from "../../../../contract/mobile/user/data.ts";
import * as Requests from "../../../../core/people/requests.ts";
import { serveConfirmed } from "../../../_chain/proof.ts";

export const handler = serveConfirmed(linkExport, ({ actor }) => Requests.linkExport(actor));

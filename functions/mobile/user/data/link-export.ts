import { linkExport } from "../../../../contract/mobile/user/data.ts";
import * as Exports from "../../../../core/people/exports.ts";
import { serveConfirmed } from "../../../_chain/step-up.ts";

export const handler = serveConfirmed(linkExport, ({ actor }) => Exports.link(actor));

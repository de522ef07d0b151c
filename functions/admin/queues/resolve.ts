import { resolve } from "../../../contract/admin/queues.ts";
import * as Flags from "../../../core/flags/index.ts";
import { serveConfirmed } from "../../_chain/proof.ts";
import * as View from "../_view.ts";

export const handler = serveConfirmed(resolve, async ({ actor, body: { note, ...of } }) => ({
  flagged: View.flag(await Flags.resolve(actor, of, note)),
}));

import { resolve } from "../../../contract/admin/queues.ts";
import * as Flags from "../../../core/flags/index.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../_view.ts";

export const handler = serve(resolve, async ({ actor, body: { note, ...of } }) => ({
  flagged: View.flag(await Flags.resolve(actor, of, note)),
}));

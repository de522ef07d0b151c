import { flagged } from "../../../contract/admin/queues.ts";
import * as Flags from "../../../core/flags/index.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../_view.ts";

export const handler = serve(flagged, async ({ actor, query }) => {
  const { items, next = null } = await Flags.list(actor, query);
  return { flagged: items.map(View.flag), next };
});

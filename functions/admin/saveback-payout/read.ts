import { read } from "../../../contract/admin/saveback-payout.ts";
import * as Saveback from "../../../core/loyalty/saveback/index.ts";
import { serve } from "../../_chain/serve.ts";
import { success } from "../../_views/done.ts";
import * as View from "../_view.ts";

export const handler = serve(read, async ({ actor, query }) =>
  success(View.payoutOverview(await Saveback.overview(actor, query))),
);

import { shared } from "../../contract/jobs.ts";
import * as Shares from "../../core/jobs/shares.ts";
import { serve } from "../_chain/serve.ts";
import * as View from "../_views/jobs.ts";

export const handler = serve(shared, async ({ actor, query }) =>
  View.sharedPage(await Shares.list(actor, query)),
);

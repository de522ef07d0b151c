import { cancel } from "../../contract/jobs.ts";
import * as Jobs from "../../core/jobs/index.ts";
import { serve } from "../_chain/serve.ts";
import * as View from "../_views/jobs.ts";

export const handler = serve(cancel, async ({ actor, params }) =>
  View.summary(await Jobs.cancel(actor, params.id)),
);

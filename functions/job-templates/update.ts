import { update } from "../../contract/job-templates.ts";
import * as Templates from "../../core/jobs/templates.ts";
import { serve } from "../_chain/serve.ts";
import { template } from "../_views/jobs.ts";

export const handler = serve(update, async ({ actor, params, body }) =>
  template(await Templates.update(actor, params.id, body)),
);

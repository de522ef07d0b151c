import { read } from "../../contract/job-templates.ts";
import * as Templates from "../../core/jobs/templates.ts";
import { serve } from "../_chain/serve.ts";
import { template } from "../_views/jobs.ts";

export const handler = serve(read, async ({ actor, params }) =>
  template(await Templates.fromId(actor, params.id)),
);

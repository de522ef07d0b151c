import { listTemplates } from "../../contract/orchestrator/jobs.ts";
import * as Templates from "../../core/jobs/templates.ts";
import { serve } from "../_chain/serve.ts";
import { template } from "./_view.ts";

export const handler = serve(listTemplates, async ({ actor }) => ({
  templates: (await Templates.list(actor)).map(template),
}));

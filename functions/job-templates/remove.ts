import { removeTemplate } from "../../contract/orchestrator/jobs.ts";
import * as Templates from "../../core/jobs/templates.ts";
import { serve } from "../_chain/serve.ts";

export const handler = serve(removeTemplate, async ({ actor, params }) => {
  await Templates.remove(actor, params.id);
  return undefined;
});

import { remove } from "../../contract/job-templates.ts";
import * as Templates from "../../core/jobs/templates.ts";
import { serve } from "../_chain/serve.ts";

export const handler = serve(remove, async ({ actor, params }) => {
  await Templates.remove(actor, params.id);
  return undefined;
});

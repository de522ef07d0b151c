import { listResources } from "../../../contract/mcp.ts";
import { serve } from "../../_chain/serve.ts";
import * as Resources from "../_presentation/resources.ts";

export const handler = serve(listResources, async () => ({
  resources: [...Resources.resources],
  resourceTemplates: [...Resources.templates],
}));

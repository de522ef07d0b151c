import { listResources } from "../../../contract/mcp.ts";
import * as Resources from "../../../core/mcp/resources.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(listResources, async () => ({
  resources: [...Resources.resources],
  resourceTemplates: [...Resources.templates],
}));

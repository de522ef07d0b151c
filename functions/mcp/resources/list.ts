import { list } from "../../../contract/mcp/resources.ts";
import * as Resources from "../_resources/index.ts";
import { serve } from "../_serve.ts";

export const handler = serve(list, async () => ({
  resources: [...Resources.resources],
  resourceTemplates: [...Resources.templates],
}));

import { list } from "../../../contract/mcp/resources.ts";
import { serve } from "../../_chain/serve.ts";
import * as Resources from "../_resources/index.ts";

export const handler = serve(list, async () => ({
  resources: [...Resources.resources],
  resourceTemplates: [...Resources.templates],
}));

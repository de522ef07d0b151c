import { list } from "../../../contract/mcp/prompts.ts";
import { serve } from "../../_chain/serve.ts";
import { prompts } from "../_prompts.ts";

export const handler = serve(list, async () => ({
  prompts: prompts.map((prompt) => ({ ...prompt, arguments: [...prompt.arguments] })),
}));

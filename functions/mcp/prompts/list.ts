import { list } from "../../../contract/mcp/prompts.ts";
import { prompts } from "../_prompts.ts";
import { serve } from "../_serve.ts";

export const handler = serve(list, async () => ({
  prompts: prompts.map((prompt) => ({ ...prompt, arguments: [...prompt.arguments] })),
}));

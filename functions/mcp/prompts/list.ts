import { listPrompts } from "../../../contract/mcp.ts";
import { serve } from "../../_chain/serve.ts";
import { prompts } from "../_presentation/prompts.ts";

export const handler = serve(listPrompts, async () => ({
  prompts: prompts.map((prompt) => ({ ...prompt, arguments: [...prompt.arguments] })),
}));

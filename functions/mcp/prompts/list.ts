import { listPrompts } from "../../../contract/mcp.ts";
import { prompts } from "../../../core/mcp/prompts.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(listPrompts, async () => ({
  prompts: prompts.map((prompt) => ({ ...prompt, arguments: [...prompt.arguments] })),
}));

import { get } from "../../../contract/mcp/prompts.ts";
import * as Prompts from "../_prompts.ts";
import { serve } from "../_serve.ts";

export const handler = serve(get, async ({ actor, body }) => {
  const { description, messages } = Prompts.get(actor, body.name, body.arguments.email);
  return { description, messages: [...messages] };
});

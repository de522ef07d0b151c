import { get } from "../../../contract/mcp/prompts.ts";
import { serve } from "../../_chain/serve.ts";
import * as Prompts from "../_prompts.ts";

export const handler = serve(get, async ({ actor, body }) => {
  const { description, messages } = Prompts.get(actor, body.name, body.arguments.email);
  return { description, messages: [...messages] };
});

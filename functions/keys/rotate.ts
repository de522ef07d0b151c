import { rotate } from "../../contract/keys.ts";
import * as ApiKeys from "../../core/identity/api-keys/index.ts";
import { serve } from "../_chain/serve.ts";
import { apiKey } from "../_views/user.ts";

export const handler = serve(rotate, async ({ actor, params, body }) => {
  const { key, ...secrets } = await ApiKeys.rotate(actor, params.id, body.overlapSeconds);
  return { ...apiKey(key), ...secrets };
});

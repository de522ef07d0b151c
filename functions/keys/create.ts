import { create } from "../../contract/keys.ts";
import * as ApiKeys from "../../core/identity/api-keys/index.ts";
import * as Sandboxes from "../../core/sandboxes/index.ts";
import { serve } from "../_chain/serve.ts";
import { apiKey } from "../_views/user.ts";

export const handler = serve(create, async ({ actor, body }) => {
  // The sandbox of a test key must exist before its first request.
  if (body.mode === "test") await Sandboxes.open(actor);
  const { key, ...secrets } = await ApiKeys.create(actor, body);
  return { ...apiKey(key), ...secrets };
});

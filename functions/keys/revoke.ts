import { revoke } from "../../contract/keys.ts";
import * as ApiKeys from "../../core/identity/api-keys/index.ts";
import { serve } from "../_chain/serve.ts";

export const handler = serve(revoke, async ({ actor, params }) => {
  await ApiKeys.revoke(actor, params.id);
  return undefined;
});

import { rotate } from "../../contract/keys.ts";
import * as ApiKeys from "../../core/identity/api-keys/index.ts";
import { serveConfirmed } from "../_chain/proof.ts";
import { apiKey } from "../_views/user.ts";

export const handler = serveConfirmed(rotate, async ({ actor, params, body, confirm }) => {
  const { key, ...secrets } = await ApiKeys.rotate(actor, params.id, body.overlapSeconds, confirm);
  return { ...apiKey(key), ...secrets };
});

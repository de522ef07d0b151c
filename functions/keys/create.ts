import { create } from "../../contract/keys.ts";
import * as ApiKeys from "../../core/identity/api-keys/index.ts";
import * as Sandboxes from "../../core/sandboxes/index.ts";
import { serveConfirmed } from "../_chain/proof.ts";
import { apiKey } from "../_views/user.ts";

export const handler = serveConfirmed(create, async ({ actor, body, confirm }) => {
  // The sandbox of a test key must exist before its first request.
  await (body.mode === "test" ? Sandboxes.open(actor) : confirm());
  const { key, ...secrets } = await ApiKeys.create(actor, body);
  return { ...apiKey(key), ...secrets };
});

import { rename as route } from "../../../contract/auth/passkeys.ts";
import { rename } from "../../../core/identity/passkeys/stored.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(route, async ({ actor, params, body }) => ({
  passkey: await rename(actor, params.id, body.name),
}));

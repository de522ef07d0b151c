import { remove as route } from "../../../../contract/mobile/auth/passkeys.ts";
import { remove } from "../../../../core/identity/passkeys/index.ts";
import { serveConfirmed } from "../../../_chain/proof.ts";
import { done } from "../../../_views/done.ts";

export const handler = serveConfirmed(route, async ({ actor, params, reader }) => {
  await remove(actor, params.id);
  return done(reader, "passkeyRemoved");
});

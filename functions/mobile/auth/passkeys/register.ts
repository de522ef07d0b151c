import { register as route } from "../../../../contract/mobile/auth/passkeys.ts";
import { register } from "../../../../core/identity/passkeys/index.ts";
import { serveConfirmed } from "../../../_chain/proof.ts";

export const handler = serveConfirmed(route, ({ actor, body }) => register(actor, body));

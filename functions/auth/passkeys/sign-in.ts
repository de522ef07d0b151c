import { signIn as route } from "../../../contract/auth/passkeys.ts";
import { signIn } from "../../../core/identity/passkeys/use.ts";
import { serve } from "../../_chain/serve.ts";
import { signedInOnWeb } from "../../_views/sign-in.ts";

export const handler = serve(route, async ({ actor, body, client }) =>
  signedInOnWeb(await signIn(body.response, client), { actor, client }),
);

import { signIn as route } from "../../../../contract/mobile/auth/passkeys.ts";
import { signIn } from "../../../../core/identity/passkeys/use.ts";
import { serve } from "../../../_chain/serve.ts";
import { signedIn } from "../../../_views/sign-in.ts";

export const handler = serve(route, async ({ body, client }) => {
  const { response, ...device } = body;
  return signedIn(await signIn(response, client), client, device);
});

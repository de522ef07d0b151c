import { login } from "../../../contract/mobile/auth.ts";
import * as Users from "../../../core/identity/users.ts";
import { serve } from "../../_chain/serve.ts";
import { signedIn } from "./_signed-in.ts";

export const handler = serve(login, async ({ body, client }) => {
  const user = await Users.authenticate(body.email, body.password, client.ip);
  return signedIn(user, client, body);
});

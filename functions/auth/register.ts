import { register } from "../../contract/auth.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import * as User from "../../core/identity/user.ts";
import * as Users from "../../core/identity/users.ts";
import { Reply } from "../_chain/call.ts";
import { serve } from "../_chain/serve.ts";
import { sessionCookies } from "./_cookies.ts";

export const handler = serve(register, async ({ body, actor, client }) => {
  const user = await Users.register(body);
  const started = await Sessions.start(user, client, actor);
  return new Reply(
    { user: User.registered(user), token: started.accessToken, expiresIn: started.expiresIn },
    { cookies: await sessionCookies(started) },
  );
});

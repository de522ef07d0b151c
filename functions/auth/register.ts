import { register } from "../../contract/auth.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import * as Users from "../../core/identity/users.ts";
import { Reply } from "../_chain/call.ts";
import { sessionCookies } from "../_chain/cookies.ts";
import { serve } from "../_chain/serve.ts";
import * as UserView from "../_views/user.ts";

export const handler = serve(register, async ({ body, actor, client }) => {
  const user = await Users.register(body);
  const started = await Sessions.start(user, client, actor);
  return new Reply(
    { user: UserView.registered(user), token: started.accessToken, expiresIn: started.expiresIn },
    { cookies: await sessionCookies(started) },
  );
});

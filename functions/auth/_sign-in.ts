import type * as z from "zod";
import type { WebActor } from "../../core/identity/actor.ts";
import type { credentials } from "../../core/identity/schema.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import * as Users from "../../core/identity/users.ts";
import { type Client, Reply } from "../_chain/call.ts";
import { sessionCookies } from "../_chain/cookies.ts";
import * as UserView from "../_views/user.ts";

interface SignIn {
  readonly body: z.output<typeof credentials>;
  readonly actor: WebActor | undefined;
  readonly client: Client;
}

/** Signs in with e-mail and password, for both routes that do. */
export async function signIn({ body, actor, client }: SignIn) {
  const user = await Users.authenticate(body.email, body.password, client.ip);
  const started = await Sessions.start(user, client, actor);
  const { accessToken: token, expiresIn, refreshToken } = started;
  return new Reply(
    { user: UserView.signedIn(user), token, expiresIn, refreshToken },
    { cookies: await sessionCookies(started) },
  );
}

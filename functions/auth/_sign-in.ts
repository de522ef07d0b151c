import type { WebActor } from "../../core/identity/actor.ts";
import { type Credentials, prove } from "../../core/identity/second-factor/sign-in.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import { type Client, Reply } from "../_chain/call.ts";
import { sessionCookies } from "../_chain/cookies.ts";
import * as UserView from "../_views/user.ts";

interface SignIn {
  readonly body: Credentials;
  readonly actor: WebActor | undefined;
  readonly client: Client;
}

/** Signs in with e-mail, password and second factor, for both routes that do. */
export async function signIn({ body, actor, client }: SignIn) {
  const user = await prove(body, client.ip);
  const started = await Sessions.start(user, client, actor);
  const { accessToken: token, expiresIn, refreshToken } = started;
  return new Reply(
    { user: UserView.signedIn(user), token, expiresIn, refreshToken },
    { cookies: await sessionCookies(started) },
  );
}

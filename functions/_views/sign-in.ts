import type { WebActor } from "../../core/identity/actor.ts";
import * as Devices from "../../core/identity/devices/index.ts";
import * as Kyc from "../../core/identity/kyc/index.ts";
import { type Credentials, prove } from "../../core/identity/second-factor/sign-in.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import type { AuthenticatedUser } from "../../core/identity/user.ts";
import { type Client, Reply } from "../_chain/call.ts";
import { sessionCookies } from "../_chain/cookies.ts";
import * as UserView from "./user.ts";

interface SignIn {
  readonly body: Credentials;
  readonly actor: WebActor | undefined;
  readonly client: Client;
}

/** Signs in on the web with email, password and second factor. */
export async function signIn({ body, actor, client }: SignIn) {
  return signedInOnWeb(await prove(body, client.ip), { actor, client });
}

/** Signs an authenticated user in on the web. */
export async function signedInOnWeb(user: AuthenticatedUser, { actor, client }: Omit<SignIn, "body">) {
  const started = await Sessions.start(user, client, actor);
  const { accessToken: token, expiresIn, refreshToken } = started;
  return new Reply(
    { user: UserView.signedIn(user), token, expiresIn, refreshToken },
    { cookies: await sessionCookies(started) },
  );
}

/** Signs an authenticated user in on a device. */
export async function signedIn(
  user: AuthenticatedUser,
  client: Client,
  { deviceId, deviceInfo }: Devices.Device,
) {
  const [{ accessToken, refreshToken, expiresIn }, { level }] = await Promise.all([
    Devices.start(user, client, { deviceId, deviceInfo }),
    Kyc.read(user.userId),
  ]);
  return { accessToken, refreshToken, expiresIn, user: UserView.mobile(user, level) };
}

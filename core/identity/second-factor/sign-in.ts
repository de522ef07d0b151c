import * as Clock from "../../kernel/clock/index.ts";
import { fail, recover } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { sha256Hex } from "../../kernel/sha256.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { WebActor } from "../actor.ts";
import { InvalidCredentials, TwoFactorInvalid, UserNotFound } from "../errors.ts";
import * as Sessions from "../sessions.ts";
import * as Stamp from "../stamp.ts";
import type { AuthenticatedUser } from "../user.ts";
import * as Users from "../users.ts";
import { halfway } from "./entity.ts";
import { HALFWAY_SECONDS } from "./schema.ts";
import * as SecondFactor from "./use.ts";

/** Sign-ins with a second factor: in one request, or in a browser in two steps. */

export interface Credentials extends SecondFactor.EnteredCode {
  readonly email: string;
  readonly password: string;
}

/**
 * Returns the user with these credentials. The password is checked first, so that a wrong one does not reveal whether the
 * account has a second factor.
 * @param ip the client's IP address
 * @throws the errors of `Users.authenticate`, TWO_FACTOR_REQUIRED, TWO_FACTOR_INVALID
 */
export async function prove(
  { email, password, ...entered }: Credentials,
  ip: string,
): Promise<AuthenticatedUser> {
  return SecondFactor.prove(await Users.authenticate(email, password, ip), entered, ip);
}

/** As `prove`, for the app: an unknown email is answered like a wrong password. @throws as `prove`, but not AUTH_USER_NOT_FOUND */
export const proveUnrevealed = (credentials: Credentials, ip: string): Promise<AuthenticatedUser> =>
  recover(UserNotFound, prove(credentials, ip), () => Promise.reject(fail(InvalidCredentials)));

// In a browser the code is on a second page. A token identifies the sign-in between the two steps. It is not a session and gives
// no other access.

const keyOf = (token: string) => halfway.key({ tokenHash: sha256Hex(token) });

/** Records that a user has completed the first step. @returns the browser's token */
export async function begin(
  { userId, securityStamp, amr }: AuthenticatedUser,
  callbackUrl: string,
): Promise<string> {
  const token = Ids.secret();
  const ttl = Clock.nowSeconds() + HALFWAY_SECONDS;
  await Table.put({ ...keyOf(token), userId, securityStamp, amr, callbackUrl, ttl }, Where.absent);
  return token;
}

/** Returns the page to open after a sign-in. Undefined if the token is invalid. */
export const callbackUrlOf = async (token: string): Promise<string | undefined> =>
  (await read(token))?.callbackUrl;

async function read(token: string) {
  if (token === "") return undefined;
  const item = await Table.get(keyOf(token));
  const found = item && halfway.parse(item);
  return found && found.ttl > Clock.nowSeconds() ? found : undefined;
}

/**
 * Completes a sign-in with the second factor and starts its session, once.
 * @returns undefined if the token is invalid, or the account's credentials have changed
 * @throws TWO_FACTOR_INVALID, also if the token was used concurrently; TWO_FACTOR_REQUIRED, RATE_LIMITED,
 *   AUTH_ACCOUNT_BLOCKED, AUTH_INVALID_CREDENTIALS
 */
export async function finish(
  token: string,
  entered: SecondFactor.EnteredCode,
  client: Sessions.Client,
  replaced: WebActor | undefined,
): Promise<{ readonly started: Sessions.Started; readonly callbackUrl: string } | undefined> {
  const found = await read(token);
  const user = found && (await Users.fromId(found.userId));
  if (!user || !Stamp.matches(found, user)) return undefined;
  const proven = await SecondFactor.prove({ ...user, amr: found.amr }, entered, client.ip);
  const isFirst = await Table.ignoreConditionFailure(
    Table.remove(keyOf(token), Where.exists).then(() => true),
  );
  if (!isFirst) throw fail(TwoFactorInvalid);
  return { started: await Sessions.start(proven, client, replaced), callbackUrl: found.callbackUrl };
}

import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { sha256Hex } from "../../kernel/sha256.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { WebActor } from "../actor.ts";
import { TwoFactorInvalid } from "../errors.ts";
import * as Sessions from "../sessions.ts";
import * as Stamp from "../stamp.ts";
import type { User } from "../user.ts";
import * as Users from "../users.ts";
import { halfway } from "./entity.ts";
import * as SecondFactor from "./index.ts";
import { HALFWAY_SECONDS } from "./schema.ts";

/**
 * Sign-ins in a browser that are half-way: the password was right, or the provider's answer, and the code is
 * on another page. What the browser holds meanwhile is no session and opens nothing else.
 */

const keyOf = (token: string) => halfway.key({ tokenHash: sha256Hex(token) });

/** Notes that a user has given the first proof. @returns the token that the browser keeps */
export async function begin({ userId, securityStamp }: User, callbackUrl: string): Promise<string> {
  const token = Ids.secret();
  const ttl = Clock.nowSeconds() + HALFWAY_SECONDS;
  await Table.put({ ...keyOf(token), userId, securityStamp, callbackUrl, ttl }, Where.absent);
  return token;
}

/** Where a browser's sign-in leads once it is done; undefined where none is half-way. */
export const wanted = async (token: string): Promise<string | undefined> => (await read(token))?.callbackUrl;

async function read(token: string) {
  if (token === "") return undefined;
  const item = await Table.get(keyOf(token));
  const found = item && halfway.parse(item);
  return found && found.ttl > Clock.nowSeconds() ? found : undefined;
}

/**
 * Starts the session of a sign-in that is half-way; once.
 * @returns undefined where none is, or the account's credentials have changed since
 * @throws TWO_FACTOR_INVALID, TWO_FACTOR_REQUIRED, RATE_LIMITED, AUTH_ACCOUNT_BLOCKED
 */
export async function finish(
  token: string,
  given: SecondFactor.Given,
  client: Sessions.Client,
  replaced: WebActor | undefined,
): Promise<{ readonly started: Sessions.Started; readonly callbackUrl: string } | undefined> {
  const found = await read(token);
  const user = found && (await Users.fromId(found.userId));
  if (!user || !Stamp.isOf(found, user)) return undefined;
  const proven = await SecondFactor.prove(user, given, client.ip);
  const isFirst = await Table.unlessRefused(Table.remove(keyOf(token), Where.exists).then(() => true));
  if (!isFirst) throw fail(TwoFactorInvalid);
  return { started: await Sessions.start(proven, client, replaced), callbackUrl: found.callbackUrl };
}

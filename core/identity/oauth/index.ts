import * as oauth from "oauth4webapi";
import { SvcError } from "../../kernel/errors.ts";
import { OutboundFailure } from "../../platform/http.ts";
import { log } from "../../platform/log.ts";
import * as Table from "../../platform/table/index.ts";
import * as Accounts from "../accounts.ts";
import type { WebActor } from "../actor.ts";
import {
  AccountBlocked,
  AccountLinkedElsewhere,
  EmailNotVerified,
  EmailTaken,
  InvalidCredentials,
  LinkLimit,
} from "../errors.ts";
import type { Endings } from "../hand-over.ts";
import { email as emailSchema } from "../schema.ts";
import * as Halfway from "../second-factor/sign-in.ts";
import * as Sessions from "../sessions.ts";
import * as Throttle from "../throttle.ts";
import type { User } from "../user.ts";
import * as Users from "../users.ts";
import * as Flow from "./flow.ts";
import type { Profile, Provider } from "./providers.ts";

/** Sign-in at a provider. `begin` sends the browser there, `finish` handles the response. */

/** Why a sign-in failed, by Auth.js's names, which its clients and our sign-in page know. */
type FailureName =
  | "OAuthSignin" // it could not begin: the provider did not respond
  | "OAuthCallback" // the response is invalid
  | "OAuthAccountNotLinked" // the address is not verified, or the account is linked to another user
  | "AccessDenied"; // denied at the provider, or the account is blocked or has too many links

/**
 * Begins a sign-in, and returns the provider's address for the browser.
 * @param browser the random value of the browser's cookie
 * @param callbackUrl the path to open after the sign-in, see `safePath`
 */
export async function begin(
  provider: Provider,
  browser: string,
  callbackUrl: string,
  actor: WebActor | undefined,
): Promise<{ readonly url: string } | { readonly error: FailureName }> {
  try {
    return { url: await Flow.begin(provider, browser, { callbackUrl, userId: actor?.userId }) };
  } catch (error) {
    failureOf(provider, error);
    return { error: "OAuthSignin" };
  }
}

/** The request of a browser that comes back from a provider. */
interface Return {
  readonly browser: string | undefined;
  readonly answer: URLSearchParams;
  /** The user who is signed in on this browser. */
  readonly actor: WebActor | undefined;
  readonly client: Sessions.Client;
  /** Writes of other contexts in the transaction of a hand-over. */
  readonly endings: Endings;
}

export type Finished =
  | { readonly user: User; readonly session: Sessions.Started; readonly callbackUrl: string }
  | { readonly halfway: string; readonly callbackUrl: string }
  | { readonly error: FailureName; readonly callbackUrl: string };

/** Finishes a sign-in: starts a session, or returns the token for the second factor, or the reason of a failure. */
export async function finish(provider: Provider, came: Return): Promise<Finished> {
  const { browser, answer, actor, client, endings } = came;
  let callbackUrl = "/";
  try {
    const state = answer.get("state") ?? "";
    const flow = await Flow.take(provider, browser, state);
    callbackUrl = flow.callbackUrl;
    const profile = await Flow.redeem(provider, flow, answer, state);
    // A user who was signed in at the begin, and still is, links the provider to that account.
    const owner = actor !== undefined && actor.userId === flow.userId ? actor : undefined;
    const user = owner
      ? await link(owner, profile)
      : await withClient(await Accounts.signIn(profile, endings), client);
    if (user.secondFactorAt !== user.secondFactorProven)
      return { halfway: await Halfway.begin(user, callbackUrl), callbackUrl };
    const session = await Sessions.start(user, client, actor);
    return { user, session, callbackUrl };
  } catch (error) {
    return { error: failureOf(provider, error), callbackUrl };
  }
}

async function withClient(user: Accounts.Arrival, { ip }: Sessions.Client): Promise<Sessions.Proven> {
  if (user.isFirst) return user;
  const isKnown = Throttle.isKnown(await Table.get(Throttle.keyOf(user.userId, ip)), user);
  return { ...user, isNewClient: !isKnown };
}

/** Links the provider to the owner's account. If it has verified the account's address, that proves it here. */
async function link(owner: WebActor, profile: Profile): Promise<User> {
  const { provider, subject } = profile;
  const { email, emailVerified } = await Users.own(owner);
  const shown = profile.emailVerified ? emailSchema.safeParse(profile.email).data : undefined;
  const isProof = emailVerified === undefined && shown === email;
  await Accounts.link(owner, provider, subject, isProof ? email : undefined);
  // The proof is as of the actor's authentication, whatever has changed since.
  const { securityStamp } = owner;
  const user = await Users.own(owner);
  return { ...user, securityStamp, secondFactorProven: user.secondFactorAt };
}

/** Returns the name of a failure of the caller or the provider. @throws the error itself if it is ours */
function failureOf(provider: Provider, error: unknown): FailureName {
  const name = nameOf(error);
  if (name === undefined) throw error;
  const reason = error instanceof Error ? error.message : "";
  log.info("oauth: sign-in failed", { provider: provider.id, failure: name, reason });
  return name;
}

const NAMES: readonly (readonly [{ readonly code: string }, FailureName])[] = [
  [AccountLinkedElsewhere, "OAuthAccountNotLinked"],
  [EmailNotVerified, "OAuthAccountNotLinked"],
  [EmailTaken, "OAuthAccountNotLinked"],
  [AccountBlocked, "AccessDenied"],
  [LinkLimit, "AccessDenied"],
  // The account's credentials changed during this sign-in.
  [InvalidCredentials, "OAuthCallback"],
];

const THEIRS = [
  Flow.FlowRefused,
  OutboundFailure,
  oauth.OperationProcessingError,
  oauth.UnsupportedOperationError,
  oauth.ResponseBodyError,
  oauth.WWWAuthenticateChallengeError,
];

function nameOf(error: unknown): FailureName | undefined {
  if (error instanceof SvcError) return NAMES.find(([{ code }]) => code === error.code)?.[1];
  if (error instanceof oauth.AuthorizationResponseError)
    return error.error === "access_denied" ? "AccessDenied" : "OAuthCallback";
  return THEIRS.some((kind) => error instanceof kind) ? "OAuthCallback" : undefined;
}

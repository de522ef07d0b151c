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
import type { Profile, Provider } from "./provider.ts";

/** Sign-in at a provider: begin sends the browser there, finish takes what it comes back with. */

/** Why a sign-in failed, in Auth.js's words, which its clients and our sign-in page know. */
export type FailureName =
  | "OAuthSignin" // it could not begin: the provider did not answer
  | "OAuthCallback" // what came back does not hold
  | "OAuthAccountNotLinked" // the address is not verified there, or the account is another user's
  | "AccessDenied"; // refused at the provider, or the account is blocked or linked to too many others

export type Begun = { readonly url: string } | { readonly error: FailureName };

/**
 * Begins a sign-in and answers the provider's address to send the browser to.
 * @param browser the random value in the browser's own cookie
 * @param callbackUrl where to go once signed in: a path of ours, see `safePath`
 */
export async function begin(
  provider: Provider,
  browser: string,
  callbackUrl: string,
  actor: WebActor | undefined,
): Promise<Begun> {
  try {
    return { url: await Flow.begin(provider, browser, { callbackUrl, userId: actor?.userId }) };
  } catch (error) {
    refuse(provider, error);
    return { error: "OAuthSignin" };
  }
}

/** What a browser comes back from a provider with. */
export interface Return {
  readonly browser: string | undefined;
  readonly answer: URLSearchParams;
  /** Who is signed in on this browser. */
  readonly actor: WebActor | undefined;
  readonly client: Sessions.Client;
  /** What else ends where the account is handed over. */
  readonly endings: Endings;
}

export type Finished =
  | { readonly user: User; readonly session: Sessions.Started; readonly callbackUrl: string }
  | { readonly halfway: string; readonly callbackUrl: string }
  | { readonly error: FailureName; readonly callbackUrl: string };

/**
 * Ends a sign-in: a session of the account that the provider's answer opens, what the browser goes on with
 * where the account asks for a code too, or the reason why it opens none.
 */
export async function finish(provider: Provider, came: Return): Promise<Finished> {
  const { browser, answer, actor, client, endings } = came;
  let callbackUrl = "/";
  try {
    const state = answer.get("state") ?? "";
    const flow = await Flow.take(provider, browser, state);
    callbackUrl = flow.callbackUrl;
    const profile = await Flow.redeem(provider, flow, answer, state);
    // Whoever began signed in, and still is, adds the provider to that account.
    const owner = actor !== undefined && actor.userId === flow.userId ? actor : undefined;
    const user = owner
      ? await link(owner, profile)
      : await arrived(await Accounts.signIn(profile, endings), client);
    if (user.secondFactorAt !== user.secondFactorProven)
      return { halfway: await Halfway.begin(user, callbackUrl), callbackUrl };
    const session = await Sessions.start(user, client, actor);
    return { user, session, callbackUrl };
  } catch (error) {
    return { error: refuse(provider, error), callbackUrl };
  }
}

/** Whoever has signed in, and whether from where the account was never signed in. */
async function arrived(user: Accounts.Arrival, { ip }: Sessions.Client): Promise<Sessions.Proven> {
  if (user.isFirst) return user;
  const isKnown = Throttle.isKnown(await Table.get(Throttle.keyOf(user.userId, ip)), user);
  return { ...user, isNewClient: !isKnown };
}

/** Adds the provider to the owner's account. Where it has verified the account's address, that proves it here. */
async function link(owner: WebActor, profile: Profile): Promise<User> {
  const { provider, subject } = profile;
  const { email, emailVerified } = await Users.own(owner);
  const shown = profile.emailVerified ? emailSchema.safeParse(profile.email).data : undefined;
  const isProof = emailVerified === undefined && shown === email;
  await Accounts.link(owner, provider, subject, isProof ? email : undefined);
  // The proof is of the moment at which the actor was let in, whatever has become of the account since.
  const { securityStamp } = owner;
  const user = await Users.own(owner);
  return { ...user, securityStamp, secondFactorProven: user.secondFactorAt };
}

/** The name of a failure that is the caller's or the provider's. @throws the error itself when it is ours */
function refuse(provider: Provider, error: unknown): FailureName {
  const name = nameOf(error);
  if (name === undefined) throw error;
  const reason = error instanceof Error ? error.message : "";
  log.info("a sign-in at a provider failed", { provider: provider.id, failure: name, reason });
  return name;
}

const NAMES: readonly (readonly [{ readonly code: string }, FailureName])[] = [
  [AccountLinkedElsewhere, "OAuthAccountNotLinked"],
  [EmailNotVerified, "OAuthAccountNotLinked"],
  [EmailTaken, "OAuthAccountNotLinked"],
  [AccountBlocked, "AccessDenied"],
  [LinkLimit, "AccessDenied"],
  // What proves the user's identity was changed while this sign-in was under way.
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

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
  StepUpRequired,
} from "../errors.ts";
import type { HandOverWrites } from "../hand-over.ts";
import * as Proof from "../proof/index.ts";
import { continuedBy, isRecent } from "../recent-proof.ts";
import { provesOwner } from "../resets.ts";
import { email as emailSchema } from "../schema.ts";
import * as Halfway from "../second-factor/sign-in.ts";
import * as Sessions from "../sessions.ts";
import * as Throttle from "../throttle.ts";
import type { AuthenticatedUser, User } from "../user.ts";
import * as Users from "../users.ts";
import * as Flow from "./flow.ts";
import type { Profile, Provider } from "./providers.ts";

/** Sign-in at a provider. `begin` redirects the browser to the provider, `finish` handles the response. */

/** The reason of a failed sign-in. The names are those of Auth.js, which its clients and our sign-in page expect. */
type FailureName =
  | "OAuthSignin" // the sign-in could not be started at the provider
  | "OAuthCallback" // the response is invalid
  | "OAuthAccountNotLinked" // the address is not verified, or the account is linked to another user
  | "AccessDenied"; // the user canceled at the provider, or the account is blocked or has too many links

/**
 * Begins a sign-in, and returns the provider's address for the browser. For a signed-in user it links the provider's account, so
 * it requires a recent proof in the session, to which it is bound. An account whose only proof is a sign-in at its provider can
 * sign in there again without one, and then links nothing.
 * @param browser the random value in the browser's cookie
 * @param callbackUrl the path to open after the sign-in, see `safePath`
 * @param confirm requires a recent proof
 * @throws STEP_UP_REQUIRED
 */
export async function begin(
  provider: Provider,
  browser: string,
  callbackUrl: string,
  actor: WebActor | undefined,
  confirm: () => Promise<void>,
): Promise<{ readonly url: string } | { readonly error: FailureName }> {
  const linkSessionId = actor && (await confirmLink(actor, confirm)) ? actor.sessionId : undefined;
  try {
    const target = { callbackUrl, userId: actor?.userId, linkSessionId };
    return { url: await Flow.begin(provider, browser, target) };
  } catch (error) {
    failureOf(provider, error);
    return { error: "OAuthSignin" };
  }
}

/** Returns whether the actor's session may link an account. @throws STEP_UP_REQUIRED */
async function confirmLink(actor: WebActor, confirm: () => Promise<void>): Promise<boolean> {
  const methods = await Proof.requiredMethods(actor);
  if (methods.includes("provider")) return isRecent(actor, methods);
  await confirm();
  return true;
}

/** The request with which a browser returns from a provider. */
interface CallbackRequest {
  readonly browser: string | undefined;
  readonly answer: URLSearchParams;
  /** The user who is signed in in this browser. */
  readonly actor: WebActor | undefined;
  readonly client: Sessions.Client;
  /** Returns the writes of other contexts for the transaction of a hand-over. */
  readonly handOverWrites: HandOverWrites;
}

export type Finished =
  | { readonly user: User; readonly session: Sessions.Started; readonly callbackUrl: string }
  | { readonly halfway: string; readonly callbackUrl: string }
  | { readonly error: FailureName; readonly callbackUrl: string };

/** Finishes a sign-in. Starts a session, or returns the token for the second step, or the reason of the failure. */
export async function finish(provider: Provider, callback: CallbackRequest): Promise<Finished> {
  const { browser, answer, actor, client, handOverWrites: endings } = callback;
  let callbackUrl = "/";
  try {
    const state = answer.get("state") ?? "";
    const flow = await Flow.claimFlow(provider, browser, state);
    callbackUrl = flow.callbackUrl;
    const profile = await Flow.fetchProfile(provider, flow, answer, state);
    const owner = actor !== undefined && actor.userId === flow.userId ? actor : undefined;
    const user = owner
      ? await (owner.sessionId === flow.linkSessionId ? link : signInAgain)(owner, profile)
      : await withKnownClient(await Accounts.signIn(profile, endings), profile, client);
    if (user.secondFactorAt !== user.secondFactorProven)
      return { halfway: await Halfway.begin(user, callbackUrl), callbackUrl };
    const session = await Sessions.start(user, client, actor);
    return { user, session, callbackUrl };
  } catch (error) {
    return { error: failureOf(provider, error), callbackUrl };
  }
}

async function withKnownClient(
  user: Accounts.SignedInUser,
  profile: Profile,
  { ip }: Sessions.Client,
): Promise<AuthenticatedUser> {
  if (user.isFirst) return { ...user, amr: ["provider"] };
  const amr = provesOwner(user, profile) ? (["provider"] as const) : [];
  const isKnown = Throttle.isKnown(await Table.get(Throttle.addressKey(user.userId, ip)), user);
  return { ...user, isNewClient: !isKnown, amr };
}

/**
 * Signs a signed-in user in again, with an account that is linked to the user already.
 * @throws STEP_UP_REQUIRED for any other account, because linking it requires a recent proof, and for one that is no proof
 */
async function signInAgain(owner: WebActor, profile: Profile): Promise<AuthenticatedUser> {
  const user = await Accounts.findLinked(profile.provider, profile.subject);
  if (user?.userId !== owner.userId)
    throw Proof.rejection(
      ["provider"],
      "the session had no recent proof when the sign-in at the provider began",
    );
  if (!provesOwner(user, profile))
    throw Proof.rejection(["provider"], "the provider's account was linked less than 24 hours ago");
  return { ...user, amr: ["provider"] };
}

/** Links a provider's account to the owner. If the provider has verified the owner's address, it counts as verified here, too. */
async function link(owner: WebActor, profile: Profile): Promise<AuthenticatedUser> {
  const { provider, subject } = profile;
  const { email, emailVerified } = await Users.readOwn(owner);
  const verifiedEmail = profile.emailVerified ? emailSchema.safeParse(profile.email).data : undefined;
  const isProof = emailVerified === undefined && verifiedEmail === email;
  await Accounts.link(owner, provider, subject, { proven: isProof ? email : undefined });
  // The proof has the stamp of the actor's authentication, so that a concurrent change of the credentials rejects it.
  const { securityStamp } = owner;
  const user = await Users.readOwn(owner);
  return {
    ...user,
    securityStamp,
    secondFactorProven: user.secondFactorAt,
    ...continuedBy(owner, "provider"),
  };
}

/** Returns the reason of a failure that the user or the provider caused. @throws the error itself if the platform caused it */
function failureOf(provider: Provider, error: unknown): FailureName {
  const name = nameOf(error);
  if (name === undefined) throw error;
  const reason = error instanceof Error ? error.message : "";
  log.info("oauth: sign-in or linking failed, the browser shows the reason", {
    provider: provider.id,
    failure: name,
    reason,
  });
  return name;
}

const FAILURES: readonly (readonly [{ readonly code: string }, FailureName])[] = [
  [AccountLinkedElsewhere, "OAuthAccountNotLinked"],
  [StepUpRequired, "OAuthAccountNotLinked"],
  [EmailNotVerified, "OAuthAccountNotLinked"],
  [EmailTaken, "OAuthAccountNotLinked"],
  [AccountBlocked, "AccessDenied"],
  [LinkLimit, "AccessDenied"],
  // The account's credentials changed during this sign-in.
  [InvalidCredentials, "OAuthCallback"],
];

const PROVIDER_ERRORS = [
  Flow.InvalidCallback,
  OutboundFailure,
  oauth.OperationProcessingError,
  oauth.UnsupportedOperationError,
  oauth.ResponseBodyError,
  oauth.WWWAuthenticateChallengeError,
];

function nameOf(error: unknown): FailureName | undefined {
  if (error instanceof SvcError) return FAILURES.find(([{ code }]) => code === error.code)?.[1];
  if (error instanceof oauth.AuthorizationResponseError)
    return error.error === "access_denied" ? "AccessDenied" : "OAuthCallback";
  return PROVIDER_ERRORS.some((kind) => error instanceof kind) ? "OAuthCallback" : undefined;
}

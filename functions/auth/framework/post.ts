import { post } from "../../../contract/auth/framework.ts";
import { signIn as signInLimit } from "../../../contract/limits.ts";
import { TWO_FACTOR } from "../../../contract/web/page.ts";
import type { WebActor } from "../../../core/identity/actor.ts";
import {
  AccountBlocked,
  InvalidCredentials,
  TwoFactorInvalid,
  TwoFactorRequired,
  UserNotFound,
} from "../../../core/identity/errors.ts";
import { safePath } from "../../../core/identity/oauth/callback-url.ts";
import * as Providers from "../../../core/identity/oauth/providers.ts";
import { credentials } from "../../../core/identity/schema.ts";
import * as SecondFactor from "../../../core/identity/second-factor/index.ts";
import { givenOf } from "../../../core/identity/second-factor/index.ts";
import * as Halfway from "../../../core/identity/second-factor/sign-in.ts";
import * as Sessions from "../../../core/identity/sessions.ts";
import type { User } from "../../../core/identity/user.ts";
import * as Users from "../../../core/identity/users.ts";
import {
  type ErrorDefinition,
  fail,
  isAnyOf,
  NotFound,
  RateLimited,
  SvcError,
} from "../../../core/kernel/errors.ts";
import * as RateLimit from "../../../core/platform/ratelimit/index.ts";
import { callerOfIp } from "../../../core/platform/ratelimit/limit.ts";
import { type Client, Reply } from "../../_chain/call.ts";
import { halfwayCookie, requireToken, sessionCookies } from "../../_chain/cookies.ts";
import { withSetting } from "../../_chain/rate-limit.ts";
import { serve } from "../../_chain/serve.ts";
import * as UserView from "../../_views/user.ts";
import { absolute, begin, next, redirect, signInPage } from "./_oauth.ts";

export const handler = serve(post, async ({ params, body, actor, client }) => {
  const action = params.framework;
  // Auth.js's client reports its own errors here. Anyone can write them, so they are ignored.
  if (action === "_log") return new Reply(undefined, { status: 204 });
  if (action === "session") {
    const current = actor && (await Sessions.describe(actor));
    return current ? { user: UserView.signedIn(current.user), expires: current.expires } : {};
  }

  const provider = Providers.find(/^signin\/(\w+)$/.exec(action)?.[1] ?? "");
  if (!provider && action !== "callback/credentials" && action !== "signin/credentials") throw fail(NotFound);
  await requireToken({ actor, client }, body.csrfToken);
  const asked = {
    actor,
    client,
    callbackUrl: safePath(body.callbackUrl),
    json: String(body.json) === "true",
  };
  if (provider) return begin(provider, asked);
  if (action === "signin/credentials") return next({ to: signInPage(asked.callbackUrl), json: asked.json });
  const { email = "", password = "" } = body;
  return signIn({ ...asked, email, password, proof: givenOf(body.totpCode || body.recoveryCode) });
});

/** Auth.js's `signIn("credentials")`: the same attempt as POST /api/auth/signin, with the same limit, in Auth.js's form. */

interface Attempt {
  readonly actor: WebActor | undefined;
  readonly client: Client;
  readonly email: string;
  readonly password: string;
  readonly proof: SecondFactor.Given;
  readonly callbackUrl: string;
  readonly json: boolean;
}

async function signIn(attempt: Attempt) {
  const { client, callbackUrl, json } = attempt;
  const decision = await RateLimit.take(withSetting(signInLimit), callerOfIp(client.ip));
  const retryAfter = decision.retryAfterSeconds;
  if (!decision.allowed) return refuse(attempt, RateLimited, "RateLimited", { retryAfter });
  const outcome = await authenticate(attempt);
  if (outcome instanceof SvcError) {
    if (outcome.is(RateLimited)) {
      const name = outcome.details["challenge"] === undefined ? "RateLimited" : "SignInChallenged";
      return refuse(attempt, RateLimited, name, outcome.details);
    }
    if (outcome.is(AccountBlocked)) return refuse(attempt, AccountBlocked, "AccessDenied");
    if (outcome.is(TwoFactorRequired)) return refuse(attempt, TwoFactorRequired, "TwoFactorRequired");
    if (outcome.is(TwoFactorInvalid)) return refuse(attempt, TwoFactorInvalid, "TwoFactorInvalid");
    return refuse(attempt, InvalidCredentials, "CredentialsSignin");
  }
  if ("halfway" in outcome)
    return redirect({ to: TWO_FACTOR, cookies: [halfwayCookie(outcome.halfway)], headers: shown(decision) });
  return next({ to: callbackUrl, json, cookies: await sessionCookies(outcome), headers: shown(decision) });
}

/** Starts a session, or returns the error: the same for an unknown e-mail address as for a wrong password. */
async function authenticate(attempt: Attempt): Promise<Begun | SvcError> {
  const parsed = credentials.safeParse(attempt);
  if (!parsed.success) return fail(InvalidCredentials);
  return Users.authenticate(parsed.data.email, parsed.data.password, attempt.client.ip)
    .then((user) => startSession(user, attempt))
    .catch((error: unknown) => {
      if (isAnyOf(error, REFUSALS)) return error;
      throw error;
    });
}

/** A session, or the token of a sign-in that waits for a code. */
type Begun = Sessions.Started | { readonly halfway: string };

const REFUSALS = [
  AccountBlocked,
  InvalidCredentials,
  UserNotFound,
  RateLimited,
  TwoFactorRequired,
  TwoFactorInvalid,
];

/** Starts a session. A form continues on the page that asks for a code; Auth.js's client gets an error and sends all again. */
async function startSession(
  user: User,
  { actor, client, callbackUrl, json, proof }: Attempt,
): Promise<Begun> {
  const isAsked = user.secondFactorAt !== undefined && Object.keys(proof).length === 0;
  if (isAsked && !json) return { halfway: await Halfway.begin(user, callbackUrl) };
  return Sessions.start(await SecondFactor.prove(user, proof, client.ip), client, actor);
}

/** Sends a form back to the sign-in page. @throws the error for Auth.js's client, which reads its name out of `url` */
function refuse(
  { callbackUrl, json }: Attempt,
  definition: ErrorDefinition,
  name: string,
  details: Readonly<Record<string, unknown>> = {},
) {
  const to = signInPage(callbackUrl, name);
  if (!json) return redirect({ to });
  throw fail(definition, { details: { ...details, url: absolute(to) } });
}

const shown = ({ limit, remaining, resetSeconds }: RateLimit.Decision) => ({
  "x-ratelimit-limit": String(limit),
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": String(resetSeconds),
});

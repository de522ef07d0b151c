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
import { parseCode } from "../../../core/identity/second-factor/index.ts";
import * as Halfway from "../../../core/identity/second-factor/sign-in.ts";
import * as Sessions from "../../../core/identity/sessions.ts";
import type { AuthenticatedUser } from "../../../core/identity/user.ts";
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
import { serveConfirmed } from "../../_chain/proof.ts";
import { withSetting } from "../../_chain/rate-limit.ts";
import * as UserView from "../../_views/user.ts";
import { absolute, begin, next, redirect, signInPage } from "./_oauth.ts";

export const handler = serveConfirmed(post, async ({ params, body, actor, client, confirm }) => {
  const action = params.framework;
  // Auth.js's client reports its errors here. Any client can forge them, so they are ignored.
  if (action === "_log") return new Reply(undefined, { status: 204 });
  if (action === "session") {
    const current = actor && (await Sessions.describe(actor));
    return current ? { user: UserView.signedIn(current.user), expires: current.expires } : {};
  }

  const provider = Providers.find(/^signin\/(\w+)$/.exec(action)?.[1] ?? "");
  if (!provider && action !== "callback/credentials" && action !== "signin/credentials") throw fail(NotFound);
  await requireToken({ actor, client }, body.csrfToken);
  const request = {
    actor,
    client,
    callbackUrl: safePath(body.callbackUrl),
    json: String(body.json) === "true",
  };
  if (provider) return begin(provider, request, confirm);
  if (action === "signin/credentials")
    return next({ to: signInPage(request.callbackUrl), json: request.json });
  const { email = "", password = "" } = body;
  return signIn({ ...request, email, password, proof: parseCode(body.totpCode || body.recoveryCode) });
});

/** A request of Auth.js's `signIn("credentials")`. Shares its limit with POST /api/auth/signin. */
interface Attempt {
  readonly actor: WebActor | undefined;
  readonly client: Client;
  readonly email: string;
  readonly password: string;
  readonly proof: SecondFactor.EnteredCode;
  readonly callbackUrl: string;
  readonly json: boolean;
}

async function signIn(attempt: Attempt) {
  const { client, callbackUrl, json } = attempt;
  const decision = await RateLimit.take(withSetting(signInLimit), callerOfIp(client.ip));
  const retryAfter = decision.retryAfterSeconds;
  if (!decision.allowed) return reject(attempt, RateLimited, "RateLimited", { retryAfter });
  const outcome = await authenticate(attempt);
  if (outcome instanceof SvcError) {
    if (outcome.is(RateLimited)) {
      const name = outcome.details["challenge"] === undefined ? "RateLimited" : "SignInChallenged";
      return reject(attempt, RateLimited, name, outcome.details);
    }
    if (outcome.is(AccountBlocked)) return reject(attempt, AccountBlocked, "AccessDenied");
    if (outcome.is(TwoFactorRequired)) return reject(attempt, TwoFactorRequired, "TwoFactorRequired");
    if (outcome.is(TwoFactorInvalid)) return reject(attempt, TwoFactorInvalid, "TwoFactorInvalid");
    return reject(attempt, InvalidCredentials, "CredentialsSignin");
  }
  if ("halfway" in outcome)
    return redirect({
      to: TWO_FACTOR,
      cookies: [halfwayCookie(outcome.halfway)],
      headers: limitHeaders(decision),
    });
  return next({
    to: callbackUrl,
    json,
    cookies: await sessionCookies(outcome),
    headers: limitHeaders(decision),
  });
}

/** Starts a session, or returns the expected error. */
async function authenticate(attempt: Attempt): Promise<Begun | SvcError> {
  const parsed = credentials.safeParse(attempt);
  if (!parsed.success) return fail(InvalidCredentials);
  return Users.authenticate(parsed.data.email, parsed.data.password, attempt.client.ip)
    .then((user) => startSession(user, attempt))
    .catch((error: unknown) => {
      if (isAnyOf(error, EXPECTED)) return error;
      throw error;
    });
}

/** A session, or the token of a sign-in that waits for a code. */
type Begun = Sessions.Started | { readonly halfway: string };

const EXPECTED = [
  AccountBlocked,
  InvalidCredentials,
  UserNotFound,
  RateLimited,
  TwoFactorRequired,
  TwoFactorInvalid,
];

/** Starts a session. A form continues on the page for the code; Auth.js's client gets an error and repeats the request with a code. */
async function startSession(
  user: AuthenticatedUser,
  { actor, client, callbackUrl, json, proof }: Attempt,
): Promise<Begun> {
  const needsCode = user.secondFactorAt !== undefined && Object.keys(proof).length === 0;
  if (needsCode && !json) return { halfway: await Halfway.begin(user, callbackUrl) };
  return Sessions.start(await SecondFactor.prove(user, proof, client.ip), client, actor);
}

/** Redirects a form to the sign-in page. @throws the error for Auth.js's client, which reads its name from `url` */
function reject(
  { callbackUrl, json }: Attempt,
  definition: ErrorDefinition,
  name: string,
  details: Readonly<Record<string, unknown>> = {},
) {
  const to = signInPage(callbackUrl, name);
  if (!json) return redirect({ to });
  throw fail(definition, { details: { ...details, url: absolute(to) } });
}

const limitHeaders = ({ limit, remaining, resetSeconds }: RateLimit.Decision) => ({
  "x-ratelimit-limit": String(limit),
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": String(resetSeconds),
});

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
import { credentials } from "../../../core/identity/schema.ts";
import * as SecondFactor from "../../../core/identity/second-factor/index.ts";
import * as Halfway from "../../../core/identity/second-factor/sign-in.ts";
import * as Sessions from "../../../core/identity/sessions.ts";
import type { User } from "../../../core/identity/user.ts";
import * as Users from "../../../core/identity/users.ts";
import { type ErrorDefinition, fail, isAnyOf, RateLimited, SvcError } from "../../../core/kernel/errors.ts";
import * as RateLimit from "../../../core/platform/ratelimit/index.ts";
import { callerOfIp } from "../../../core/platform/ratelimit/limit.ts";
import type { Client } from "../../_chain/call.ts";
import { halfwayCookie, sessionCookies } from "../../_chain/cookies.ts";
import { asSet } from "../../_chain/rate-limit.ts";
import { absolute, next, redirect, signInPage } from "./_oauth.ts";

/**
 * Auth.js's `signIn("credentials")`: the same attempt as POST /api/auth/signin, counted with it, answered in
 * its words.
 */

interface Attempt {
  readonly actor: WebActor | undefined;
  readonly client: Client;
  readonly email: string;
  readonly password: string;
  readonly proof: SecondFactor.Given;
  readonly callbackUrl: string;
  readonly json: boolean;
}

export async function signIn(attempt: Attempt) {
  const { client, callbackUrl, json } = attempt;
  const decision = await RateLimit.take(asSet(signInLimit), callerOfIp(client.ip));
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

/**
 * The session that the credentials start, or why they start none: of an unknown e-mail no more is said than
 * of a wrong password.
 */
async function authenticate(attempt: Attempt): Promise<Begun | SvcError> {
  const parsed = credentials.safeParse(attempt);
  if (!parsed.success) return fail(InvalidCredentials);
  return Users.authenticate(parsed.data.email, parsed.data.password, attempt.client.ip)
    .then((user) => begin(user, attempt))
    .catch((error: unknown) => {
      if (isAnyOf(error, REFUSALS)) return error;
      throw error;
    });
}

/** A session, or what a browser goes on with where a code is wanted. */
type Begun = Sessions.Started | { readonly halfway: string };

const REFUSALS = [
  AccountBlocked,
  InvalidCredentials,
  UserNotFound,
  RateLimited,
  TwoFactorRequired,
  TwoFactorInvalid,
];

/** A form goes on to the page that asks for the code; Auth.js's client is told, and sends all of it again. */
async function begin(user: User, { actor, client, callbackUrl, json, proof }: Attempt): Promise<Begun> {
  const isAsked = user.secondFactorAt !== undefined && Object.keys(proof).length === 0;
  if (isAsked && !json) return { halfway: await Halfway.begin(user, callbackUrl) };
  return Sessions.start(await SecondFactor.prove(user, proof, client.ip), client, actor);
}

/**
 * A form goes back to the sign-in page; Auth.js's client reads the error's name out of `url`.
 * @throws the refusal, with `url`
 */
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

import { signIn as signInLimit } from "../../../contract/limits.ts";
import type { WebActor } from "../../../core/identity/actor.ts";
import { AccountBlocked, InvalidCredentials, UserNotFound } from "../../../core/identity/errors.ts";
import { credentials } from "../../../core/identity/schema.ts";
import * as Sessions from "../../../core/identity/sessions.ts";
import * as Users from "../../../core/identity/users.ts";
import { type ErrorDefinition, fail, RateLimited, SvcError } from "../../../core/kernel/errors.ts";
import { callerOfIp } from "../../../core/platform/ratelimit/caller.ts";
import * as RateLimit from "../../../core/platform/ratelimit/index.ts";
import type { Client } from "../../_chain/call.ts";
import { sessionCookies } from "../../_chain/cookies.ts";
import { asSet } from "../../_chain/count.ts";
import { absolute, next, redirect, signInPage } from "./_reply.ts";

/**
 * Auth.js's `signIn("credentials")`: the same attempt as POST /api/auth/signin, counted with it, answered in
 * its words.
 */

interface Attempt {
  readonly actor: WebActor | undefined;
  readonly client: Client;
  readonly email: string;
  readonly password: string;
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
    if (outcome.is(RateLimited)) return refuse(attempt, RateLimited, "RateLimited", outcome.details);
    if (outcome.is(AccountBlocked)) return refuse(attempt, AccountBlocked, "AccessDenied");
    return refuse(attempt, InvalidCredentials, "CredentialsSignin");
  }
  return next({ to: callbackUrl, json, cookies: await sessionCookies(outcome), headers: shown(decision) });
}

/**
 * The session that the credentials start, or why they start none: of an unknown e-mail no more is said than
 * of a wrong password.
 */
async function authenticate({ actor, client, ...given }: Attempt): Promise<Sessions.Started | SvcError> {
  const parsed = credentials.safeParse(given);
  if (!parsed.success) return fail(InvalidCredentials);
  return Users.authenticate(parsed.data.email, parsed.data.password, client.ip)
    .then((user) => Sessions.start(user, client, actor))
    .catch((error: unknown) => {
      const refusals = [AccountBlocked, InvalidCredentials, UserNotFound, RateLimited];
      if (error instanceof SvcError && refusals.some((one) => error.is(one))) return error;
      throw error;
    });
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

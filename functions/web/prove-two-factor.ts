import { HALFWAY_COOKIE } from "../../contract/cookies.ts";
import { SIGN_IN, TWO_FACTOR } from "../../contract/web/page.ts";
import { proveTwoFactor } from "../../contract/web.ts";
import { AccountBlocked, TwoFactorInvalid, TwoFactorRequired } from "../../core/identity/errors.ts";
import { parseCode } from "../../core/identity/second-factor/index.ts";
import * as Halfway from "../../core/identity/second-factor/sign-in.ts";
import { RateLimited, SvcError } from "../../core/kernel/errors.ts";
import { halfwayCookie, requireToken, sessionCookies } from "../_chain/cookies.ts";
import { redirect, serve } from "../_page/serve.ts";

export const handler = serve(proveTwoFactor, async ({ actor, body, client }) => {
  await requireToken({ actor, client }, body.csrfToken);
  const token = client.cookies[HALFWAY_COOKIE] ?? "";
  const finished = await Halfway.finish(token, parseCode(body.code), client, actor).catch(nameOf);
  if (finished === "AccessDenied") return redirect(`${SIGN_IN}?error=${finished}`, [halfwayCookie("")]);
  if (typeof finished === "string") return redirect(`${TWO_FACTOR}?error=${finished}`);
  if (!finished) return redirect(`${SIGN_IN}?error=TwoFactorExpired`);
  const cookies = [...(await sessionCookies(finished.started)), halfwayCookie("")];
  return redirect(finished.callbackUrl, cookies);
});

const NAMES = [
  [TwoFactorInvalid, "TwoFactorInvalid"],
  [TwoFactorRequired, "TwoFactorRequired"],
  [RateLimited, "RateLimited"],
  [AccountBlocked, "AccessDenied"],
] as const;

/** Returns the page's name for an error. @throws an error that has none */
function nameOf(error: unknown): string {
  const known = error instanceof SvcError ? NAMES.find(([one]) => error.is(one)) : undefined;
  if (!known) throw error;
  return known[1];
}

import { register } from "../../contract/auth.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import * as Users from "../../core/identity/users.ts";
import * as Referrals from "../../core/loyalty/referrals/index.ts";
import { Reply } from "../_chain/call.ts";
import { sessionCookies } from "../_chain/cookies.ts";
import { requestedLanguage } from "../_chain/request.ts";
import { serve } from "../_chain/serve.ts";
import * as UserView from "../_views/user.ts";

export const handler = serve(register, async ({ body: { referralCode, ...account }, actor, client }) => {
  if (referralCode !== undefined) await Referrals.ownerOf(referralCode);
  const user = await Users.register(account, { language: requestedLanguage(client) });
  const started = await Sessions.start({ ...user, amr: ["password"] }, client, actor);
  await Referrals.recordAtRegistration(user, referralCode);
  return new Reply(
    { user: UserView.registered(user), token: started.accessToken, expiresIn: started.expiresIn },
    { cookies: await sessionCookies(started) },
  );
});

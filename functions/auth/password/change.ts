import { change } from "../../../contract/auth/password.ts";
import { changePassword } from "../../../core/identity/change-password.ts";
import * as Sessions from "../../../core/identity/sessions.ts";
import { Reply } from "../../_chain/call.ts";
import { sessionCookies } from "../../_chain/cookies.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(change, async ({ actor, body, client }) => {
  const started = await Sessions.start(await changePassword(actor, body), client, actor);
  const { accessToken: token, expiresIn, refreshToken } = started;
  const isBearer = client.headers["authorization"] !== undefined;
  return new Reply(isBearer ? { token, expiresIn, refreshToken } : { expiresIn }, {
    cookies: await sessionCookies(started),
  });
});

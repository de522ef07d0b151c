import { refresh } from "../../contract/auth.ts";
import { REFRESH_COOKIE } from "../../contract/cookies.ts";
import * as Refresh from "../../core/identity/refresh.ts";
import { Reply } from "../_chain/call.ts";
import { sessionCookies } from "../_chain/cookies.ts";
import { serve } from "../_chain/serve.ts";

export const handler = serve(refresh, async ({ body, client }) => {
  const sent = body?.refreshToken;
  const started = await Refresh.refresh(sent ?? client.cookies[REFRESH_COOKIE] ?? "", client);
  const { accessToken: token, expiresIn, refreshToken } = started;
  return new Reply(sent === undefined ? { expiresIn } : { token, expiresIn, refreshToken }, {
    cookies: await sessionCookies(started),
  });
});

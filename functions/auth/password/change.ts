import { change } from "../../../contract/auth/password.ts";
import { changePassword } from "../../../core/identity/change-password.ts";
import * as Sessions from "../../../core/identity/sessions.ts";
import { Reply } from "../../_chain/call.ts";
import { sessionCookies } from "../../_chain/cookies.ts";
import { serveConfirmed } from "../../_chain/proof.ts";

export const handler = serveConfirmed(change, async ({ actor, body, confirm, client }) => {
  const user = await changePassword(actor, body, confirm);
  const started = await Sessions.start(user, client, actor);
  const linkedAccounts = [...user.accounts];
  const { accessToken: token, expiresIn, refreshToken } = started;
  const isBearer = client.headers["authorization"] !== undefined;
  return new Reply(
    isBearer ? { token, expiresIn, refreshToken, linkedAccounts } : { expiresIn, linkedAccounts },
    {
      cookies: await sessionCookies(started),
    },
  );
});

import { session } from "../../contract/auth.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import * as User from "../../core/identity/user.ts";
import { serve } from "../_chain/serve.ts";

export const handler = serve(session, async ({ actor }) => {
  const current = actor && (await Sessions.describe(actor));
  return current ? { user: User.signedIn(current.user), expires: current.expires } : {};
});

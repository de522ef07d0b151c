import { session } from "../../contract/auth.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import { serve } from "../_chain/serve.ts";
import * as UserView from "../_views/user.ts";

export const handler = serve(session, async ({ actor }) => {
  const current = actor && (await Sessions.describe(actor));
  return current ? { user: UserView.signedIn(current.user), expires: current.expires } : {};
});

import { search } from "../../../contract/admin/users.ts";
import * as People from "../../../core/identity/roles/people.ts";
import { serve } from "../../_chain/serve.ts";
import { account } from "../_view.ts";

export const handler = serve(search, async ({ actor, query: { email, id = "" } }) => {
  const user = await People.search(actor, email === undefined ? { id } : { email });
  return { users: user ? [account(user)] : [] };
});

import { read } from "../../../contract/admin/users.ts";
import * as People from "../../../core/identity/roles/people.ts";
import * as Debts from "../../../core/policy/debts.ts";
import { serve } from "../../_chain/serve.ts";
import { whole } from "../_view.ts";

export const handler = serve(read, async ({ actor, params }) => {
  const user = await People.readProfile(actor, params.id);
  return { user: whole(user, await Debts.ofUser({ mode: "live", userId: params.id })) };
});

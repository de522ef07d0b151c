import { list } from "../../../contract/auth/accounts.ts";
import * as Users from "../../../core/identity/users.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(list, async ({ actor }) => ({
  accounts: [...(await Users.readOwn(actor)).accounts],
}));

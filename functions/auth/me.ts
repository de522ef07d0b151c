import { me } from "../../contract/auth.ts";
import * as Users from "../../core/identity/users.ts";
import { serve } from "../_chain/serve.ts";
import * as UserView from "../_views/user.ts";

export const handler = serve(me, async ({ actor }) => ({ user: UserView.full(await Users.readOwn(actor)) }));

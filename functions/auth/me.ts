import { me } from "../../contract/auth.ts";
import * as User from "../../core/identity/user.ts";
import * as Users from "../../core/identity/users.ts";
import { serve } from "../_chain/serve.ts";

export const handler = serve(me, async ({ actor }) => ({ user: User.full(await Users.own(actor)) }));

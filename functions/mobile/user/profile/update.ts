import { update } from "../../../../contract/mobile/user/profile.ts";
import { change } from "../../../../core/identity/profile/change.ts";
import { serve } from "../../../_chain/serve.ts";
import * as UserView from "../../../_views/user.ts";

export const handler = serve(update, async ({ actor, body }) => UserView.own(await change(actor, body)));

import { read } from "../../../../contract/mobile/user/profile.ts";
import * as Profile from "../../../../core/identity/profile/index.ts";
import { serve } from "../../../_chain/serve.ts";
import * as UserView from "../../../_views/user.ts";

export const handler = serve(read, async ({ actor }) => UserView.own(await Profile.read(actor)));

import { update } from "../../../../contract/mobile/user/profile.ts";
import { changeWithEmail } from "../../../../core/identity/profile/change.ts";
import { serveConfirmed } from "../../../_chain/proof.ts";
import * as UserView from "../../../_views/user.ts";

export const handler = serveConfirmed(update, async ({ actor, body, confirm }) =>
  UserView.own(await changeWithEmail(actor, body, confirm)),
);

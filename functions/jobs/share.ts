import { share } from "../../contract/jobs.ts";
import * as Shares from "../../core/jobs/shares.ts";
import { serveConfirmed } from "../_chain/proof.ts";

export const handler = serveConfirmed(share, async ({ actor, params, body }) => {
  await Shares.share(actor, params.id, body.email);
  return { id: params.id, email: body.email };
});

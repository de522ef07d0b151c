import { share } from "../../contract/jobs.ts";
import * as Shares from "../../core/jobs/shares.ts";
import { serve } from "../_chain/serve.ts";

export const handler = serve(share, async ({ actor, params, body }) => {
  await Shares.share(actor, params.id, body.email);
  return { id: params.id, email: body.email };
});

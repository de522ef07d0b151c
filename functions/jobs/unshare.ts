import { unshare } from "../../contract/jobs.ts";
import * as Shares from "../../core/jobs/shares.ts";
import { serve } from "../_chain/serve.ts";

export const handler = serve(unshare, async ({ actor, params, query }) => {
  await Shares.unshare(actor, params.id, query.email);
  return undefined;
});

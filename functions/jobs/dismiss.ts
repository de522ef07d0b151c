import { dismiss } from "../../contract/jobs.ts";
import * as Shares from "../../core/jobs/shares.ts";
import { serve } from "../_chain/serve.ts";

export const handler = serve(dismiss, async ({ actor, params }) => {
  await Shares.dismiss(actor, params.id);
  return undefined;
});

import { fail } from "../../contract/jobs.ts";
import * as Ending from "../../core/jobs/ending.ts";
import { serve } from "../_chain/serve.ts";
import * as View from "../_views/jobs.ts";

export const handler = serve(fail, async ({ actor, body: { leaseToken, error, retry } }) => ({
  job: View.summary(await Ending.giveUp(actor, leaseToken, error, retry)),
}));

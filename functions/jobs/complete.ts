import { complete } from "../../contract/jobs.ts";
import * as Ending from "../../core/jobs/ending.ts";
import { serve } from "../_chain/serve.ts";
import * as View from "../_views/jobs.ts";

export const handler = serve(complete, async ({ actor, body: { leaseToken, result } }) => ({
  job: View.summary(await Ending.complete(actor, leaseToken, { result })),
}));

import { lease } from "../../contract/jobs.ts";
import * as Lease from "../../core/jobs/lease.ts";
import { Reply } from "../_chain/call.ts";
import { serve } from "../_chain/serve.ts";
import * as View from "../_views/jobs.ts";

export const handler = serve(lease, async ({ actor, body }) => {
  const { capabilities, leaseSeconds: seconds, worker } = body;
  const leased = await Lease.lease(actor, { capabilities, seconds, worker });
  return leased ? View.leased(leased) : new Reply(undefined, { status: 204 });
});

import { heartbeat } from "../../contract/jobs.ts";
import * as Lease from "../../core/jobs/lease.ts";
import { serve } from "../_chain/serve.ts";

export const handler = serve(heartbeat, async ({ actor, body: { leaseToken, leaseSeconds, progress } }) => ({
  leasedUntil: await Lease.heartbeat(actor, leaseToken, leaseSeconds, progress),
}));

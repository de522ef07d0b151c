import { create } from "../../contract/jobs.ts";
import * as Jobs from "../../core/jobs/index.ts";
import type { Job } from "../../core/jobs/schema.ts";
import { serve } from "../_chain/serve.ts";
import * as View from "../_views/jobs.ts";

export const handler = serve<typeof create, Job>(
  create,
  ({ actor, body, idempotency }) => Jobs.create(actor, body, idempotency),
  (created) => View.job({ job: created }),
);

import * as z from "zod";
import * as Letters from "../../../texts/letters/jobs.ts";
import { jobDone, jobFailed, shareReceived } from "../../user-events/index.ts";
import { frequentJobTemplate, type Templates, userId } from "./template.ts";

/** About jobs: what the notification stream shows too. */

// Who shared it is a stranger's word, and is not repeated.
const job = z
  .object({ userId, data: z.object({ type: z.string() }) })
  .transform(({ data, ...more }) => ({ ...more, job: data.type }));

export const jobs: Templates = [
  [jobDone.type, frequentJobTemplate(job, Letters.done)],
  [jobFailed.type, frequentJobTemplate(job, Letters.failed)],
  [shareReceived.type, frequentJobTemplate(z.object({ userId }), Letters.shared)],
];

import { randomUUID } from "node:crypto";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { DATA_EXPORT } from "../../core/jobs/schema.ts";
import { type Make, work } from "../../core/jobs/work.ts";
import { make } from "../../core/reports/index.ts";
import { each } from "../_batch.ts";

/** Loads the export's code, which includes every entity, only for an export. */
const makeAny: Make = async (job, checkpoint) => {
  if (job.type !== DATA_EXPORT) return make(job, checkpoint);
  const { exportOf } = await import("../../core/people/export.ts");
  return exportOf(job, checkpoint);
};

/** Runs the waiting job with the highest priority. The message only states that there is one. */
export const handler = (batch: SQSEvent): Promise<SQSBatchResponse> =>
  each(batch, async () => {
    await work(`svc-${randomUUID()}`, makeAny);
  });

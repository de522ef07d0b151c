import { randomUUID } from "node:crypto";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { DATA_EXPORT } from "../../core/jobs/schema.ts";
import { type Make, work } from "../../core/jobs/work.ts";
import { make } from "../../core/reports/index.ts";
import { each } from "../_batch.ts";

/** An export knows every entity, which other jobs need not wait for. */
const makeAny: Make = async (job, checkpoint) => {
  if (job.type !== DATA_EXPORT) return make(job, checkpoint);
  const { exportOf } = await import("../../core/people/export.ts");
  return exportOf(job, checkpoint);
};

/** A message says that there is work, not which: the best of what waits goes first. */
export const handler = (batch: SQSEvent): Promise<SQSBatchResponse> =>
  each(batch, async () => {
    await work(`svc-${randomUUID()}`, makeAny);
  });

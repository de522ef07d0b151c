import { randomUUID } from "node:crypto";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { work } from "../../core/jobs/work.ts";
import { each } from "../_batch.ts";

/** A message says that there is work, not which: the best of what waits goes first. */
export const handler = (batch: SQSEvent): Promise<SQSBatchResponse> =>
  each(batch, async () => {
    await work(`svc-${randomUUID()}`);
  });

import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { processMessage } from "../../core/messaging/webhooks/worker.ts";
import { each } from "../_batch.ts";

/** Delivers due attempts to users' webhooks. */
export const handler = (batch: SQSEvent): Promise<SQSBatchResponse> =>
  each(batch, ({ body }) => processMessage(body));

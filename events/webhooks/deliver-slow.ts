import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { carryOut } from "../../core/messaging/webhooks/message.ts";
import { each } from "../_batch.ts";

/** The same for receivers that take their time, apart from all others. */
export const handler = (batch: SQSEvent): Promise<SQSBatchResponse> =>
  each(batch, ({ body }) => carryOut(body, "slow"));

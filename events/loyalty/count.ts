import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as Counting from "../../core/loyalty/counting/index.ts";
import { told } from "../../core/loyalty/counting/schema.ts";
import * as Outbox from "../../core/platform/outbox/index.ts";
import { each } from "../_batch.ts";

/** Counts payments for what they give their payers. */
export const handler = (batch: SQSEvent): Promise<SQSBatchResponse> =>
  each(batch, async ({ body }) => {
    await Counting.count(told.parse(Outbox.parse(body).payload));
  });

import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as Worker from "../../core/live/worker.ts";
import { each } from "../_batch.ts";

/** Serves the shard of a message until its minute ends. */
export const handler = (batch: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  each(batch, ({ body }) => Worker.serve(Worker.parse(body), () => context.getRemainingTimeInMillis()));

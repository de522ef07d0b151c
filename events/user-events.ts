import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { fanOut } from "../core/messaging/webhooks/fan-out.ts";
import * as Outbox from "../core/platform/outbox/index.ts";
import { each } from "./_batch.ts";

/** Sends events to the user's webhooks and notification stream. */
export const handler = (batch: SQSEvent): Promise<SQSBatchResponse> =>
  each(batch, ({ body }) => fanOut(Outbox.parse(body)));

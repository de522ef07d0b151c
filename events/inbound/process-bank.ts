import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as Inbound from "../../core/inbound/index.ts";
import * as Outbox from "../../core/platform/outbox/index.ts";
import { each } from "../_batch.ts";
import { handle } from "./_bank.ts";

export const handler = (batch: SQSEvent): Promise<SQSBatchResponse> =>
  each(batch, ({ body }) => Inbound.processEvent(Inbound.parseReference(Outbox.parse(body)), handle));

import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as Inbound from "../../core/inbound/index.ts";
import * as Psp from "../../core/inbound/psp.ts";
import * as Outbox from "../../core/platform/outbox/index.ts";
import { each } from "../_batch.ts";

export const handler = (batch: SQSEvent): Promise<SQSBatchResponse> =>
  each(batch, ({ body }) => Inbound.work(Inbound.referenceOf(Outbox.parse(body)), Psp.handle));

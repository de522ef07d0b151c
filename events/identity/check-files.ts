import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as z from "zod";
import { check } from "../../core/identity/kyc/documents/check.ts";
import { log } from "../../core/platform/log.ts";
import * as Outbox from "../../core/platform/outbox/index.ts";
import { each } from "../_batch.ts";

const uploaded = z.object({ userId: z.string(), documentId: z.string() });

/** Checks uploaded identity documents. */
export const handler = (batch: SQSEvent): Promise<SQSBatchResponse> =>
  each(batch, async ({ body, attributes }) => {
    const { userId, documentId } = uploaded.parse(Outbox.parse(body).payload);
    const outcome = await check(userId, documentId, Number(attributes.ApproximateReceiveCount));
    log.info("identity: uploaded file processed", { userId, documentId, outcome });
  });

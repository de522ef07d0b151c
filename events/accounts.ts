import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as z from "zod";
import { clear, endSetUp } from "../core/handover/clear.ts";
import * as Outbox from "../core/platform/outbox/index.ts";
import { each } from "./_batch.ts";

const payload = z.object({
  userId: z.string(),
  handedOverAt: z.string().optional(),
  undone: z.object({ from: z.string(), until: z.string() }).optional(),
});

/** Deletes what ends with a change of an account's credentials, such as its sessions. */
export const handler = (batch: SQSEvent): Promise<SQSBatchResponse> =>
  each(batch, async ({ body }) => {
    const { userId, handedOverAt, undone } = payload.parse(Outbox.parse(body).payload);
    await clear(userId, handedOverAt);
    if (undone) await endSetUp(userId, undone);
  });

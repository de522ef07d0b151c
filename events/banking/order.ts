import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as z from "zod";
import * as OnboardingFile from "../../core/banking/onboarding-file.ts";
import { log } from "../../core/platform/log.ts";
import * as Outbox from "../../core/platform/outbox/index.ts";
import { each } from "../_batch.ts";

const payload = z.object({ userId: z.string(), verificationId: z.string() });

/** Hands the bank what it is asked for. */
export const handler = (batch: SQSEvent): Promise<SQSBatchResponse> =>
  each(batch, async ({ body }) => {
    const { userId, verificationId } = payload.parse(Outbox.parse(body).payload);
    const done = await OnboardingFile.hand(userId, verificationId);
    log.info("an order to the bank", { userId, verificationId, done });
  });

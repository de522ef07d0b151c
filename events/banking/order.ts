import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as z from "zod";
import * as OnboardingFile from "../../core/banking/onboarding.ts";
import { withdrawalRequested } from "../../core/banking/withdrawals/events.ts";
import { submitOrder } from "../../core/banking/withdrawals/order.ts";
import { log } from "../../core/platform/log.ts";
import * as Outbox from "../../core/platform/outbox/index.ts";
import { each } from "../_batch.ts";

const file = z.object({ userId: z.string(), verificationId: z.string() });
const withdrawal = z.object({ userId: z.string(), withdrawalId: z.string() });

/** Sends instructions and onboarding files to the bank. */
export const handler = (batch: SQSEvent): Promise<SQSBatchResponse> =>
  each(batch, async ({ body }) => {
    const { type, payload } = Outbox.parse(body);
    if (type === withdrawalRequested.type) {
      const name = withdrawal.parse(payload);
      return log.info("bank: withdrawal processed", { ...name, state: await submitOrder(name) });
    }
    const { userId, verificationId } = file.parse(payload);
    const outcome = await OnboardingFile.submitVerification(userId, verificationId);
    log.info("bank: onboarding file processed", { userId, verificationId, outcome });
  });

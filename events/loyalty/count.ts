import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as z from "zod";
import { kycValidated } from "../../core/identity/kyc/events.ts";
import * as Counting from "../../core/loyalty/counting/index.ts";
import { countedPayment } from "../../core/loyalty/counting/schema.ts";
import { settle } from "../../core/loyalty/referrals/rewards.ts";
import * as Outbox from "../../core/platform/outbox/index.ts";
import { each } from "../_batch.ts";

const validated = z.object({ userId: z.string() });

/** Counts payments for points and challenges, and credits rewards that waited for a user's verification. */
export const handler = (batch: SQSEvent): Promise<SQSBatchResponse> =>
  each(batch, async ({ body }) => {
    const { type, payload } = Outbox.parse(body);
    if (type !== kycValidated.type) return Counting.count(countedPayment.parse(payload));
    const { userId } = validated.parse(payload);
    await settle(userId);
    await Counting.creditCompleted(userId);
  });

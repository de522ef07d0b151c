import * as z from "zod";
import { scheduledPaymentFailed, scheduledPaymentMissed } from "../../../banking/scheduled/events.ts";
import * as Letters from "../../../texts/letters/scheduled.ts";
import { type Templates, transferTemplate, userId } from "./template.ts";

/** About payments that were scheduled and could not be made. */

const missed = z.object({ userId, amount: z.string(), asset: z.string(), reason: z.string() });

export const scheduled: Templates = [
  [
    scheduledPaymentMissed.type,
    transferTemplate(missed.extend({ retryAt: z.string() }), Letters.paymentMissed),
  ],
  [scheduledPaymentFailed.type, transferTemplate(missed, Letters.paymentFailed)],
];

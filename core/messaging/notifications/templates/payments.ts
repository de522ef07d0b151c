import * as z from "zod";
import { cardCanceled, cardLocked } from "../../../payments/cards/events.ts";
import { paymentMade, paymentTaken } from "../../../payments/made/events.ts";
import {
  paymentApproved,
  paymentCharged,
  paymentDisputed,
  paymentRefunded,
  paymentRejected,
  paymentRestored,
  refundFailed,
  topUpCompleted,
} from "../../../payments/payments/events.ts";
import { planActivated, planEnded } from "../../../payments/subscriptions/events.ts";
import * as Letters from "../../../texts/letters/payments.ts";
import { paymentTemplate, securityTemplate, type Templates, userId } from "./template.ts";

/** About cards, plans and payments. */

const card = z.object({ userId, last4: z.string() });
const plan = z.object({ userId, plan: z.string() });
const payment = z.object({ userId, paymentId: z.string(), amount: z.string(), asset: z.string() });

export const payments: Templates = [
  [cardLocked.type, securityTemplate(card, Letters.cardLocked)],
  [cardCanceled.type, securityTemplate(card, Letters.cardCanceled)],
  [planActivated.type, paymentTemplate(plan, Letters.planBegun)],
  [planEnded.type, paymentTemplate(plan, Letters.planOver)],
  [topUpCompleted.type, paymentTemplate(payment.extend({ settled: z.string() }), Letters.toppedUp)],
  [paymentCharged.type, paymentTemplate(payment, Letters.paymentCharged)],
  [paymentApproved.type, paymentTemplate(payment, Letters.paymentApproved)],
  [paymentRejected.type, paymentTemplate(payment, Letters.paymentRejected)],
  [paymentRefunded.type, paymentTemplate(payment, Letters.paymentRefunded)],
  [refundFailed.type, paymentTemplate(payment, Letters.refundFailed)],
  [paymentDisputed.type, securityTemplate(payment, Letters.paymentDisputed)],
  [paymentRestored.type, paymentTemplate(payment.extend({ settled: z.string() }), Letters.paymentRestored)],
  [paymentMade.type, paymentTemplate(payment, Letters.paymentMade)],
  [paymentTaken.type, paymentTemplate(payment.extend({ settled: z.string() }), Letters.paymentTaken)],
];

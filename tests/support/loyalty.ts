import type { SQSEvent } from "aws-lambda";
import type { LiveActor } from "../../core/identity/actor.ts";
import { joinProgram } from "../../core/loyalty/cards/enrolling.ts";
import { paymentCounts } from "../../core/loyalty/counting/events.ts";
import * as Programs from "../../core/loyalty/programs/index.ts";
import type { Program } from "../../core/loyalty/programs/schema.ts";
import type { Merchant } from "../../core/payments/merchants/schema.ts";
import * as Table from "../../core/platform/table/index.ts";
import { handler } from "../../events/loyalty/count.ts";
import { newActor } from "./ledger.ts";
import { chargeOf, createMerchant, handlePspEvent, intentOf, type PspObject } from "./payments.ts";

/** Loyalty for tests: payments at merchants with programs, and the points that they earn. */

export interface Shop {
  readonly merchant: Merchant;
  readonly owner: LiveActor;
  readonly program: Program;
}

/** Creates a merchant with a program. One euro earns one point by default. */
export async function createShop(
  pointsPerEuro = "1",
  owner: LiveActor = newActor("PROFESSIONNEL"),
): Promise<Shop> {
  const merchant = await createMerchant(owner, { savebackRate: "2" });
  const program = await Programs.change(owner, merchant.programId ?? "", { pointsPerEuro });
  return { merchant, owner, program };
}

export async function createMember(...shops: readonly Shop[]): Promise<LiveActor> {
  const actor = newActor();
  for (const { program } of shops) await joinProgram(actor, program.programId);
  return actor;
}

/** Pays a merchant by card, in minor units; the payment is credited. */
export async function payShop(payer: LiveActor, { merchant }: Shop, amount = 5000): Promise<PspObject> {
  const intent = intentOf(payer, { amount, metadata: { svc_merchant: merchant.merchantId } });
  await handlePspEvent("payment_intent.succeeded", intent);
  return intent;
}

/** Refunds a payment. @param amount the total refunded so far */
export const refundPayment = (intent: PspObject, amount: number): Promise<string> =>
  handlePspEvent("charge.refunded", chargeOf(intent, { amount_refunded: amount }));

/** Returns the pending outbox messages about counted payments, oldest first. */
export async function paymentMessages(payments?: readonly PspObject[]): Promise<string[]> {
  const found: { readonly id: string; readonly body: string }[] = [];
  for await (const item of Table.scan()) {
    if (!String(item["pk"]).startsWith("OUTBOX#") || item["type"] !== paymentCounts.type) continue;
    const { id, type, occurredAt, payload } = item as Record<string, string>;
    const message = JSON.parse(payload ?? "") as { readonly transactionId: string };
    if (payments && !payments.some((one) => one.id === message.transactionId)) continue;
    found.push({ id: id ?? "", body: JSON.stringify({ id, type, occurredAt, payload: message }) });
  }
  return found.sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ body }) => body);
}

/** Delivers messages to their consumer as the queue does, and redelivers failed ones. */
export async function deliverMessages(bodies: readonly string[]): Promise<void> {
  const Records = bodies.map((body, at) => ({ messageId: String(at), body }));
  const { batchItemFailures } = await handler({ Records } as SQSEvent);
  const failed = batchItemFailures.map(({ itemIdentifier }) => bodies[Number(itemIdentifier)] ?? "");
  if (failed.length > 0) await deliverMessages(failed);
}

/** Processes the pending messages about these payments, or about all. */
export const processPaymentMessages = async (payments?: readonly PspObject[]): Promise<void> =>
  deliverMessages(await paymentMessages(payments));

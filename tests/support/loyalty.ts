import type { SQSEvent } from "aws-lambda";
import type { LiveActor } from "../../core/identity/actor.ts";
import { enrol } from "../../core/loyalty/cards/enrolling.ts";
import { paymentCounts } from "../../core/loyalty/counting/events.ts";
import * as Programs from "../../core/loyalty/programs/index.ts";
import type { Program } from "../../core/loyalty/programs/schema.ts";
import type { Merchant } from "../../core/payments/merchants/schema.ts";
import * as Table from "../../core/platform/table/index.ts";
import { handler } from "../../events/loyalty/count.ts";
import { someone } from "./ledger.ts";
import { chargeOf, intentOf, merchantOf, type PspObject, told } from "./payments.ts";

/** Loyalty for tests: payments at merchants with programs, and the points that they earn. */

export interface Shop {
  readonly merchant: Merchant;
  readonly owner: LiveActor;
  readonly program: Program;
}

/** Creates a merchant with a program. One euro earns one point by default. */
export async function shop(pointsPerEuro = "1", owner: LiveActor = someone("PROFESSIONNEL")): Promise<Shop> {
  const merchant = await merchantOf(owner, { savebackRate: "2" });
  const program = await Programs.change(owner, merchant.programId ?? "", { pointsPerEuro });
  return { merchant, owner, program };
}

export async function member(...shops: readonly Shop[]): Promise<LiveActor> {
  const actor = someone();
  for (const { program } of shops) await enrol(actor, program.programId);
  return actor;
}

/** Pays a merchant by card, in minor units; the payment is credited. */
export async function paid(payer: LiveActor, { merchant }: Shop, amount = 5000): Promise<PspObject> {
  const intent = intentOf(payer, { amount, metadata: { svc_merchant: merchant.merchantId } });
  await told("payment_intent.succeeded", intent);
  return intent;
}

/** Refunds a payment. @param amount the total refunded so far */
export const refunded = (intent: PspObject, amount: number): Promise<string> =>
  told("charge.refunded", chargeOf(intent, { amount_refunded: amount }));

/** Returns the pending outbox messages about counted payments, oldest first. */
export async function tellings(payments?: readonly PspObject[]): Promise<string[]> {
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
export async function delivered(bodies: readonly string[]): Promise<void> {
  const Records = bodies.map((body, at) => ({ messageId: String(at), body }));
  const { batchItemFailures } = await handler({ Records } as SQSEvent);
  const failed = batchItemFailures.map(({ itemIdentifier }) => bodies[Number(itemIdentifier)] ?? "");
  if (failed.length > 0) await delivered(failed);
}

/** Processes the pending messages about these payments, or about all. */
export const counted = async (payments?: readonly PspObject[]): Promise<void> =>
  delivered(await tellings(payments));

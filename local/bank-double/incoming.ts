import { randomUUID } from "node:crypto";
import type { Store } from "@svc/stripe-double/store";
import * as z from "zod";
import * as Clock from "../../core/kernel/clock/index.ts";
import type { Answered } from "./credit-transfers.ts";
import { type Delivery, keyOf } from "./deliveries.ts";

/** Money from outside: somebody pays in to an account by its IBAN, and the bank says so. */

const incoming = z.strictObject({
  iban: z.string().min(1).max(50),
  amount: z.strictObject({
    value: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/),
    currency: z.string().length(3),
  }),
  debtor: z.strictObject({ name: z.string().min(1).max(70) }),
  remittanceInformation: z.string().min(1).max(140).optional(),
});

/** Books a transfer that comes in, and has it told. */
export function receive(store: Store, body: unknown): Answered {
  const { data, error } = incoming.safeParse(body);
  if (!data) return { status: 422, body: { error: z.prettifyError(error) } };
  const { iban, amount, debtor, remittanceInformation: description } = data;
  const transactionId = `btx_${randomUUID()}`;
  const about = { transactionId, iban, amount, direction: "credit", counterparty: debtor.name };
  const event: Delivery = {
    eventId: `bev_${randomUUID()}`,
    type: "transaction.booked",
    data: { ...about, ...(description !== undefined && { description }) },
    dueMs: Clock.nowMs(),
    attempts: 0,
  };
  store.commit(new Map([[keyOf(event.eventId), JSON.stringify(event)]]));
  return { status: 201, body: { transactionId, status: "booked" } };
}

import { randomUUID } from "node:crypto";
import * as z from "zod";
import * as Clock from "../../core/kernel/clock/index.ts";
import type { Store } from "../stripe-double/store.ts";
import { type Delivery, keyOf } from "./deliveries.ts";

/**
 * The bank's desk for credit transfers: it takes an order once by its end-to-end id, and pays a moment later.
 * What becomes of one is written in the payee's account (`docs/PAYMENTS.md`).
 */

export const testIbans = {
  /** Booked, as every other account. */
  booked: "DE89370400440532013000",
  rejected: "DE62370400440532013001",
  /** Booked, and a minute later it comes back. */
  returned: "DE35370400440532013002",
  /** Booked, and never told: who asks is answered. */
  silent: "DE08370400440532013003",
  /** Not taken at all. */
  refused: "DE78370400440532013004",
} as const;

type Fate = Exclude<keyof typeof testIbans, "refused">;

/** When it is paid or rejected, and when it comes back, in milliseconds of the platform's clock. */
export const PAYS_AFTER_MS = 10_000;
export const RETURNS_AFTER_MS = 70_000;

const ordered = z.strictObject({
  endToEndId: z.string().regex(/^[A-Za-z0-9/\-?:().,'+ ]{1,35}$/),
  amount: z.strictObject({ value: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/), currency: z.literal("EUR") }),
  creditor: z.strictObject({ name: z.string().regex(/^[A-Za-z0-9/\-?:().,'+ ]{1,70}$/), iban: z.string() }),
  remittanceInformation: z
    .string()
    .regex(/^[A-Za-z0-9/\-?:().,'+ ]{1,140}$/)
    .optional(),
});
type Ordered = z.output<typeof ordered>;

interface Kept extends Ordered {
  readonly transactionId: string;
  readonly fate: Fate;
  readonly takenMs: number;
}

const keptOf = (endToEndId: string): string => `transfer/${endToEndId}`;

const find = (store: Store, endToEndId: string): Kept | undefined => {
  const json = store.get(keptOf(endToEndId));
  return json === undefined ? undefined : (JSON.parse(json) as Kept);
};

export interface Answered {
  readonly status: number;
  readonly body: object;
}

/** Takes an order; again, it answers what became of it. */
export function take(store: Store, body: unknown): Answered {
  const { data, error } = ordered.safeParse(body);
  if (!data) return { status: 422, body: { error: z.prettifyError(error) } };
  const known = find(store, data.endToEndId);
  if (known) return { status: 200, body: shown(known) };
  const { iban } = data.creditor;
  if (iban === testIbans.refused) return { status: 422, body: { error: "the account cannot be paid" } };
  const [fate = "booked"] = (Object.keys(testIbans) as Fate[]).filter((one) => testIbans[one] === iban);
  const kept: Kept = { ...data, transactionId: `btx_${randomUUID()}`, fate, takenMs: Clock.nowMs() };
  const events = eventsOf(kept).map((one) => [keyOf(one.eventId), JSON.stringify(one)] as const);
  store.commit(new Map([[keptOf(data.endToEndId), JSON.stringify(kept)], ...events]));
  return { status: 201, body: shown(kept) };
}

/** What became of an order. */
export function tell(store: Store, endToEndId: string): Answered {
  const known = find(store, endToEndId);
  return known ? { status: 200, body: shown(known) } : { status: 404, body: { error: "no such order" } };
}

/** All that it was ordered to pay, with what became of each: the bank's own books. */
export const list = (store: Store): Answered => ({
  status: 200,
  body: { transfers: [...store.all("transfer").values()].map((json) => shown(JSON.parse(json) as Kept)) },
});

function shown(kept: Kept) {
  const { transactionId, endToEndId, amount, fate } = kept;
  const since = Clock.nowMs() - kept.takenMs;
  const isBack = fate === "returned" && since >= RETURNS_AFTER_MS;
  const status =
    since < PAYS_AFTER_MS ? "pending" : fate === "rejected" ? "rejected" : isBack ? "returned" : "booked";
  return { transactionId, endToEndId, amount, status, ...(status === "rejected" && { reason: REASON }) };
}

const REASON = "AC04: the account is closed";

function eventsOf({ transactionId, endToEndId, amount, fate, takenMs }: Kept): Delivery[] {
  const about = { transactionId, endToEndId, amount, direction: "debit" };
  const event = (type: string, afterMs: number, data: Delivery["data"]): Delivery => ({
    ...{ eventId: `bev_${randomUUID()}`, type, data },
    ...{ dueMs: takenMs + afterMs, attempts: 0 },
  });
  if (fate === "silent") return [];
  if (fate === "rejected")
    return [event("transaction.rejected", PAYS_AFTER_MS, { ...about, reason: REASON })];
  const booked = event("transaction.booked", PAYS_AFTER_MS, about);
  if (fate === "booked") return [booked];
  const back = { amount, direction: "credit", transactionId: `btx_${randomUUID()}`, reason: REASON };
  return [booked, event("transaction.booked", RETURNS_AFTER_MS, { ...back, originalEndToEndId: endToEndId })];
}

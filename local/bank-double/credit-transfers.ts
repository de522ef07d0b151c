import { randomUUID } from "node:crypto";
import type { Store } from "@svc/stripe-double/store";
import * as z from "zod";
import * as Withdrawals from "../../core/banking/withdrawals/test-outcomes.ts";
import * as Assets from "../../core/kernel/assets/index.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { type Delivery, keyOf } from "./deliveries.ts";

const { PAYS_AFTER_MS, RETURNS_AFTER_MS, REASONS, testAddresses, testIbans } = Withdrawals;

/**
 * The bank's desk for what it is ordered to pay: credit transfers, and transfers to addresses of networks, whose
 * assets it keeps. It takes an order once by its end-to-end id, and pays a moment later. What becomes of one is
 * written in the payee's account or address (`docs/PAYMENTS.md`).
 */

export { PAYS_AFTER_MS, RETURNS_AFTER_MS, testAddresses, testIbans };

type TestOutcome = Exclude<Withdrawals.TestOutcome, "refused">;

const endToEndId = z.string().regex(/^[A-Za-z0-9/\-?:().,'+ ]{1,35}$/);
const creditTransfer = z.strictObject({
  endToEndId,
  amount: z.strictObject({ value: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/), currency: z.literal("EUR") }),
  creditor: z.strictObject({ name: z.string().regex(/^[A-Za-z0-9/\-?:().,'+ ]{1,70}$/), iban: z.string() }),
  remittanceInformation: z
    .string()
    .regex(/^[A-Za-z0-9/\-?:().,'+ ]{1,140}$/)
    .optional(),
});

const decimalsOf = (value: string): number => (value.split(".")[1] ?? "").length;
const chainTransfer = z
  .strictObject({
    endToEndId,
    amount: z.strictObject({ value: z.string().regex(/^\d{1,30}(\.\d{1,18})?$/), currency: z.string() }),
    network: z.string(),
    address: z.string().min(1),
  })
  .refine(({ amount: { value, currency }, network }) => {
    const asset = Assets.find(currency);
    return asset?.network === network && decimalsOf(value) <= asset.decimals;
  }, "the network has no such asset, or not so fine an amount of it");

/** The bank's desks, by the path at which each takes orders. */
const desks = { "/credit-transfers": creditTransfer, "/chain-transfers": chainTransfer } as const;
export type Desk = keyof typeof desks;
export const isDesk = (path: string): path is Desk => path in desks;

type Ordered = z.output<(typeof desks)[Desk]>;

type Kept = Ordered & {
  readonly transactionId: string;
  readonly fate: TestOutcome;
  readonly takenMs: number;
};

/** Where it goes. */
const goalOf = (one: Ordered) => ("address" in one ? { address: one.address } : { iban: one.creditor.iban });
const deskOf = (one: Ordered): Desk => ("address" in one ? "/chain-transfers" : "/credit-transfers");

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
export function take(store: Store, desk: Desk, body: unknown): Answered {
  const { data, error } = desks[desk].safeParse(body);
  if (!data) return { status: 422, body: { error: z.prettifyError(error) } };
  const known = find(store, data.endToEndId);
  if (known) return { status: 200, body: shown(known) };
  const fate = Withdrawals.testOutcomeOf(goalOf(data));
  if (fate === "refused") return { status: 422, body: { error: "the account cannot be paid" } };
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

/** All that it was ordered to pay at a desk, with what became of each: the bank's own books. */
export function list(store: Store, desk: Desk): Answered {
  const all = [...store.all("transfer").values()].map((json) => JSON.parse(json) as Kept);
  return { status: 200, body: { transfers: all.filter((one) => deskOf(one) === desk).map(shown) } };
}

function shown(kept: Kept) {
  const { transactionId, endToEndId, amount, fate } = kept;
  const since = Clock.nowMs() - kept.takenMs;
  const isBack = fate === "returned" && since >= RETURNS_AFTER_MS;
  const status =
    since < PAYS_AFTER_MS ? "pending" : fate === "rejected" ? "rejected" : isBack ? "returned" : "booked";
  return {
    transactionId,
    endToEndId,
    amount,
    status,
    ...(status === "rejected" && { reason: reasonOf(kept) }),
  };
}

const reasonOf = (kept: Kept): string => ("address" in kept ? REASONS.chain : REASONS.bank);

function eventsOf(kept: Kept): Delivery[] {
  const { transactionId, endToEndId, amount, fate, takenMs } = kept;
  const reason = reasonOf(kept);
  const about = { transactionId, endToEndId, amount, direction: "debit" };
  const event = (type: string, afterMs: number, data: Delivery["data"]): Delivery => ({
    ...{ eventId: `bev_${randomUUID()}`, type, data },
    ...{ dueMs: takenMs + afterMs, attempts: 0 },
  });
  if (fate === "silent") return [];
  if (fate === "rejected") return [event("transaction.rejected", PAYS_AFTER_MS, { ...about, reason })];
  const booked = event("transaction.booked", PAYS_AFTER_MS, about);
  if (fate === "booked") return [booked];
  const back = { amount, direction: "credit", transactionId: `btx_${randomUUID()}`, reason };
  return [booked, event("transaction.booked", RETURNS_AFTER_MS, { ...back, originalEndToEndId: endToEndId })];
}

import { randomUUID } from "node:crypto";
import type { Store } from "@svc/stripe-double/store";
import * as z from "zod";
import * as Withdrawals from "../../core/banking/withdrawals/test-outcomes.ts";
import * as Assets from "../../core/kernel/assets/index.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { type Delivery, keyOf } from "./deliveries.ts";

const { PAYS_AFTER_MS, RETURNS_AFTER_MS, REASONS, testAddresses, testIbans } = Withdrawals;

/**
 * The bank's transfers: credit transfers, and transfers to addresses on networks, whose assets it holds. It accepts an instruction
 * once by its end-to-end id, and executes it a moment later. The payee's account or address determines the outcome
 * (`docs/PAYMENTS.md`).
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
  }, "the network does not have this asset, or the amount has too many decimals");

/** The schemas of instructions, by the path that accepts them. */
const schemas = { "/credit-transfers": creditTransfer, "/chain-transfers": chainTransfer } as const;
export type TransferPath = keyof typeof schemas;
export const isTransferPath = (path: string): path is TransferPath => path in schemas;

type Instruction = z.output<(typeof schemas)[TransferPath]>;

type StoredTransfer = Instruction & {
  readonly transactionId: string;
  readonly fate: TestOutcome;
  readonly takenMs: number;
};

/** Returns the destination. */
const destinationOf = (one: Instruction) =>
  "address" in one ? { address: one.address } : { iban: one.creditor.iban };
const pathOf = (one: Instruction): TransferPath =>
  "address" in one ? "/chain-transfers" : "/credit-transfers";

const transferKey = (endToEndId: string): string => `transfer/${endToEndId}`;

const find = (store: Store, endToEndId: string): StoredTransfer | undefined => {
  const json = store.get(transferKey(endToEndId));
  return json === undefined ? undefined : (JSON.parse(json) as StoredTransfer);
};

export interface Answered {
  readonly status: number;
  readonly body: object;
}

/** Accepts an instruction. For a known one, returns its status. */
export function submit(store: Store, path: TransferPath, body: unknown): Answered {
  const { data, error } = schemas[path].safeParse(body);
  if (!data) return { status: 422, body: { error: z.prettifyError(error) } };
  const known = find(store, data.endToEndId);
  if (known) return { status: 200, body: toResponse(known) };
  const fate = Withdrawals.testOutcomeOf(destinationOf(data));
  if (fate === "refused") return { status: 422, body: { error: "the account cannot be paid" } };
  const stored: StoredTransfer = {
    ...data,
    transactionId: `btx_${randomUUID()}`,
    fate,
    takenMs: Clock.nowMs(),
  };
  const events = eventsOf(stored).map((one) => [keyOf(one.eventId), JSON.stringify(one)] as const);
  store.commit(new Map([[transferKey(data.endToEndId), JSON.stringify(stored)], ...events]));
  return { status: 201, body: toResponse(stored) };
}

/** Returns the status of a transfer. */
export function read(store: Store, endToEndId: string): Answered {
  const known = find(store, endToEndId);
  return known ? { status: 200, body: toResponse(known) } : { status: 404, body: { error: "no such order" } };
}

/** Returns all transfers of a path with their status: the bank's own books. */
export function list(store: Store, path: TransferPath): Answered {
  const all = [...store.all("transfer").values()].map((json) => JSON.parse(json) as StoredTransfer);
  return { status: 200, body: { transfers: all.filter((one) => pathOf(one) === path).map(toResponse) } };
}

function toResponse(stored: StoredTransfer) {
  const { transactionId, endToEndId, amount, fate } = stored;
  const since = Clock.nowMs() - stored.takenMs;
  const isBack = fate === "returned" && since >= RETURNS_AFTER_MS;
  const status =
    since < PAYS_AFTER_MS ? "pending" : fate === "rejected" ? "rejected" : isBack ? "returned" : "booked";
  return {
    transactionId,
    endToEndId,
    amount,
    status,
    ...(status === "rejected" && { reason: reasonOf(stored) }),
  };
}

const reasonOf = (stored: StoredTransfer): string => ("address" in stored ? REASONS.chain : REASONS.bank);

function eventsOf(stored: StoredTransfer): Delivery[] {
  const { transactionId, endToEndId, amount, fate, takenMs } = stored;
  const reason = reasonOf(stored);
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

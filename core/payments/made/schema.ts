import * as z from "zod";
import { referenceKinds } from "../../ledger/schema.ts";
import { pointsRate } from "../../loyalty/counting/schema.ts";
import type * as Table from "../../platform/table/index.ts";
import type { Outgoing } from "../../transfers/outgoing.ts";
import type { Payment } from "../payments/schema.ts";

/** The means of payment. Payments by a saved card have records of their own. */
export const methods = ["account", "card", "qr", "scheduled"] as const;
export type Method = (typeof methods)[number];

export const accountPaymentItem = z.object({
  paymentId: z.string(),
  /** The owner of the list: the payer or the payee. */
  userId: z.string(),
  direction: z.enum(["in", "out"]),
  method: z.enum(methods),
  /** The account of the list's owner. */
  accountId: z.string(),
  /** Base units. */
  amount: z.bigint(),
  asset: z.string(),
  /** The commission of the payee, or the fee that the payer pays in addition. */
  fee: z.bigint(),
  /** The payer's saveback out of the merchant's share, in base units. */
  saveback: z.bigint().default(0n),
  /** The counterparty's name, as visible to the list's owner at the payment. */
  counterparty: z.string().optional(),
  /** The record of its status, if a bank or a card's provider executes it. */
  reference: z.object({ kind: z.enum(referenceKinds), id: z.string() }).optional(),
  merchantId: z.string().optional(),
  description: z.string(),
  /** The refunded amount in base units. */
  refunded: z.bigint().default(0n),
  /** The number of refunds. */
  refunds: z.bigint().default(0n),
  /** The platform's commission in base units. */
  commission: z.bigint().optional(),
  /** The rate of the payer's loyalty points at the payment. */
  points: pointsRate.optional(),
  /** The id of the history line. */
  transactionId: z.string(),
  /** Whether that line exists: an entry that only paid debts has none. */
  hasLine: z.boolean().default(true),
  createdAt: z.string(),
});
export type AccountPayment = z.output<typeof accountPaymentItem>;

/** The keys of a payment to a merchant in both lists. */
export const accountPaymentName = z.object({
  paymentId: z.string(),
  payerId: z.string(),
  payeeId: z.string(),
  merchantId: z.string(),
  createdAt: z.string(),
});

/** A payment from an account to a merchant or a user. */
export interface NewAccountPayment {
  readonly outgoing: Outgoing;
  readonly description: string;
  readonly to: { readonly merchantId: string } | { readonly accountId: string } | { readonly email: string };
}

export interface CompletedPayment {
  readonly paymentId: string;
  readonly asset: string;
  /** Base units. */
  readonly amount: bigint;
}

/** The result of a request: paid from an account, or a payment at the provider. */
export type Processed = CompletedPayment | Payment;

/** The kind of a payment, with the caller's own writes. */
export interface PaymentOptions<More extends object = object> {
  readonly method: Exclude<Method, "card">;
  /** Writes for the payment's transaction. */
  readonly extraWrites?: ((paymentId: string) => readonly Table.Write[]) | undefined;
  /** Further fields of the response. */
  readonly responseFields: More;
}

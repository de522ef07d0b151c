import * as z from "zod";
import { referenceKinds } from "../../ledger/schema.ts";
import { pointsRate } from "../../loyalty/counting/schema.ts";
import type * as Table from "../../platform/table/index.ts";
import type { Outgoing } from "../../transfers/outgoing.ts";
import type { Payment } from "../payments/schema.ts";

/** Payments from accounts, as those who pay and are paid list them. */

/** How somebody pays. Those by card that no account of ours pays are the provider's, and have their own records. */
export const methods = ["account", "card", "qr", "scheduled"] as const;
export type Method = (typeof methods)[number];

export const madeItem = z.object({
  paymentId: z.string(),
  /** Whose list it is in: who paid, or who was paid. */
  userId: z.string(),
  direction: z.enum(["in", "out"]),
  method: z.enum(methods),
  /** The account of the list's owner. */
  accountId: z.string(),
  /** What was paid, in base units. */
  amount: z.bigint(),
  asset: z.string(),
  /** The platform's commission of what this one was paid, or what it takes beside what is paid. */
  fee: z.bigint(),
  /** What of it its payer gets as saveback, of the merchant's share; in base units. */
  saveback: z.bigint().default(0n),
  /** Who was at the other end, by the name that the list's owner might see then. */
  counterparty: z.string().optional(),
  /** What says how it stands, where it is not done at once: what a bank or a card's provider carries out. */
  reference: z.object({ kind: z.enum(referenceKinds), id: z.string() }).optional(),
  merchantId: z.string().optional(),
  description: z.string(),
  /** What of it the merchant has given back, in base units. */
  refunded: z.bigint().default(0n),
  /** How often it has given something back. */
  refunds: z.bigint().default(0n),
  /** The platform's commission of it, in base units. */
  commission: z.bigint().optional(),
  /** What it gives its payer loyalty points in, as it was when it was paid. */
  points: pointsRate.optional(),
  /** Names what the entry did to the account, as a line of its history does. */
  transactionId: z.string(),
  /** Whether there is such a line: what has paid debts of the account's owner alone has none. */
  hasLine: z.boolean().default(true),
  createdAt: z.string(),
});
export type Made = z.output<typeof madeItem>;

/** A payment to a merchant, by its id: where it stands in the lists of both. */
export const madeName = z.object({
  paymentId: z.string(),
  payerId: z.string(),
  payeeId: z.string(),
  merchantId: z.string(),
  createdAt: z.string(),
});

/** A payment from an account to a merchant or a user. */
export interface NewMade {
  readonly outgoing: Outgoing;
  readonly description: string;
  readonly to: { readonly merchantId: string } | { readonly accountId: string } | { readonly email: string };
}

/** A payment that an account has paid. */
export interface Paid {
  readonly paymentId: string;
  readonly asset: string;
  /** Base units. */
  readonly amount: bigint;
}

/** What a request to pay came to: paid from an account, or on its way at the provider. */
export type Processed = Paid | Payment;

/** How a payment comes about. */
export interface How<More extends object = object> {
  readonly method: Exclude<Method, "card">;
  /** What goes into the payment's transaction. */
  readonly beside?: ((paymentId: string) => readonly Table.Write[]) | undefined;
  /** What is answered beside the payment. */
  readonly answering: More;
}

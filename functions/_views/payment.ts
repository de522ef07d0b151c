import type * as z from "zod";
import type * as Contract from "../../contract/mobile/payments/schemas.ts";
import type { ShownPayment } from "../../core/history/payments.ts";
import * as Assets from "../../core/kernel/assets/index.ts";
import * as Money from "../../core/kernel/money/index.ts";
import type { Preview } from "../../core/payments/codes/scan.ts";
import type { Paid, Processed } from "../../core/payments/made/schema.ts";
import type { Payment } from "../../core/payments/payments/schema.ts";

/** Payments as the app shows them (MOBILE.md, section Payments). */

/** What is left to do for a card's payment, by the provider's words. */
function statusOf({ status, needsApproval }: Payment) {
  if (status === "succeeded") return "completed" as const;
  if (status === "canceled") return "canceled" as const;
  if (status === "requires_capture" && needsApproval) return "awaiting_approval" as const;
  return status === "requires_capture" || status === "processing"
    ? ("pending" as const)
    : ("requires_action" as const);
}

/** By card. */
export function charged(payment: Payment) {
  const status = statusOf(payment);
  return {
    status,
    amount: payment.amount / 100,
    currency: payment.currency.toUpperCase(),
    ...(status === "requires_action" && { clientSecret: payment.clientSecret }),
  };
}

/** From an account: who pays pays no fee. */
export const paid = ({ paymentId, asset, amount }: Paid) => ({
  paymentId,
  status: "completed" as const,
  amount: Assets.toNumber(amount, asset),
  currency: asset,
  fee: 0,
});

/** A code that was scanned, before it is paid. */
export const previewed = ({
  amount,
  description,
  ...one
}: Preview & { readonly needsConfirmation: boolean }) => ({
  ...one,
  status: "preview" as const,
  amount: amount === undefined ? null : Number(amount),
  fee: 0,
  description: description || null,
});

export const processed = (one: Processed) =>
  "paymentId" in one ? paid(one) : { paymentId: one.id, fee: 0, ...charged(one) };

export const listed = ({
  asset,
  amount,
  fee,
  saveback,
  refunded,
  ...one
}: ShownPayment): z.input<typeof Contract.payment> => {
  const number = (units: bigint) => Money.toNumber(units, asset.decimals);
  return {
    ...one,
    amount: number(amount),
    currency: asset.symbol,
    fee: number(fee),
    saveback: number(saveback),
    refunded: number(refunded),
  };
};

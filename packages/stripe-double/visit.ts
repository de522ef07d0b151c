import type { Settings } from "./endpoint.ts";
import { StripeFault } from "./errors.ts";
import { html } from "./html.ts";
import type { MethodFields } from "./new-method.ts";
import { page } from "./page.ts";
import type { HttpAnswer } from "./server.ts";
import type { Tx } from "./tx.ts";

/** The common parts of pages. */

export interface Visit {
  readonly tx: Tx;
  readonly settings: Settings;
  /** The id in the address. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** The submitted form. Undefined for a GET. */
  readonly form: URLSearchParams | undefined;
}

/** Returns an expiry year for a test card. */
export const cardYear = ({ nowMs }: Tx): number => new Date(nowMs).getUTCFullYear() + 4;

export const messageOf = (error: unknown): string => {
  if (error instanceof StripeFault) return error.message;
  throw error;
};

export const notFoundPage = (what: string): HttpAnswer =>
  page({
    title: "Not found",
    status: 404,
    body: html`<p>This ${what} does not exist or has ended.</p>`,
  });

/** Parses the submitted payment method. */
export function methodOf(form: URLSearchParams): MethodFields {
  const name = form.get("name") || undefined;
  const email = form.get("email") || undefined;
  const billing_details = { ...(name && { name }), ...(email && { email }) };
  const iban = form.get("iban");
  if (iban !== null) return { type: "sepa_debit", sepa_debit: { iban }, billing_details };
  const number = form.get("pay") === "declined" ? "4000000000000002" : (form.get("number") ?? "");
  const card = {
    number,
    exp_month: Number(form.get("exp_month")),
    exp_year: Number(form.get("exp_year")),
    cvc: form.get("cvc") ?? "",
  };
  return { type: "card", card, billing_details };
}

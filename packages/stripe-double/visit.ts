import type { Settings } from "./endpoint.ts";
import { StripeFault } from "./errors.ts";
import { html } from "./html.ts";
import type { MethodFields } from "./new-method.ts";
import { page } from "./page.ts";
import type { HttpAnswer } from "./server.ts";
import type { Tx } from "./tx.ts";

/** What all pages have in common. */

export interface Visit {
  readonly tx: Tx;
  readonly settings: Settings;
  /** What the address names. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** A form that was sent; undefined for a GET. */
  readonly form: URLSearchParams | undefined;
}

/** An expiry year of a test card. */
export const cardYear = ({ nowMs }: Tx): number => new Date(nowMs).getUTCFullYear() + 4;

export const messageOf = (error: unknown): string => {
  if (error instanceof StripeFault) return error.message;
  throw error;
};

export const gone = (what: string): HttpAnswer =>
  page({
    title: "Not found",
    status: 404,
    body: html`<p>There is no ${what} like this, or it has ended.</p>`,
  });

/** What somebody has typed. */
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

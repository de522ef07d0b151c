import { linesOfSession } from "./checkout-lines.ts";
import type { Session } from "./checkout-params.ts";
import { payCheckout } from "./checkout-payment.ts";
import { html } from "./html.ts";
import { formatAmount } from "./intent-params.ts";
import { alert, cardFields, ibanField, page, redirect, testCardTable } from "./page.ts";
import type { HttpAnswer } from "./server.ts";
import type { Tx } from "./tx.ts";
import { cardYear, messageOf, methodOf, notFoundPage, type Visit } from "./visit.ts";

/** The page of a checkout session. */

export const successOf = (session: Session): string =>
  (session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id);

function checkoutPage(tx: Tx, session: Session, problem?: string, status = 200): HttpAnswer {
  const code = session.currency ?? "eur";
  const lines = linesOfSession(tx, session.id);
  const email = session.customer_details?.email ?? "";
  const contact = html`<label>E-mail <input name="email" type="email" autocomplete="off" required value="${email || "customer@example.com"}"></label>`;
  const monthly = session.mode === "subscription" ? lines[0]?.price?.recurring?.interval : undefined;
  return page({
    title: "Checkout",
    status,
    leadsTo: [session.success_url, session.cancel_url],
    body: html`${alert(problem)}
<table>
<caption>What you are paying for</caption>
<thead><tr><th scope="col">Item</th><th scope="col">Quantity</th><th scope="col" class="amount">Amount</th></tr></thead>
<tbody>${lines.map((line) => html`<tr><td>${line.description ?? ""}</td><td>${line.quantity ?? 1}</td><td class="amount">${formatAmount(line.amount_total, code)}</td></tr>`)}</tbody>
<tfoot><tr><th scope="row" colspan="2">Total${monthly && html` each ${monthly}`}</th><td class="amount">${formatAmount(session.amount_total ?? 0, code)}</td></tr></tfoot>
</table>
<form method="post">
<fieldset><legend>Pay by card</legend>
${contact}
<label>Name on the card <input name="name" autocomplete="off" value="Test Customer"></label>
${cardFields(cardYear(tx))}
<button name="pay" value="pay">Pay ${formatAmount(session.amount_total ?? 0, code)}</button>
<button name="pay" value="declined">Be declined</button>
</fieldset>
</form>
${
  session.payment_method_types.includes("sepa_debit") &&
  html`<form method="post">
<fieldset><legend>Pay by SEPA debit</legend>
${contact}
<label>Name of the account’s holder <input name="name" autocomplete="off" value="Test Customer"></label>
${ibanField}
<button name="pay" value="pay">Pay ${formatAmount(session.amount_total ?? 0, code)}</button>
</fieldset>
</form>`
}
${session.cancel_url !== null && html`<p><a href="${session.cancel_url}">Back, without paying</a></p>`}
${testCardTable}`,
  });
}

export function checkout({ tx, settings, id, form }: Visit): HttpAnswer {
  const session = tx.find("checkout.session", id);
  if (!session) return notFoundPage("checkout");
  if (session.status === "complete") return redirect(successOf(session));
  if (session.status !== "open") return notFoundPage("checkout");
  if (!form) {
    const intentId = typeof session.payment_intent === "string" ? session.payment_intent : undefined;
    const failed =
      intentId === undefined ? undefined : tx.find("payment_intent", intentId)?.last_payment_error;
    return checkoutPage(tx, session, failed?.message);
  }
  try {
    const payer = { email: form.get("email") ?? "", method: methodOf(form) };
    const intent = payCheckout(tx, settings, session, payer);
    const next = intent?.next_action?.redirect_to_url?.url;
    return redirect(intent?.status === "requires_action" && next ? next : successOf(session));
  } catch (error) {
    return checkoutPage(tx, session, messageOf(error), 402);
  }
}

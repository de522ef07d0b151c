import type { IncomingMessage } from "node:http";
import type Stripe from "stripe";
import * as Clock from "../../core/clock/index.ts";
import { type Html, html } from "../../functions/web/_html.ts";
import type { HttpAnswer } from "../http-event.ts";
import { type Account, complete, type LinkNotes } from "./accounts.ts";
import { linesIn, type Session } from "./checkout.ts";
import { finishCheckout, payCheckout } from "./checkout-payment.ts";
import type { Settings } from "./endpoint.ts";
import { StripeFault } from "./errors.ts";
import { answerChallenge } from "./flow.ts";
import { alert, cardFields, ibanField, page, redirect, testCardTable } from "./page.ts";
import { confirmIntent, whole } from "./payment-intents.ts";
import type { MethodFields } from "./payment-methods.ts";
import { answerSetup, confirmSetupIntent } from "./setup-intents.ts";
import type { Tx, Within } from "./tx.ts";

/** The pages that people see: hosted checkout, 3-D Secure, the onboarding of an account, and one to confirm any intent. */

interface Visit {
  readonly tx: Tx;
  readonly settings: Settings;
  /** What the address names. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** A form that was sent; undefined for a GET. */
  readonly form: URLSearchParams | undefined;
}

const cardYear = (): number => Clock.now().getUTCFullYear() + 4;

const messageOf = (error: unknown): string => {
  if (error instanceof StripeFault) return error.message;
  throw error;
};

const gone = (what: string): HttpAnswer =>
  page({
    title: "Not found",
    status: 404,
    body: html`<p>There is no ${what} like this, or it has ended.</p>`,
  });

/** What somebody has typed. */
function methodOf(form: URLSearchParams): MethodFields {
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

const successOf = (session: Session): string =>
  (session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id);

function checkoutPage(tx: Tx, session: Session, problem?: string, status = 200): HttpAnswer {
  const code = session.currency ?? "eur";
  const lines = linesIn(tx, session.id);
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
<tbody>${lines.map((line) => html`<tr><td>${line.description ?? ""}</td><td>${line.quantity ?? 1}</td><td class="amount">${whole(line.amount_total, code)}</td></tr>`)}</tbody>
<tfoot><tr><th scope="row" colspan="2">Total${monthly && html` each ${monthly}`}</th><td class="amount">${whole(session.amount_total ?? 0, code)}</td></tr></tfoot>
</table>
<form method="post">
<fieldset><legend>Pay by card</legend>
${contact}
<label>Name on the card <input name="name" autocomplete="off" value="Test Customer"></label>
${cardFields(cardYear())}
<button name="pay" value="pay">Pay ${whole(session.amount_total ?? 0, code)}</button>
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
<button name="pay" value="pay">Pay ${whole(session.amount_total ?? 0, code)}</button>
</fieldset>
</form>`
}
${session.cancel_url !== null && html`<p><a href="${session.cancel_url}">Back, without paying</a></p>`}
${testCardTable}`,
  });
}

function checkout({ tx, settings, id, form }: Visit): HttpAnswer {
  const session = tx.find("checkout.session", id);
  if (!session) return gone("checkout");
  if (session.status === "complete") return redirect(successOf(session));
  if (session.status !== "open") return gone("checkout");
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

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

/** The intent that a secret opens; the secret begins with its id. */
function opened(tx: Tx, secret: string): Intent | undefined {
  const id = secret.split("_secret_")[0] ?? "";
  const intent = id.startsWith("seti_") ? tx.find("setup_intent", id) : tx.find("payment_intent", id);
  return intent?.client_secret === secret ? intent : undefined;
}

const described = (intent: Intent): Html =>
  intent.object === "payment_intent"
    ? html`a payment of <strong>${whole(intent.amount, intent.currency)}</strong>`
    : html`a card that is to be saved`;

const isDone = ({ status }: Intent): boolean =>
  status === "succeeded" || status === "requires_capture" || status === "processing";

function resultPage(intent: Intent): HttpAnswer {
  const error = intent.object === "payment_intent" ? intent.last_payment_error : intent.last_setup_error;
  return page({
    title: isDone(intent) ? "Done" : "Not done",
    body: html`${alert(error?.message)}
<p>For ${described(intent)}, the status is now <strong>${intent.status}</strong>.</p>
${intent.status === "requires_capture" && html`<p>The amount is held; it is taken when the payment was approved.</p>`}
${!isDone(intent) && html`<p><a href="/pages/confirm?client_secret=${intent.client_secret ?? ""}">Try again</a></p>`}`,
  });
}

/** Where a customer goes on after the bank's page: only ever where whoever made the intent has said. */
function backFrom(tx: Tx, intent: Intent, returnUrl: string | null): HttpAnswer {
  const session = tx.find("checkout.session", String(tx.notes(intent.id)["session"]));
  if (session) return redirect(session.status === "complete" ? successOf(session) : (session.url ?? "/"));
  if (returnUrl === null) return resultPage(intent);
  const url = new URL(returnUrl);
  url.searchParams.set(intent.object, intent.id);
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? "");
  url.searchParams.set("redirect_status", isDone(intent) ? "succeeded" : "failed");
  return redirect(url.href);
}

function secure3d({ tx, id, query, form }: Visit): HttpAnswer {
  const intent = opened(tx, query.get("client_secret") ?? "");
  if (intent?.id !== id || intent.status !== "requires_action") return gone("question of a bank");
  const returnUrl = intent.next_action?.redirect_to_url?.return_url ?? null;
  const session = tx.find("checkout.session", String(tx.notes(id)["session"]));
  if (!form)
    return page({
      title: "3-D Secure",
      leadsTo: [returnUrl, session?.success_url],
      body: html`<p>Your bank asks: is it you who wants ${described(intent)}?</p>
<form method="post"><button name="answer" value="yes">Yes, it is me</button><button name="answer" value="no">No, refuse</button></form>`,
    });
  const accepted = form.get("answer") === "yes";
  try {
    if (intent.object === "payment_intent") answerChallenge(tx, intent, accepted);
    else answerSetup(tx, intent, accepted);
  } catch (error) {
    // Authenticated, and refused all the same: the intent tells why.
    messageOf(error);
  }
  if (intent.object === "payment_intent") finishCheckout(tx, intent);
  return backFrom(tx, intent, returnUrl);
}

function confirmPage(secret: string, intent: Intent | undefined, problem?: string): HttpAnswer {
  const body = intent
    ? html`${alert(problem)}<p>This confirms ${described(intent)}.</p>
<form method="post">
<input type="hidden" name="client_secret" value="${secret}">
<fieldset><legend>Card</legend>
${cardFields(cardYear())}
<button name="pay" value="pay">Confirm</button>
<button name="pay" value="declined">Be declined</button>
</fieldset>
</form>
${testCardTable}`
    : html`${alert(problem)}<p>Finishes what the platform has begun, as the provider’s form in an app would.</p>
<form method="get">
<label>Client secret of the payment or setup intent <input name="client_secret" autocomplete="off" required value="${secret}"></label>
<button>Go on</button>
</form>`;
  return page({ title: "Confirm", body, status: problem === undefined ? 200 : 402 });
}

function confirm({ tx, settings, query, form }: Visit): HttpAnswer {
  const secret = (form ?? query).get("client_secret")?.trim() ?? "";
  const intent = opened(tx, secret);
  if (!intent) return confirmPage(secret, undefined, secret === "" ? undefined : "This opens no intent.");
  if (!form)
    return isDone(intent) || intent.status === "canceled" ? resultPage(intent) : confirmPage(secret, intent);
  try {
    const data = { payment_method_data: methodOf(form) };
    const call = { tx, settings, ids: [intent.id], client: { secret } };
    if (intent.object === "payment_intent") confirmIntent(call, intent, data);
    else confirmSetupIntent(call, intent, data);
  } catch (error) {
    return confirmPage(secret, intent, messageOf(error));
  }
  const next = intent.next_action?.redirect_to_url?.url;
  return intent.status === "requires_action" && next ? redirect(next) : resultPage(intent);
}

function onboarding({ tx, id, form }: Visit): HttpAnswer {
  const key = `link_${id}`;
  const link = tx.notes(key) as Partial<LinkNotes>;
  const account: Account | undefined = tx.find("account", link.account ?? "");
  if (!account || link.returnUrl === undefined || link.refreshUrl === undefined) return gone("invitation");
  if (link.used || tx.now > (link.expiresAt ?? 0)) return redirect(link.refreshUrl);
  if (!form)
    return page({
      title: "Your account",
      leadsTo: [link.returnUrl],
      body: html`<p>${account.business_profile?.name ?? account.email ?? account.id} is to be paid through the payment provider, which wants to know more: who you are, and where your money goes.</p>
<form method="post"><button name="answer" value="enable">Everything is in order: enable charges and payouts</button><button name="answer" value="later">Later</button></form>`,
    });
  tx.note(key, { used: true });
  if (form.get("answer") === "enable") complete(tx, account);
  return redirect(link.returnUrl);
}

const home = (): HttpAnswer =>
  page({
    title: "Payment provider",
    body: html`<p>Its API is at this address; <a href="/pages/confirm">confirm</a> what the platform has begun.</p>${testCardTable}`,
  });

const pages: Readonly<Record<string, (visit: Visit) => HttpAnswer>> = {
  checkout,
  "3d-secure": secure3d,
  confirm,
  onboarding,
};

/** Answers the requests to pages; undefined for any other. */
export function openPages(
  within: Within,
  settings: Settings,
): (request: IncomingMessage, text: string) => HttpAnswer | undefined {
  return (request, text) => {
    const { pathname, searchParams: query } = new URL(request.url ?? "/", settings.base);
    if (pathname === "/") return home();
    const [, folder, name = "", id = ""] = pathname.split("/");
    if (folder !== "pages") return undefined;
    const show = Object.hasOwn(pages, name) ? pages[name] : undefined;
    const form = request.method === "POST" ? new URLSearchParams(text) : undefined;
    return show ? within((tx) => show({ tx, settings, id, query, form })) : gone("page");
  };
}

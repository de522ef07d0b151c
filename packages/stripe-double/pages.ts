import type { IncomingMessage } from "node:http";
import type Stripe from "stripe";
import { type Account, complete, type LinkNotes } from "./accounts.ts";
import { checkout, successOf } from "./checkout-page.ts";
import { finishCheckout } from "./checkout-payment.ts";
import { confirmIntent } from "./confirming.ts";
import type { Settings } from "./endpoint.ts";
import { answerChallenge } from "./flow.ts";
import { type Html, html } from "./html.ts";
import { formatAmount } from "./intent-params.ts";
import { alert, cardFields, page, redirect, testCardTable } from "./page.ts";
import type { HttpAnswer } from "./server.ts";
import { answerSetup, confirmSetupIntent } from "./setup-flow.ts";
import type { Tx, Within } from "./tx.ts";
import { cardYear, messageOf, methodOf, notFoundPage, type Visit } from "./visit.ts";

/** The customers' pages: hosted checkout, 3-D Secure, onboarding of an account, and one to confirm any intent. */

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

/** Returns the intent of a client secret, which begins with its id. */
function intentBySecret(tx: Tx, secret: string): Intent | undefined {
  const id = secret.split("_secret_")[0] ?? "";
  const intent = id.startsWith("seti_") ? tx.find("setup_intent", id) : tx.find("payment_intent", id);
  return intent?.client_secret === secret ? intent : undefined;
}

const describe = (intent: Intent): Html =>
  intent.object === "payment_intent"
    ? html`a payment of <strong>${formatAmount(intent.amount, intent.currency)}</strong>`
    : html`a card that is to be saved`;

const isDone = ({ status }: Intent): boolean =>
  status === "succeeded" || status === "requires_capture" || status === "processing";

function resultPage(intent: Intent): HttpAnswer {
  const error = intent.object === "payment_intent" ? intent.last_payment_error : intent.last_setup_error;
  return page({
    title: isDone(intent) ? "Done" : "Not done",
    body: html`${alert(error?.message)}
<p>For ${describe(intent)}, the status is now <strong>${intent.status}</strong>.</p>
${intent.status === "requires_capture" && html`<p>The amount is held; it is taken when the payment was approved.</p>`}
${!isDone(intent) && html`<p><a href="/pages/confirm?client_secret=${intent.client_secret ?? ""}">Try again</a></p>`}`,
  });
}

/** Redirects a customer after the bank's page, only to the address in the intent or session. */
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
  const intent = intentBySecret(tx, query.get("client_secret") ?? "");
  if (intent?.id !== id || intent.status !== "requires_action") return notFoundPage("3-D Secure request");
  const noted = tx.notes(id)["returnUrl"];
  const returnUrl =
    intent.next_action?.redirect_to_url?.return_url ?? (typeof noted === "string" ? noted : null);
  const session = tx.find("checkout.session", String(tx.notes(id)["session"]));
  if (!form)
    return page({
      title: "3-D Secure",
      leadsTo: [returnUrl, session?.success_url],
      body: html`<p>Your bank asks: is it you who wants ${describe(intent)}?</p>
<form method="post"><button name="answer" value="yes">Yes, it is me</button><button name="answer" value="no">No, refuse</button></form>`,
    });
  const accepted = form.get("answer") === "yes";
  try {
    if (intent.object === "payment_intent") answerChallenge(tx, intent, accepted);
    else answerSetup(tx, intent, accepted);
  } catch (error) {
    // The customer is authenticated, but the bank declines: the intent has the reason.
    messageOf(error);
  }
  if (intent.object === "payment_intent") finishCheckout(tx, intent);
  return backFrom(tx, intent, returnUrl);
}

interface Confirmation {
  readonly secret: string;
  readonly intent: Intent | undefined;
  readonly returnUrl: string | null;
  readonly problem?: string | undefined;
}

function confirmPage(tx: Tx, { secret, intent, returnUrl, problem }: Confirmation): HttpAnswer {
  const body = intent
    ? html`${alert(problem)}<p>This confirms ${describe(intent)}.</p>
<form method="post">
<input type="hidden" name="client_secret" value="${secret}">
${returnUrl !== null && html`<input type="hidden" name="return_url" value="${returnUrl}">`}
<fieldset><legend>Card</legend>
${cardFields(cardYear(tx))}
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
  return page({ title: "Confirm", body, leadsTo: [returnUrl], status: problem === undefined ? 200 : 402 });
}

function confirm({ tx, settings, query, form }: Visit): HttpAnswer {
  const given = form ?? query;
  const secret = given.get("client_secret")?.trim() ?? "";
  const returnUrl = given.get("return_url");
  const intent = intentBySecret(tx, secret);
  const ask = (problem?: string) => confirmPage(tx, { secret, intent, returnUrl, problem });
  if (!intent) return ask(secret === "" ? undefined : "This is not the secret of an intent.");
  if (returnUrl !== null && URL.canParse(returnUrl)) tx.addNotes(intent.id, { returnUrl });
  const next = () => intent.next_action?.redirect_to_url?.url;
  if (!form) {
    if (isDone(intent) || intent.status === "canceled") return backFrom(tx, intent, returnUrl);
    const bank = intent.status === "requires_action" ? next() : undefined;
    return bank ? redirect(bank) : ask();
  }
  try {
    const data = { payment_method_data: methodOf(form) };
    const call = { tx, settings, ids: [intent.id], client: { secret } };
    if (intent.object === "payment_intent") confirmIntent(call, intent, data);
    else confirmSetupIntent(call, intent, data);
  } catch (error) {
    return ask(messageOf(error));
  }
  const bank = intent.status === "requires_action" ? next() : undefined;
  return bank ? redirect(bank) : backFrom(tx, intent, returnUrl);
}

function onboarding({ tx, id, form }: Visit): HttpAnswer {
  const key = `link_${id}`;
  const link = tx.notes(key) as Partial<LinkNotes>;
  const account: Account | undefined = tx.find("account", link.account ?? "");
  if (!account || link.returnUrl === undefined || link.refreshUrl === undefined)
    return notFoundPage("invitation");
  if (link.used || tx.now > (link.expiresAt ?? 0)) return redirect(link.refreshUrl);
  if (!form)
    return page({
      title: "Your account",
      leadsTo: [link.returnUrl],
      body: html`<p>${account.business_profile?.name ?? account.email ?? account.id} is to be paid through the payment provider, which wants to know more: who you are, and where your money goes.</p>
<form method="post"><button name="answer" value="enable">Everything is in order: enable charges and payouts</button><button name="answer" value="later">Later</button></form>`,
    });
  tx.addNotes(key, { used: true });
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

/** Handles the requests to pages. Undefined for others. */
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
    return show ? within((tx) => show({ tx, settings, id, query, form })) : notFoundPage("page");
  };
}

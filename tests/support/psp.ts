import Stripe from "stripe";
import { afterAll, beforeAll } from "vitest";
import * as Clock from "../../core/kernel/clock/index.ts";
import { env } from "../../core/kernel/env.ts";
import * as Psp from "../../core/platform/psp/index.ts";
import { setVariables } from "../../local/environment.ts";
import {
  type StripeDouble,
  type StripeDoubleOptions,
  startStripeDouble,
} from "../../local/stripe-double/index.ts";

/** The payment provider for tests: its double, and what customers do there. */

export interface TestPsp {
  readonly url: string;
  /** What it would have told by webhook so far, oldest first; nothing is posted anywhere. */
  readonly events: readonly Stripe.Event[];
  /** What went wrong within it. */
  readonly reports: readonly string[];
  /** Its API, through the provider's own SDK; nothing is tried again. */
  readonly stripe: Stripe;
  /** Runs while a request is carried out, until set to undefined: it may wait, or throw for an error 500. */
  during: StripeDoubleOptions["during"] | undefined;
  /** Moves the platform's clock forward, and lets what is due at the provider happen. */
  advance(seconds: number): Promise<void>;
  clear(): Promise<void>;
}

const SECRET_KEY = "sk_test_withPsp";

/** The provider's SDK, on an address of its API. @param maxNetworkRetries how often a call is tried again */
export function stripeOf(url: string, secretKey: string, maxNetworkRetries = 0): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(secretKey, {
    host: hostname,
    port,
    protocol: "http",
    maxNetworkRetries,
    httpClient: Stripe.createFetchHttpClient(),
  });
}

/**
 * Gives the tests of a file the payment provider's double without the platform: `Psp.call` reaches it. Call
 * it at the top of the file; the clock is set back after.
 */
export function withPsp(
  options: Partial<
    Pick<StripeDoubleOptions, "file" | "absentCustomerPays" | "authorizationUrl" | "authorizationSecret">
  > = {},
): TestPsp {
  let psp: StripeDouble | undefined;
  let unset = () => {};
  const up = (): StripeDouble => {
    if (!psp) throw new Error("the payment provider is up between beforeAll and afterAll only");
    return psp;
  };
  const reports: string[] = [];
  const given: TestPsp = {
    reports,
    get stripe() {
      return stripeOf(up().url, SECRET_KEY);
    },
    get url() {
      return up().url;
    },
    get events() {
      return up().events();
    },
    during: undefined,
    async advance(seconds) {
      Clock.setOffset(Clock.offset() + seconds * 1000);
      await up().clockMoved();
    },
    clear: () => up().clear(),
  };
  beforeAll(async () => {
    psp = await startStripeDouble({
      file: undefined,
      ...options,
      secretKey: SECRET_KEY,
      webhookSecret: "",
      webhookUrl: undefined,
      during: (method, path) => given.during?.(method, path),
      report: (line) => reports.push(line),
    });
    unset = setVariables({
      STRIPE_URL: psp.url,
      STRIPE_PIN_KEY: psp.pinKey,
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_SECRET_KEY_PREVIOUS: undefined,
      SECRET_ARN_STRIPE_SECRET_KEY: undefined,
    });
    Psp.configure({});
  });
  afterAll(async () => {
    unset();
    Psp.configure({});
    Clock.setOffset(0);
    await psp?.stop();
  });
  return given;
}

/** What a client learns of an attempt to confirm. */
export interface Confirmed {
  /** The intent's status after it. */
  readonly status: string;
  /** Why its card was refused, if so. */
  readonly error:
    | { readonly code?: string; readonly decline_code?: string; readonly message: string }
    | undefined;
}

const apiUrl = (path: string): string => `${env("STRIPE_URL")}${path}`;

/** A call with the platform's own key. */
async function ask<T>(path: string): Promise<T> {
  const headers = { authorization: `Bearer ${env("STRIPE_SECRET_KEY")}` };
  const response = await fetch(apiUrl(path), { headers });
  const body = (await response.json()) as T & { error?: { message: string } };
  if (body.error) throw new Error(`GET ${path}: ${body.error.message}`);
  return body;
}

interface IntentAnswer {
  readonly status?: string;
  readonly error?: NonNullable<Confirmed["error"]> & {
    readonly payment_intent?: { readonly status: string };
    readonly setup_intent?: { readonly status: string };
  };
}

/** A test card as a client sends it: a payment method's name, or what is typed into a form. */
const cardFields = (card: string): Record<string, string> =>
  card.startsWith("pm_")
    ? { payment_method: card }
    : {
        "payment_method_data[type]": "card",
        "payment_method_data[card][number]": card,
        "payment_method_data[card][exp_month]": "12",
        "payment_method_data[card][exp_year]": "40",
        "payment_method_data[card][cvc]": card.startsWith("3") ? "1234" : "123",
      };

/** As Stripe.js does it: with a publishable key and the intent's own secret. */
async function confirmAs(
  kind: "payment_intents" | "setup_intents",
  id: string,
  card: string,
): Promise<Confirmed> {
  const { client_secret } = await ask<{ client_secret: string }>(`/v1/${kind}/${id}`);
  const response = await fetch(apiUrl(`/v1/${kind}/${id}/confirm`), {
    method: "POST",
    headers: { authorization: "Bearer pk_test_client" },
    body: new URLSearchParams({ client_secret, ...cardFields(card) }),
  });
  const { status, error } = (await response.json()) as IntentAnswer;
  const after = status ?? error?.payment_intent?.status ?? error?.setup_intent?.status;
  if (after === undefined) throw new Error(`${id} was not confirmed: ${error?.message}`);
  return { status: after, error };
}

/**
 * A client confirms a payment intent.
 * @param card a well-known payment method (`pm_card_visa`), the id of a saved one, or a test card's number
 */
export const confirm = (paymentIntentId: string, card = "pm_card_visa"): Promise<Confirmed> =>
  confirmAs("payment_intents", paymentIntentId, card);

/** A client confirms a setup intent. */
export const confirmSetup = (setupIntentId: string, card = "pm_card_visa"): Promise<Confirmed> =>
  confirmAs("setup_intents", setupIntentId, card);

/** Where a page has sent the browser on to; undefined where it shows what is wrong. */
export interface Answered {
  readonly location: string | undefined;
  /** The page's HTML. */
  readonly html: string;
}

/** Sends a page's form. */
export async function submit(url: string, fields: Readonly<Record<string, string>>): Promise<Answered> {
  const response = await fetch(url, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(fields),
  });
  return { location: response.headers.get("location") ?? undefined, html: await response.text() };
}

/**
 * A customer pays at a hosted checkout (`pay` with a test card's number, or the IBAN of a test account).
 * @returns where the browser goes: the success URL, the bank's page (see `authenticate`), or nowhere where
 *   the card is refused
 */
export const pay = (sessionUrl: string, numberOrIban = "4242424242424242"): Promise<Answered> =>
  submit(sessionUrl, {
    email: "customer@example.com",
    name: "Test Customer",
    pay: "pay",
    ...(/^[A-Z]/.test(numberOrIban)
      ? { iban: numberOrIban }
      : {
          number: numberOrIban,
          exp_month: "12",
          exp_year: "2040",
          cvc: numberOrIban.startsWith("3") ? "1234" : "123",
        }),
  });

/** A customer answers the question on the bank's page (3-D Secure). */
export const authenticate = (pageUrl: string, accept = true): Promise<Answered> =>
  submit(pageUrl, { answer: accept ? "yes" : "no" });

/** Where the bank asks about an intent that `requires_action`. */
export async function challengeOf(intentId: string): Promise<string> {
  const kind = intentId.startsWith("seti_") ? "setup_intents" : "payment_intents";
  const intent = await ask<Stripe.PaymentIntent>(`/v1/${kind}/${intentId}`);
  const url = intent.next_action?.redirect_to_url?.url;
  if (!url) throw new Error(`${intentId} asks for nothing: it is ${intent.status}`);
  return url;
}

/** The owner of a connected account gives the provider what it asks for. */
export const onboard = (linkUrl: string): Promise<Answered> => submit(linkUrl, { answer: "enable" });

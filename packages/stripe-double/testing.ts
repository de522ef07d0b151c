import Stripe from "stripe";
import { afterAll, beforeAll } from "vitest";
import { type StripeDouble, type StripeDoubleOptions, startStripeDouble } from "./index.ts";

/** Runs the double in tests with Vitest, and simulates customers. */

/** A clock that tests move forward. */
export interface TestClock {
  readonly nowMs: () => number;
  advance(seconds: number): void;
  /** Resets the clock to the machine's time. */
  reset(): void;
}

export function testClock(): TestClock {
  let offsetMs = 0;
  return {
    nowMs: () => Date.now() + offsetMs,
    advance(seconds) {
      offsetMs += seconds * 1000;
    },
    reset() {
      offsetMs = 0;
    },
  };
}

/** A double for the tests of one file. */
export interface TestDouble {
  readonly url: string;
  readonly secretKey: string;
  readonly pinKey: string;
  /** The events so far, oldest first. They are not sent as webhooks. */
  readonly events: readonly Stripe.Event[];
  /** The reported failures. */
  readonly reports: readonly string[];
  /** Stripe's own SDK, connected to the double, without retries. */
  readonly stripe: Stripe;
  /** Runs before a request is executed, if set. It may wait, or throw for an error 500. */
  during: StripeDoubleOptions["during"] | undefined;
  /** Moves the clock forward and runs due timers. */
  advance(seconds: number): Promise<void>;
  clear(): Promise<void>;
}

type TestOptions = Partial<
  Pick<StripeDoubleOptions, "file" | "secretKey" | "absentCustomerPays" | "authorizationSecret">
> & {
  /** Returns the address for authorizations, after the file's server listens. */
  readonly authorizationUrl?: () => string;
};

/** Starts a double for the tests of a file, and resets the clock after them. Call it at the top of the file. */
export function withStripeDouble({
  clock = testClock(),
  secretKey = "sk_test_double",
  authorizationUrl,
  ...options
}: TestOptions & { readonly clock?: TestClock } = {}): TestDouble {
  let double: StripeDouble | undefined;
  const running = (): StripeDouble => {
    if (!double) throw new Error("the double runs between beforeAll and afterAll only");
    return double;
  };
  const reports: string[] = [];
  const given: TestDouble = {
    secretKey,
    reports,
    get url() {
      return running().url;
    },
    get pinKey() {
      return running().pinKey;
    },
    get events() {
      return running().events();
    },
    get stripe() {
      return stripeOf(running().url, secretKey);
    },
    during: undefined,
    async advance(seconds) {
      clock.advance(seconds);
      await running().clockMoved();
    },
    clear: () => running().clear(),
  };
  beforeAll(async () => {
    double = await startStripeDouble({
      ...options,
      authorizationUrl: authorizationUrl?.(),
      secretKey,
      webhookSecret: "",
      during: (method, path) => given.during?.(method, path),
      nowMs: clock.nowMs,
      report: (line) => reports.push(line),
    });
  });
  afterAll(async () => {
    clock.reset();
    await double?.stop();
  });
  return given;
}

/** Creates Stripe's own SDK for an address. @param maxNetworkRetries defaults to none */
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

/** The address and secret key of a double. */
export type Api = Pick<TestDouble, "url" | "secretKey">;

/** The outcome of an attempt to confirm an intent, as a client sees it. */
export interface Confirmed {
  /** The intent's status after the attempt. */
  readonly status: string;
  /** The error, such as the reason why the card was declined. */
  readonly error:
    | { readonly code?: string; readonly decline_code?: string; readonly message: string }
    | undefined;
}

interface IntentAnswer {
  readonly status?: string;
  readonly error?: NonNullable<Confirmed["error"]> & {
    readonly payment_intent?: { readonly status: string };
    readonly setup_intent?: { readonly status: string };
  };
}

async function read<T>({ url, secretKey }: Api, path: string): Promise<T> {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${secretKey}` } });
  const body = (await response.json()) as T & { error?: { message: string } };
  if (body.error) throw new Error(`GET ${path}: ${body.error.message}`);
  return body;
}

/** Returns a test card in the form that a client sends: a payment method's name, or typed fields. */
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

/** Confirms an intent as Stripe.js does: with a publishable key and the intent's client secret. */
async function confirmAs(
  kind: "payment_intents" | "setup_intents",
  api: Api,
  id: string,
  card: string,
): Promise<Confirmed> {
  const { client_secret } = await read<{ client_secret: string }>(api, `/v1/${kind}/${id}`);
  const response = await fetch(`${api.url}/v1/${kind}/${id}/confirm`, {
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
 * Confirms a payment intent as its customer.
 * @param card a well-known payment method (`pm_card_visa`), the id of a saved one, or a test card's number
 */
export const confirm = (api: Api, paymentIntentId: string, card = "pm_card_visa"): Promise<Confirmed> =>
  confirmAs("payment_intents", api, paymentIntentId, card);

/** Confirms a setup intent as its customer. */
export const confirmSetup = (api: Api, setupIntentId: string, card = "pm_card_visa"): Promise<Confirmed> =>
  confirmAs("setup_intents", api, setupIntentId, card);

/** Returns the address of the bank's page (3-D Secure) for an intent that `requires_action`. */
export async function challengeOf(api: Api, intentId: string): Promise<string> {
  const kind = intentId.startsWith("seti_") ? "setup_intents" : "payment_intents";
  const intent = await read<Stripe.PaymentIntent>(api, `/v1/${kind}/${intentId}`);
  const url = intent.next_action?.redirect_to_url?.url;
  if (!url) throw new Error(`${intentId} requires no action: it is ${intent.status}`);
  return url;
}

/** A page's answer to a form. */
export interface Answered {
  /** The address that the browser is redirected to. Undefined if the page shows an error. */
  readonly location: string | undefined;
  /** The page's HTML. */
  readonly html: string;
}

/** Submits a page's form. */
export async function submit(url: string, fields: Readonly<Record<string, string>>): Promise<Answered> {
  const response = await fetch(url, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(fields),
  });
  return { location: response.headers.get("location") ?? undefined, html: await response.text() };
}

/**
 * Pays at a hosted checkout, with a test card's number or the IBAN of a test account.
 * @returns the redirect to the success URL or to the bank's page (`authenticate`); without a redirect if the card is
 *   declined
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

/** Accepts or rejects the payment on the bank's page (3-D Secure). */
export const authenticate = (pageUrl: string, accept = true): Promise<Answered> =>
  submit(pageUrl, { answer: accept ? "yes" : "no" });

/** Completes the onboarding of a connected account. */
export const onboard = (linkUrl: string): Promise<Answered> => submit(linkUrl, { answer: "enable" });

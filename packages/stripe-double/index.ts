import type Stripe from "stripe";
import { openAgenda, prune } from "./agenda.ts";
import { openApi } from "./api.ts";
import type { Settings } from "./endpoint.ts";
import { pinKeyOf } from "./issuing/pins.ts";
import { authorizationClient } from "./issuing/real-time.ts";
import { openPages } from "./pages.ts";
import { startServer } from "./server.ts";
import { openStore } from "./store.ts";
import { transactions, type Within } from "./tx.ts";
import { startWebhooks } from "./webhooks.ts";

/** A stateful double of Stripe's API. README.md lists its endpoints and its differences from Stripe. */

export { testCards } from "./cards.ts";
export { sepaAccounts } from "./new-method.ts";

export interface StripeDouble {
  /** The API's address: `http://127.0.0.1:1234`. */
  readonly url: string;
  /** The public key that encrypts PINs of issued cards, as a JWK. */
  readonly pinKey: string;
  /** Returns the last events, oldest first. */
  events(): Stripe.Event[];
  /** Resolves when every due webhook was delivered. */
  settled(): Promise<void>;
  /** Runs due timers. Call it after moving the clock. */
  clockMoved(): Promise<void>;
  /** Deletes all objects. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

export interface StripeDoubleOptions {
  /** The file that stores all objects. They survive `kill -9`. Defaults to memory. */
  readonly file?: string | undefined;
  /** The secret API key that it accepts. Publishable keys begin with `pk_test_`. */
  readonly secretKey: string;
  /** The secret that signs webhooks. */
  readonly webhookSecret: string;
  /** The secret that signs webhooks about connected accounts. Defaults to `webhookSecret`. */
  readonly connectWebhookSecret?: string;
  /** The address that receives webhooks. Defaults to none. */
  readonly webhookUrl?: string | undefined;
  /** The secret that signs requests to `authorizationUrl`. Defaults to `webhookSecret`. */
  readonly authorizationSecret?: string;
  /** The address that approves or declines purchases with issued cards. Defaults to none, which approves all. */
  readonly authorizationUrl?: string | undefined;
  /**
   * Whether the capture of an intent that was never confirmed acts as if the customer had paid it.
   * Stripe rejects such a capture. Defaults to true.
   */
  readonly absentCustomerPays?: boolean;
  /** Runs before a request is executed. An error that it throws is answered as Stripe's own error 500. */
  readonly during?: (method: string, path: string) => Promise<void> | void;
  /** The clock, in milliseconds since the UNIX epoch. Defaults to the machine's. */
  readonly nowMs?: () => number;
  /** Reports failures, one line each. */
  readonly report?: (line: string) => void;
}

/** The store's key of the port. A restart uses the same port, so that links to pages stay valid. */
const PORT = "double/port";

/** How often the double checks for due work, in milliseconds. */
const LOOK_EVERY_MS = 1000;

/** Starts the double on a free port of loopback. */
export async function startStripeDouble(options: StripeDoubleOptions): Promise<StripeDouble> {
  const { secretKey, webhookUrl, nowMs = Date.now, report = () => undefined } = options;
  const store = openStore(options.file);
  const server = await startServer(Number(store.get(PORT) ?? 0), (error) =>
    report(`payment provider: ${error instanceof Error ? error.stack : error}`),
  );
  const storePort = () => store.commit(new Map([[PORT, String(server.port)]]));
  storePort();
  const pinKey = pinKeyOf(store);
  const url = `http://127.0.0.1:${server.port}`;
  const { absentCustomerPays = true } = options;
  const settings: Settings = { base: url, nowMs, absentCustomerPays };
  const webhooks =
    webhookUrl === undefined
      ? undefined
      : startWebhooks({ ...secretsOf(options), store, url: webhookUrl, nowMs, report });
  const agenda = openAgenda(store, settings, () => within);
  const within: Within = transactions(store, nowMs, webhooks !== undefined, (tx) => {
    agenda.set(tx.nextDueMs);
    webhooks?.add(tx.events);
  });
  const during = options.during ?? (() => undefined);
  const ask = authorizationClient({
    url: options.authorizationUrl,
    secret: options.authorizationSecret ?? options.webhookSecret,
    report,
  });
  const api = openApi({ store, settings, secretKey, within, during, ask, report });
  const pages = openPages(within, settings);
  server.serve(async (request, text) => pages(request, text) ?? (await api(request, text)));

  function runDue(): void {
    agenda.runDue();
    webhooks?.pump();
    prune(store, nowMs());
  }
  runDue();
  const timer = setInterval(runDue, LOOK_EVERY_MS);
  timer.unref();

  return {
    url,
    pinKey: pinKey.jwk,
    events: () => [...store.all("event").values()].map((json) => JSON.parse(json) as Stripe.Event),
    async settled() {
      runDue();
      await webhooks?.settled();
    },
    async clockMoved() {
      runDue();
    },
    async clear() {
      webhooks?.clear();
      store.clear();
      storePort();
      pinKey.store();
    },
    async stop() {
      clearInterval(timer);
      webhooks?.clear();
      await server.stop();
      store.close();
    },
  };
}

const secretsOf = ({
  webhookSecret: secret,
  connectWebhookSecret: connectSecret = secret,
}: StripeDoubleOptions) => ({
  secret,
  connectSecret,
});

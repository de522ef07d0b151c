import type Stripe from "stripe";
import { openAgenda, prune } from "./agenda.ts";
import { openApi } from "./api.ts";
import type { Settings } from "./endpoint.ts";
import { pinKeyOf } from "./issuing/pins.ts";
import { asking } from "./issuing/real-time.ts";
import { openPages } from "./pages.ts";
import { startServer } from "./server.ts";
import { openStore } from "./store.ts";
import { transactions, type Within } from "./tx.ts";
import { startWebhooks } from "./webhooks.ts";

/** The double of Stripe; README.md says what it answers and where it differs from Stripe. */

export interface StripeDouble {
  /** Where its API is: `http://127.0.0.1:1234`. */
  readonly url: string;
  /** The public key that PINs of issued cards are encrypted with: a JWK. */
  readonly pinKey: string;
  /** The last events, oldest first. */
  events(): Stripe.Event[];
  /** Resolves when every webhook that is due was taken. */
  settled(): Promise<void>;
  /** Lets what is due by the platform's clock happen. */
  clockMoved(): Promise<void>;
  /** Forgets everything. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

export interface StripeDoubleOptions {
  /** Where its state is kept; undefined: in memory. */
  readonly file: string | undefined;
  /** The API key that it takes. */
  readonly secretKey: string;
  /** What it signs webhooks with. */
  readonly webhookSecret: string;
  /** What it signs those of connected accounts with; by default the same. */
  readonly connectWebhookSecret?: string;
  /** Where it posts them; undefined: nowhere. */
  readonly webhookUrl: string | undefined;
  /** What it signs the questions about issued cards' authorizations with; by default the same. */
  readonly authorizationSecret?: string;
  /** Where it asks them; undefined: nowhere, and all are approved. */
  readonly authorizationUrl?: string | undefined;
  /** Whether a capture pays for a customer who was never there; by default it does. */
  readonly absentCustomerPays?: boolean;
  /** Runs while a request is carried out; what it throws is an error 500 of the provider's own. */
  readonly during?: (method: string, path: string) => Promise<void> | void;
  readonly report: (line: string) => void;
}

/** Where its port is kept: addresses of its pages that the platform has stored stay good. */
const PORT = "double/port";

/** How often it looks for what is due by the clock, where nobody moves that. */
const LOOK_EVERY_MS = 1000;

export async function startStripeDouble(options: StripeDoubleOptions): Promise<StripeDouble> {
  const { secretKey, webhookUrl, report } = options;
  const store = openStore(options.file);
  const server = await startServer(Number(store.get(PORT) ?? 0), (error) =>
    report(`payment provider: ${error instanceof Error ? error.stack : error}`),
  );
  const keepPort = () => store.commit(new Map([[PORT, String(server.port)]]));
  keepPort();
  const pinKey = pinKeyOf(store);
  const url = `http://127.0.0.1:${server.port}`;
  const settings: Settings = { base: url, absentCustomerPays: options.absentCustomerPays ?? true };
  const webhooks =
    webhookUrl === undefined
      ? undefined
      : startWebhooks({ ...secretsOf(options), store, url: webhookUrl, report });
  const agenda = openAgenda(store, settings, () => within);
  const within: Within = transactions(store, webhooks !== undefined, (tx) => {
    agenda.set(tx.nextDueMs);
    webhooks?.add(tx.events);
  });
  const during = options.during ?? (() => undefined);
  const ask = asking({
    url: options.authorizationUrl,
    secret: options.authorizationSecret ?? options.webhookSecret,
    report,
  });
  const api = openApi({ store, settings, secretKey, within, during, ask, report });
  const pages = openPages(within, settings);
  server.serve(async (request, text) => pages(request, text) ?? (await api(request, text)));

  function look(): void {
    agenda.runDue();
    webhooks?.pump();
    prune(store);
  }
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();

  return {
    url,
    pinKey: pinKey.jwk,
    events: () => [...store.all("event").values()].map((json) => JSON.parse(json) as Stripe.Event),
    async settled() {
      look();
      await webhooks?.settled();
    },
    async clockMoved() {
      look();
    },
    async clear() {
      webhooks?.clear();
      store.clear();
      keepPort();
      pinKey.keep();
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

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type Stripe from "stripe";
import { send } from "../http-event.ts";
import { openAgenda, prune } from "./agenda.ts";
import { openApi } from "./api.ts";
import type { Settings } from "./endpoint.ts";
import { openPages } from "./pages.ts";
import { openStore } from "./store.ts";
import { transactions } from "./tx.ts";
import { startWebhooks } from "./webhooks.ts";

/**
 * The double of the payment provider: answers what we call of Stripe's API, keeps its state, and posts signed webhooks back.
 *
 * It differs from Stripe on purpose in one thing, which `absentCustomerPays: false` takes away: capturing a payment intent with
 * manual capture that no customer has confirmed acts as if somebody had just paid it with the card 4242 4242 4242 4242, where Stripe
 * answers `payment_intent_unexpected_state`. So a person alone at a laptop can go through manual approval.
 */

export interface PspDouble {
  /** Where its API is: `http://127.0.0.1:1234`. */
  readonly url: string;
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

export interface PspDoubleOptions {
  /** Where its state is kept; undefined: in memory. */
  readonly file: string | undefined;
  /** The API key that it takes. */
  readonly secretKey: string;
  /** What it signs webhooks with. */
  readonly webhookSecret: string;
  /** What it signs those of connected accounts with; the same unless told. */
  readonly connectWebhookSecret?: string;
  /** Where it posts them; undefined: nowhere. */
  readonly webhookUrl: string | undefined;
  /** Whether a capture pays for a customer who was never there; true unless told. */
  readonly absentCustomerPays?: boolean;
  /** Runs while a request is carried out; what it throws is an error 500 of the provider's own. */
  readonly during?: (method: string, path: string) => Promise<void> | void;
  readonly report: (line: string) => void;
}

const MAX_BODY_BYTES = 1024 * 1024;

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new RangeError("a request's body is larger than 1 MiB");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Where its port is kept: addresses of its pages that the platform has stored stay good. */
const PORT = "double/port";

/** Listens on the port of the last time where that is free, else on any. */
async function listen(server: Server, wanted: number): Promise<number> {
  server.listen(wanted, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    if (wanted === 0) throw error;
    return listen(server, 0);
  }
  return (server.address() as AddressInfo).port;
}

/** How often what is due by the clock is looked for, where nobody moves it. */
const LOOK_EVERY_MS = 1000;

export async function startPsp(options: PspDoubleOptions): Promise<PspDouble> {
  const { secretKey, webhookSecret, connectWebhookSecret, webhookUrl, report } = options;
  const store = openStore(options.file);
  const server = createServer({ keepAliveTimeout: 65_000 });
  const port = await listen(server, Number(store.get(PORT) ?? 0));
  const keepPort = () => store.commit(new Map([[PORT, String(port)]]));
  keepPort();
  const url = `http://127.0.0.1:${port}`;
  const settings: Settings = { base: url, absentCustomerPays: options.absentCustomerPays ?? true };
  const webhooks =
    webhookUrl === undefined
      ? undefined
      : startWebhooks({
          store,
          secret: webhookSecret,
          connectSecret: connectWebhookSecret ?? webhookSecret,
          url: webhookUrl,
          report,
        });
  const agenda = openAgenda(store, settings, () => within);
  const within = transactions(store, webhooks !== undefined, (tx) => {
    agenda.set(tx.nextDueMs);
    webhooks?.add(tx.events);
  });
  const api = openApi({
    store,
    settings,
    secretKey,
    within,
    during: options.during ?? (() => undefined),
    report,
  });
  const pages = openPages(within, settings);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readBody(request);
    send(response, pages(request, text) ?? (await api(request, text)));
  }
  server.on("request", (request, response) => {
    answer(request, response).catch((error: unknown) => {
      report(`payment provider: ${error instanceof Error ? error.stack : error}`);
      response.destroy();
    });
  });

  function look(): void {
    agenda.ringDue();
    webhooks?.pump();
    prune(store);
  }
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();

  return {
    url,
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
    },
    async stop() {
      clearInterval(timer);
      webhooks?.clear();
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
      store.close();
    },
  };
}

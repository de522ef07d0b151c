import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type Stripe from "stripe";
import type { Store } from "./store.ts";
import type { Delivery } from "./tx.ts";

/** Sends events to the platform with Stripe's signature, and retries for three days until it answers with 2xx. */

export interface WebhookOptions {
  readonly store: Store;
  /** The secret that signs webhooks. */
  readonly secret: string;
  /** The secret that signs webhooks about connected accounts, which have another endpoint at Stripe. */
  readonly connectSecret: string;
  readonly url: string;
  readonly nowMs: () => number;
  readonly report: (line: string) => void;
}

export interface Webhooks {
  /** Sends stored events. */
  add(events: readonly Stripe.Event[]): void;
  /** Sends due events. */
  pump(): void;
  /** Resolves when nothing is due. */
  settled(): Promise<void>;
  /** Discards all events, and aborts those being sent. */
  clear(): void;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The delays after failed attempts. */
const PAUSES_MS = [
  5 * SECOND,
  MINUTE,
  10 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  ...Array.from({ length: 5 }, () => 12 * HOUR),
];

/** The number of concurrent requests. */
const PARALLEL = 16;
const TIMEOUT_MS = 20_000;

/** Signs a body with Stripe's scheme v1. The time is real, because the receiver compares it with its own. */
export function signature(body: string, secret: string, seconds: number): string {
  const mac = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${mac}`;
}

/**
 * Sends a signed event.
 * @returns the problem if the platform did not accept the event; otherwise undefined
 */
async function post(
  event: Stripe.Event,
  options: WebhookOptions,
  abort: AbortSignal,
): Promise<string | undefined> {
  const body = JSON.stringify(event, null, 2);
  const seconds = Math.floor(Date.now() / 1000);
  const secret = event.account === undefined ? options.secret : options.connectSecret;
  try {
    const response = await fetch(options.url, {
      method: "POST",
      redirect: "manual",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "stripe-signature": signature(body, secret, seconds),
        "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
      },
      body,
      signal: AbortSignal.any([abort, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.arrayBuffer();
    return response.ok ? undefined : `was answered with status ${response.status}`;
  } catch (error) {
    return `was not answered: ${error instanceof Error ? error.message : error}`;
  }
}

/** Returns the undelivered events of the store. */
function storedDeliveries(store: Store): Map<string, Delivery> {
  const deliveries = [...store.all("delivery").values()].map((json) => JSON.parse(json) as Delivery);
  return new Map(deliveries.map((delivery) => [delivery.eventId, delivery]));
}

class WebhookSender implements Webhooks {
  readonly #options: WebhookOptions;
  readonly #waiting: Map<string, Delivery>;
  readonly #inFlight = new Map<string, Promise<void>>();
  #abort = new AbortController();

  constructor(options: WebhookOptions) {
    this.#options = options;
    this.#waiting = storedDeliveries(options.store);
  }

  add(events: readonly Stripe.Event[]): void {
    const dueMs = this.#options.nowMs();
    for (const { id: eventId } of events) this.#waiting.set(eventId, { eventId, attempts: 0, dueMs });
    this.pump();
  }

  pump(): void {
    for (const delivery of this.#dueNow()) {
      if (this.#inFlight.size >= PARALLEL) break;
      const { eventId } = delivery;
      const work = this.#deliver(delivery).finally(() => {
        if (this.#inFlight.get(eventId) === work) this.#inFlight.delete(eventId);
        this.pump();
      });
      this.#inFlight.set(eventId, work);
    }
  }

  async settled(): Promise<void> {
    for (this.pump(); this.#inFlight.size > 0; this.pump()) {
      await Promise.race(this.#inFlight.values());
      // The platform may have reacted with further requests.
      await sleep(0);
    }
  }

  clear(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#inFlight.clear();
    this.#waiting.clear();
  }

  *#dueNow(): Generator<Delivery> {
    const nowMs = this.#options.nowMs();
    for (const delivery of this.#waiting.values())
      if (delivery.dueMs <= nowMs && !this.#inFlight.has(delivery.eventId)) yield delivery;
  }

  #update(eventId: string, next: Delivery | undefined): void {
    if (next) this.#waiting.set(eventId, next);
    else this.#waiting.delete(eventId);
    this.#options.store.commit(new Map([[`delivery/${eventId}`, next && JSON.stringify(next)]]));
  }

  async #deliver({ eventId, attempts }: Delivery): Promise<void> {
    const { store, nowMs, report } = this.#options;
    const { signal } = this.#abort;
    const json = store.get(`event/${eventId}`);
    const event = json === undefined ? undefined : (JSON.parse(json) as Stripe.Event);
    const problem = event && (await post(event, this.#options, signal));
    if (signal.aborted) return;
    if (problem === undefined) return this.#update(eventId, undefined);
    const pause = PAUSES_MS[attempts];
    const next =
      pause === undefined ? undefined : { eventId, attempts: attempts + 1, dueMs: nowMs() + pause };
    this.#update(eventId, next);
    const outcome = pause === undefined ? "giving up" : `retrying in ${pause / SECOND} s`;
    report(`webhook ${event?.type} ${eventId} ${problem}, ${outcome}`);
  }
}

export const startWebhooks = (options: WebhookOptions): Webhooks => new WebhookSender(options);

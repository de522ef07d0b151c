import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type Stripe from "stripe";
import * as Clock from "../../core/kernel/clock/index.ts";
import type { Store } from "./store.ts";
import type { Delivery } from "./tx.ts";

/** Posts events to the platform, signed as Stripe signs them, until they are taken with a 2xx: for three days, as Stripe does. */

export interface WebhookOptions {
  readonly store: Store;
  /** What they are signed with. */
  readonly secret: string;
  /** What those of connected accounts are signed with: at Stripe another endpoint gets them. */
  readonly connectSecret: string;
  readonly url: string;
  readonly report: (line: string) => void;
}

export interface Webhooks {
  /** Takes note of events that were kept, and posts them. */
  add(events: readonly Stripe.Event[]): void;
  /** Posts what is due. */
  pump(): void;
  /** Resolves when nothing is due. */
  settled(): Promise<void>;
  /** Forgets all of them; what is being posted is broken off. */
  clear(): void;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The pause after each attempt that failed. */
const PAUSES_MS = [
  5 * SECOND,
  MINUTE,
  10 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  ...Array.from({ length: 5 }, () => 12 * HOUR),
];

/** How many are posted at once. */
const PARALLEL = 16;
const TIMEOUT_MS = 20_000;

/** The header of Stripe's scheme v1. Its time is the world's: whoever checks it knows no other. */
export function signature(body: string, secret: string, seconds: number): string {
  const mac = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${mac}`;
}

export function startWebhooks({ store, secret, connectSecret, url, report }: WebhookOptions): Webhooks {
  const flying = new Map<string, Promise<void>>();
  let breakOff = new AbortController();

  /** What waits, as the store has it. */
  const waiting = new Map<string, Delivery>();
  for (const json of store.all("delivery").values()) {
    const delivery = JSON.parse(json) as Delivery;
    waiting.set(delivery.eventId, delivery);
  }

  function* dueNow(): Generator<Delivery> {
    const nowMs = Clock.nowMs();
    for (const delivery of waiting.values())
      if (delivery.dueMs <= nowMs && !flying.has(delivery.eventId)) yield delivery;
  }

  /** @returns why it was not taken, if so */
  async function post(event: Stripe.Event, broken: AbortSignal): Promise<string | undefined> {
    const body = JSON.stringify(event, null, 2);
    const seconds = Math.floor(Clock.worldNowMs() / 1000);
    const key = event.account === undefined ? secret : connectSecret;
    try {
      const response = await fetch(url, {
        method: "POST",
        redirect: "manual",
        headers: {
          "content-type": "application/json; charset=utf-8",
          "stripe-signature": signature(body, key, seconds),
          "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        },
        body,
        signal: AbortSignal.any([broken, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.arrayBuffer();
      return response.ok ? undefined : `was answered ${response.status}`;
    } catch (error) {
      return `was not answered: ${error instanceof Error ? error.message : error}`;
    }
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const { eventId, attempts } = delivery;
    const key = `delivery/${eventId}`;
    const json = store.get(`event/${eventId}`);
    const { signal } = breakOff;
    const event = json === undefined ? undefined : (JSON.parse(json) as Stripe.Event);
    const problem = event && (await post(event, signal));
    if (signal.aborted) return;
    const pause = PAUSES_MS[attempts];
    if (problem === undefined || pause === undefined) {
      waiting.delete(eventId);
      store.commit(new Map([[key, undefined]]));
    } else {
      const next: Delivery = { eventId, attempts: attempts + 1, dueMs: Clock.nowMs() + pause };
      waiting.set(eventId, next);
      store.commit(new Map([[key, JSON.stringify(next)]]));
    }
    if (problem === undefined) return;
    const then = pause === undefined ? "given up" : `again in ${pause / SECOND} s`;
    report(`webhook ${event?.type} ${eventId} ${problem}, ${then}`);
  }

  function pump(): void {
    for (const delivery of dueNow()) {
      if (flying.size >= PARALLEL) break;
      const work = deliver(delivery).finally(() => {
        if (flying.get(delivery.eventId) === work) flying.delete(delivery.eventId);
        pump();
      });
      flying.set(delivery.eventId, work);
    }
  }

  return {
    add(events) {
      const dueMs = Clock.nowMs();
      for (const { id: eventId } of events) waiting.set(eventId, { eventId, attempts: 0, dueMs });
      pump();
    },
    pump,
    async settled() {
      for (pump(); flying.size > 0; pump()) {
        await Promise.race(flying.values());
        // What was taken may have made the platform ask for more.
        await sleep(0);
      }
    },
    clear() {
      breakOff.abort();
      breakOff = new AbortController();
      flying.clear();
      waiting.clear();
    },
  };
}

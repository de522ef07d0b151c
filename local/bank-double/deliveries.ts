import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Store } from "@svc/stripe-double/store";
import { signatureHeader } from "../../core/inbound/bank.ts";
import * as Clock from "../../core/kernel/clock/index.ts";

/** Sends the bank's signed events to the platform when they are due, and retries until they are accepted. */

/** An event that is due at a time of the platform's clock. */
export interface Delivery {
  readonly eventId: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly dueMs: number;
  readonly attempts: number;
}

export interface Deliveries {
  /** Sends the due events. */
  pump(): void;
  /** Resolves when nothing is due. */
  settled(): Promise<void>;
}

const SECOND = 1000;
/** The delays after failed attempts; the last one for all further ones. */
const PAUSES_MS = [5 * SECOND, 60 * SECOND, 600 * SECOND, 3600 * SECOND];
const TIMEOUT_MS = 20_000;

export interface DeliveryOptions {
  readonly store: Store;
  readonly secret: string;
  readonly url: string;
  readonly report: (line: string) => void;
}

export const keyOf = (eventId: string): string => `delivery/${eventId}`;

async function post(
  { eventId, type, data, dueMs }: Delivery,
  { secret, url }: DeliveryOptions,
): Promise<string | undefined> {
  const body = JSON.stringify({ eventId, type, occurredAt: new Date(dueMs).toISOString(), data });
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        [signatureHeader()]: createHmac("sha256", secret).update(body).digest("hex"),
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return response.ok ? undefined : `was answered with status ${response.status}`;
  } catch (error) {
    return `was not answered: ${error instanceof Error ? error.message : error}`;
  }
}

export function startDeliveries(options: DeliveryOptions): Deliveries {
  const { store, report } = options;
  const inFlight = new Map<string, Promise<void>>();
  const due = (): Delivery[] =>
    [...store.all("delivery").values()]
      .map((json) => JSON.parse(json) as Delivery)
      .filter(({ eventId, dueMs }) => dueMs <= Clock.nowMs() && !inFlight.has(eventId));

  async function deliver(delivery: Delivery): Promise<void> {
    const { eventId, type, attempts } = delivery;
    const problem = await post(delivery, options);
    // A reset deleted the event during the attempt.
    if (store.get(keyOf(eventId)) === undefined) return;
    const pause = PAUSES_MS[Math.min(attempts, PAUSES_MS.length - 1)] ?? SECOND;
    const again = { ...delivery, attempts: attempts + 1, dueMs: Clock.nowMs() + pause };
    store.commit(new Map([[keyOf(eventId), problem === undefined ? undefined : JSON.stringify(again)]]));
    if (problem !== undefined)
      report(`bank double: ${type} ${eventId} ${problem}, retrying in ${pause / SECOND} s`);
  }

  const pump = (): void => {
    for (const delivery of due()) {
      const work = deliver(delivery).finally(() => inFlight.delete(delivery.eventId));
      inFlight.set(delivery.eventId, work);
    }
  };
  return {
    pump,
    async settled() {
      for (pump(); inFlight.size > 0; pump()) {
        await Promise.race(inFlight.values());
        await sleep(0);
      }
    },
  };
}

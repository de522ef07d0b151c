import { cancel } from "./capture.ts";
import { expireSession } from "./checkout.ts";
import { settleCheckout } from "./checkout-payment.ts";
import { settleDebit } from "./debits.ts";
import { openDispute } from "./disputes.ts";
import type { Settings } from "./endpoint.ts";
import { KEPT_MS } from "./idempotency.ts";
import { lapse } from "./issuing/purchases.ts";
import { renew } from "./renewal.ts";
import type { Store } from "./store.ts";
import type { Timer, Tx, Within } from "./tx.ts";

/** Runs the timers that are due, and deletes what is old enough to be forgotten. */

function expire(tx: Tx, id: string): void {
  const session = tx.find("checkout.session", id);
  if (session?.status === "open") expireSession(tx, session);
  const intent = tx.find("payment_intent", id);
  if (intent?.status === "requires_capture") cancel(tx, intent, "expired", true);
}

/** Does what a timer was set for. */
function run(tx: Tx, settings: Settings, { does, id, dueMs }: Timer): void {
  tx.never(does, id);
  if (does === "expire") expire(tx, id);
  else if (does === "lapse") lapse(tx, id);
  else if (does === "renew") renew(tx, settings, id, dueMs);
  else if (does === "dispute") openDispute(tx, id);
  else {
    const intent = settleDebit(tx, id);
    if (intent) settleCheckout(tx, intent);
  }
}

export interface Agenda {
  /** Takes note that something may be due then. */
  set(dueMs: number): void;
  /** Does what is due, in order. */
  runDue(): void;
}

export function openAgenda(store: Store, settings: Settings, within: () => Within): Agenda {
  // Read from the store when it has come; a timer that was taken back costs a look for nothing.
  let nextMs = 0;
  const timers = (): Timer[] =>
    [...store.all("timer").values()]
      .map((json) => JSON.parse(json) as Timer)
      .sort((a, b) => a.dueMs - b.dueMs);
  const isDue = ({ dueMs }: Timer) => dueMs <= settings.nowMs();
  return {
    set(dueMs) {
      nextMs = Math.min(nextMs, dueMs);
    },
    runDue() {
      if (settings.nowMs() < nextMs) return;
      // A timer may set another that is due as well, where the clock was moved by months.
      for (let due = timers().filter(isDue); due.length > 0; due = timers().filter(isDue))
        for (const timer of due) within()((tx) => run(tx, settings, timer));
      nextMs = timers()[0]?.dueMs ?? Number.POSITIVE_INFINITY;
    },
  };
}

/** Events beyond this many are forgotten once they were delivered, oldest first. */
const MOST_EVENTS = 2000;

/** Forgets delivered events and old answers to idempotency keys. */
export function prune(store: Store, nowMs: number): void {
  const forget = new Map<string, undefined>();
  const events = store.all("event");
  const waiting = store.all("delivery");
  let extra = events.size - MOST_EVENTS;
  for (const key of events.keys()) {
    if (extra <= 0) break;
    if (waiting.has(key.replace("event/", "delivery/"))) continue;
    forget.set(key, undefined);
    extra--;
  }
  const sinceMs = nowMs - KEPT_MS;
  // They are in the order of their time, as the clock only moves forward.
  for (const [key, json] of store.all("idempotency")) {
    if ((JSON.parse(json) as { keptMs: number }).keptMs >= sinceMs) break;
    forget.set(key, undefined);
  }
  store.commit(forget);
}

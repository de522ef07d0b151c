import { cancel } from "./capture.ts";
import { expireSession } from "./checkout.ts";
import { settleCheckout } from "./checkout-payment.ts";
import { settleDebit } from "./debits.ts";
import { openDispute } from "./disputes.ts";
import type { Settings } from "./endpoint.ts";
import { RETENTION_MS } from "./idempotency.ts";
import { lapse } from "./issuing/purchases.ts";
import { renew } from "./renewal.ts";
import type { Store } from "./store.ts";
import type { Timer, Tx, Within } from "./tx.ts";

/** Runs due timers, and deletes old records. */

function expire(tx: Tx, id: string): void {
  const session = tx.find("checkout.session", id);
  if (session?.status === "open") expireSession(tx, session);
  const intent = tx.find("payment_intent", id);
  if (intent?.status === "requires_capture") cancel(tx, intent, "expired", true);
}

/** Runs a timer. */
function run(tx: Tx, settings: Settings, { does, id, dueMs }: Timer): void {
  tx.cancelTimer(does, id);
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
  /** Records that a timer is due at a time. */
  set(dueMs: number): void;
  /** Runs the due timers, in order. */
  runDue(): void;
}

export function openAgenda(store: Store, settings: Settings, within: () => Within): Agenda {
  // Timers are read when due; a canceled one costs one superfluous read.
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
      // A timer may set another one that is already due, if the clock was moved by months.
      for (let due = timers().filter(isDue); due.length > 0; due = timers().filter(isDue))
        for (const timer of due) within()((tx) => run(tx, settings, timer));
      nextMs = timers()[0]?.dueMs ?? Number.POSITIVE_INFINITY;
    },
  };
}

/** Above this number, delivered events are deleted, oldest first. */
const MOST_EVENTS = 2000;

/** Deletes delivered events and old responses to idempotency keys. */
export function prune(store: Store, nowMs: number): void {
  const deletions = new Map<string, undefined>();
  const events = store.all("event");
  const waiting = store.all("delivery");
  let extra = events.size - MOST_EVENTS;
  for (const key of events.keys()) {
    if (extra <= 0) break;
    if (waiting.has(key.replace("event/", "delivery/"))) continue;
    deletions.set(key, undefined);
    extra--;
  }
  const sinceMs = nowMs - RETENTION_MS;
  // They are sorted by time, because the clock only moves forward.
  for (const [key, json] of store.all("idempotency")) {
    if ((JSON.parse(json) as { keptMs: number }).keptMs >= sinceMs) break;
    deletions.set(key, undefined);
  }
  store.commit(deletions);
}

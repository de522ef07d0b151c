import * as Clock from "../clock/index.ts";
import * as Ids from "../ids/index.ts";
import * as Lease from "../lease/index.ts";
import * as Egress from "../platform/egress/index.ts";
import { log } from "../platform/log.ts";
import * as Table from "../platform/table.ts";
import { delivery, WAITING_PREFIX, waiting, webhook } from "./entity.ts";
import * as Webhooks from "./index.ts";
import { type Outcome, record, skip } from "./record.ts";
import { retryAfterSeconds } from "./schedule.ts";
import {
  type Delivery,
  deliveryItem,
  type Waiting,
  type Webhook,
  waitingItem,
  webhookItem,
} from "./schema.ts";
import * as Secrets from "./secrets.ts";
import { headersOf } from "./signature.ts";
import { type Call, type Lane, wake } from "./wake.ts";

/**
 * Sending. Whoever is called for a webhook works for it alone, under a lease: so a webhook never takes more than one of those who
 * send, whatever waits for it, and the others are served meanwhile. Who finds the lease taken leaves: its holder looks once more
 * after giving it back, so nothing that came in between stays behind.
 */

/** Longer than a function may run. A holder that dies is relieved after this. */
const LEASE_SECONDS = 60;
/** Deliveries to one webhook at a time. */
const AT_ONCE = 10;
/** Begins no further attempts after this: what is left is called for anew, behind what waits for others. */
const TURN_MS = 10_000;
/** A receiver that takes longer is slow, and served apart until it is quicker. */
const SLOW_MS = 5000;
/** Machines' clocks differ: what is due so soon is due. */
const EARLY_MS = 250;

/**
 * Makes the attempts that are due for a webhook, if nobody else is at it.
 * @param lane which of the two queues the call came by
 * @throws what the table throws: the queue delivers the call again
 */
export async function deliver({ userId, webhookId }: Call, lane: Lane): Promise<void> {
  const item = await Table.get(webhook.key({ userId, webhookId }));
  if (!item) return Webhooks.forget(webhookId);
  if (lane === "quick" && webhookItem.parse(item).slow) return wake([{ userId, webhookId }], "slow");
  const holder = Ids.secret(12);
  const startedMs = performance.now();
  do {
    if (!(await Lease.acquire(leaseOf(webhookId), holder, LEASE_SECONDS))) return;
    let left: boolean;
    try {
      left = await work({ userId, webhookId }, lane, startedMs);
    } finally {
      await Lease.release(leaseOf(webhookId), holder);
    }
    if (left) return wake([{ userId, webhookId }]);
  } while ((await due(webhookId, 1)).length > 0);
}

const leaseOf = (webhookId: string): string => `webhook:${webhookId}`;

/** What waits for its attempt now, longest due first. */
async function due(webhookId: string, limit: number): Promise<Waiting[]> {
  const upTo = `${WAITING_PREFIX}${new Date(Clock.nowMs() + EARLY_MS).toISOString()}~`;
  const page = await Table.query({ pk: waiting.partition({ webhookId }), from: WAITING_PREFIX, upTo, limit });
  return page.items.map((item) => waitingItem.parse(item));
}

/** Makes attempts until none is due. @returns whether its turn was over before */
async function work(call: Call, lane: Lane, startedMs: number): Promise<boolean> {
  for (;;) {
    const some = await due(call.webhookId, AT_ONCE);
    if (some.length === 0) return false;
    if (performance.now() - startedMs > TURN_MS) return true;
    const [hookItem, secretsItem, ...items] = await Table.getMany([
      webhook.key(call),
      Secrets.keyOf(call.webhookId),
      ...some.map((one) => delivery.key(one)),
    ]);
    if (!hookItem || !secretsItem) {
      await Webhooks.forget(call.webhookId);
      return false;
    }
    const hook = webhookItem.parse(hookItem);
    const secrets = Secrets.signing(secretsItem);
    const durations = await all(some.map((one, index) => turn(hook, secrets, one, items[index])));
    const slow = durations.some((ms) => ms !== undefined && ms >= SLOW_MS);
    const sent = durations.some((ms) => ms !== undefined);
    if (sent && slow !== (hook.slow ?? false)) await mark(hook, slow);
    if (slow && lane === "quick") return true;
  }
}

/** Waits for all, then throws the first error, if any: nothing goes on behind the back of whoever called. */
async function all<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(work);
  return settled.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
}

/** One delivery's turn. @returns how long the receiver took, in milliseconds; undefined where nothing was sent */
async function turn(
  hook: Webhook,
  secrets: readonly string[],
  one: Waiting,
  item: Table.Item | undefined,
): Promise<number | undefined> {
  const before = item && deliveryItem.parse(item);
  // Its delivery has expired, or was moved by a replay: what says that it waits is a leftover.
  if (before?.status !== "pending" || before.nextAttemptAt !== one.at) {
    await Table.remove(waiting.key(one));
    return undefined;
  }
  if (!hook.enabled) {
    await skip(before);
    return undefined;
  }
  const outcome = await attempt(hook, secrets, before);
  const { status, error, durationMs } = outcome;
  log.info("webhook attempt", {
    webhookId: hook.webhookId,
    deliveryId: before.deliveryId,
    attempt: before.attempts + 1,
    status,
    error,
    durationMs,
  });
  const calls = await record(hook, before, outcome);
  if (calls.length > 0) await wake(calls);
  return durationMs;
}

/** Sends a delivery once: whatever becomes of it is an outcome, never an error. */
async function attempt(hook: Webhook, secrets: readonly string[], one: Delivery): Promise<Outcome> {
  const at = Clock.nowIso();
  const startedMs = performance.now();
  const took = () => Math.round(performance.now() - startedMs);
  const worldMs = Clock.worldNowMs();
  try {
    const answer = await Egress.post({
      url: hook.url,
      headers: headersOf(one, secrets, Math.floor(worldMs / 1000)),
      body: one.body,
    });
    const { status, body } = answer;
    return {
      at,
      durationMs: took(),
      status,
      ...(body !== "" && { responseBody: body }),
      ...((status < 200 || status > 299) && { error: reasonOf(status) }),
      retryAfterSeconds: retryAfterSeconds(answer.retryAfter, worldMs),
    };
  } catch (error) {
    if (!(error instanceof Egress.EgressFailure)) throw error;
    return {
      at,
      durationMs: took(),
      error: error.message,
      ...(error.status !== undefined && { status: error.status }),
    };
  }
}

const reasonOf = (status: number): string =>
  status >= 300 && status < 400
    ? `the receiver answered ${status}; redirects are not followed`
    : `the receiver answered ${status}`;

/** Notes whether a receiver is slow. */
async function mark(hook: Webhook, slow: boolean): Promise<void> {
  try {
    await Table.update({
      key: webhook.key(hook),
      update: "SET slow = :slow",
      condition: "attribute_exists(pk)",
      values: { ":slow": slow },
    });
  } catch (error) {
    if (!(error instanceof Table.ConditionFailed)) throw error;
  }
}

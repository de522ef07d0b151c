import * as Clock from "../../kernel/clock/index.ts";
import * as Egress from "../../platform/egress/index.ts";
import { log } from "../../platform/log.ts";
import * as Table from "../../platform/table/index.ts";
import { delivery, WAITING_PREFIX, waiting, webhook } from "./entity.ts";
import * as Webhooks from "./index.ts";
import * as Pace from "./pace.ts";
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
import * as Turns from "./turns.ts";
import { type Call, type Lane, wake } from "./wake.ts";

/**
 * Sending. Whoever is called for a webhook takes its turn, and works for it alone: so a webhook never takes more than one of those who
 * send, whatever waits for it, and the others are served meanwhile. Who finds the turn taken leaves: its holder looks once more
 * after giving it back, so nothing that came in between stays behind.
 */

/** Deliveries to one webhook at a time. */
const AT_ONCE = 10;
/** Begins no further attempts after this: what is left is called for anew, behind what waits for others. */
const TURN_MS = 10_000;
/** Machines' clocks differ: what is due so soon is due. */
const EARLY_MS = 250;

/**
 * Makes the attempts that are due for a webhook, if it is its turn.
 * @param lane which of the two queues the call came by
 * @throws what the table throws: the queue delivers the call again
 */
export async function deliver({ userId, webhookId }: Call, lane: Lane): Promise<void> {
  const call = { userId, webhookId };
  const item = await Table.get(webhook.key(call));
  if (!item) return Webhooks.forget(webhookId);
  if (lane === "quick" && Pace.laneOf(webhookItem.parse(item)) === "slow") return wake([call], "slow");
  const startedMs = performance.now();
  do {
    const turn = await Turns.begin(call, lane);
    if (!turn) return;
    let next: Lane | undefined;
    try {
      next = await work(call, lane, startedMs);
    } finally {
      await turn.end();
    }
    if (next) return wake([call], next);
  } while ((await due(webhookId, 1)).length > 0);
}

/** What waits for its attempt now, longest due first. */
async function due(webhookId: string, limit: number): Promise<Waiting[]> {
  const upTo = `${WAITING_PREFIX}${new Date(Clock.nowMs() + EARLY_MS).toISOString()}~`;
  const page = await Table.query({ pk: waiting.partition({ webhookId }), from: WAITING_PREFIX, upTo, limit });
  return page.items.map((item) => waitingItem.parse(item));
}

/** A turn: attempts until none is due or its time is over. @returns the lane that what is left is to be called for in, if any is */
async function work(call: Call, lane: Lane, startedMs: number): Promise<Lane | undefined> {
  let sent: Webhook | undefined;
  let quick = true;
  let next: Lane | undefined;
  for (;;) {
    const some = await due(call.webhookId, AT_ONCE);
    if (some.length === 0) break;
    if (performance.now() - startedMs > TURN_MS) {
      next = "quick";
      break;
    }
    const [hookItem, secretsItem, ...items] = await Table.getMany([
      webhook.key(call),
      Secrets.keyOf(call.webhookId),
      ...some.map((one) => delivery.key(one)),
    ]);
    if (!hookItem || !secretsItem) {
      await Webhooks.forget(call.webhookId);
      return undefined;
    }
    const hook = webhookItem.parse(hookItem);
    const secrets = Secrets.signing(secretsItem);
    const paces = await all(some.map((one, index) => send(hook, secrets, one, items[index], lane)));
    if (paces.some((pace) => pace !== undefined)) sent = hook;
    if (paces.includes("slow")) quick = false;
    if (!quick && lane === "quick") {
      next = "slow";
      break;
    }
  }
  if (sent) await Pace.note(sent, quick);
  return next;
}

/** Waits for all, then throws the first error, if any: nothing goes on behind the back of whoever called. */
async function all<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(work);
  return settled.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
}

/**
 * Makes one attempt and records it. What a quick turn has no time for is not: it is made again in the slow lane, where there is.
 * @returns how the receiver was; undefined where nothing was sent
 */
async function send(
  hook: Webhook,
  secrets: readonly string[],
  one: Waiting,
  item: Table.Item | undefined,
  lane: Lane,
): Promise<Lane | undefined> {
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
  const outcome = await attempt(hook, secrets, before, lane === "quick" ? Pace.SLOW_MS : undefined);
  const { webhookId } = hook;
  const { deliveryId } = before;
  if (!outcome) {
    log.info("webhook attempt left to the slow lane", { webhookId, deliveryId });
    return "slow";
  }
  const { status, error, durationMs } = outcome;
  log.info("webhook attempt", {
    webhookId,
    deliveryId,
    attempt: before.attempts + 1,
    status,
    error,
    durationMs,
  });
  const calls = await record(hook, before, outcome);
  if (calls.length > 0) await wake(calls);
  return durationMs < Pace.SLOW_MS ? "quick" : "slow";
}

/**
 * Sends a delivery once: whatever becomes of it is an outcome, never an error.
 * @param patienceMs how long the receiver is waited for, where that is less than it has by right
 * @returns undefined when it took longer than that
 */
async function attempt(
  hook: Webhook,
  secrets: readonly string[],
  one: Delivery,
  patienceMs: number | undefined,
): Promise<Outcome | undefined> {
  const at = Clock.nowIso();
  const startedMs = performance.now();
  const took = () => Math.round(performance.now() - startedMs);
  const worldMs = Clock.worldNowMs();
  try {
    const answer = await Egress.post({
      url: hook.url,
      headers: headersOf(one, secrets, Math.floor(worldMs / 1000)),
      body: one.body,
      ...(patienceMs !== undefined && { timeoutMs: patienceMs }),
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
    if (patienceMs !== undefined && error.kind === "timeout") return undefined;
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

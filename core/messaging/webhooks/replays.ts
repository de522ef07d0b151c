import pMap from "p-map";
import * as z from "zod";
import * as Sandboxes from "../../identity/sandboxes/index.ts";
import * as Users from "../../identity/users.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail, SvcError, Unavailable } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { Mode } from "../../kernel/mode.ts";
import { DAY_SECONDS } from "../../kernel/time.ts";
import * as ApiEvents from "../../platform/api-events/index.ts";
import * as Due from "../../platform/due/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Queue from "../../platform/queue.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { replayRequested } from "../events.ts";
import { isWebhookEvent, type WebhookEventType } from "../schema.ts";
import { isEnabled, resend } from "./deliveries.ts";
import { replay as replayEntity } from "./entity.ts";
import * as Webhooks from "./index.ts";
import { callWorkers } from "./next-attempt.ts";
import { MAX_REPLAYED, type Replay, type Webhook } from "./schema.ts";

/** Replays a range: sends the events between two instants to a webhook again, under the same ids, oldest first. */

const PAGE = 25;
/** A worker begins no page after this time. Another message continues. */
const WORK_MS = 10_000;

export interface Range {
  /** ISO 8601, both included. */
  readonly from: string;
  readonly to: string;
  /** Defaults to all that the webhook subscribes to. */
  readonly types?: readonly WebhookEventType[] | undefined;
}

/** Requests a replay. @throws WEBHOOK_NOT_FOUND, WEBHOOK_DISABLED */
export async function request(
  actor: Webhooks.Owner,
  webhookId: string,
  { from, to, types }: Range,
  claim?: Idempotency.Claim<Replay>,
): Promise<Replay> {
  const hook = await Webhooks.fromId(actor, webhookId);
  const requested: Replay = {
    userId: actor.userId,
    ownershipId: actor.ownershipId,
    webhookId,
    replayId: Ids.create("replay"),
    from,
    to,
    types: [...(types ?? hook.events)],
    status: "running",
    events: 0,
    createdAt: Clock.nowIso(),
  };
  const { userId, replayId } = requested;
  const put = {
    ...replayEntity.item({ ...requested, ttl: Clock.nowSeconds() + 30 * DAY_SECONDS }),
    ...Outbox.mark(replayRequested, { userId, webhookId, replayId }),
  };
  await Table.commit([
    ...Idempotency.recordWrites(claim, requested),
    isEnabled(hook),
    { put, where: Where.absent },
  ]);
  await Outbox.dispatch({ put });
  return requested;
}

/** The message of a replay that continues. */
export const replayMessage = z.object({
  type: z.literal(replayRequested.type),
  payload: z.object({ userId: z.string(), webhookId: z.string(), replayId: z.string() }),
});
export type ReplayRef = z.output<typeof replayMessage>["payload"];

/** Continues a replay. @throws SERVICE_UNAVAILABLE if the queue rejects the message for the rest */
export async function continueReplay(ref: ReplayRef): Promise<void> {
  const endsAt = performance.now() + WORK_MS;
  let replay = await Table.find(replayEntity, ref);
  while (replay?.status === "running") {
    if (performance.now() > endsAt) return enqueueRest(ref);
    replay = await step(replay);
  }
}

/** Leaves the rest to another worker. */
async function enqueueRest(payload: ReplayRef): Promise<void> {
  const id = Ids.create("event");
  const body = JSON.stringify({ id, type: replayRequested.type, payload });
  const failed = await Queue.send("QUEUE_URL_WEBHOOK_DELIVERIES", [{ id, body }]);
  if (failed.length > 0) throw fail(Unavailable);
}

/** Sends a page of events. @returns the updated replay; undefined if another worker recorded the page first */
async function step(before: Replay): Promise<Replay | undefined> {
  const found = await hookOf(before);
  if (!found) return advance(before, { status: "done" });
  const { hook, mode } = found;
  const { userId } = hook;
  const { from, to, after, types } = before;
  const query = { from, to, after, types, oldestFirst: true, limit: PAGE };
  const { events, next } = await ApiEvents.list({ mode, userId }, query);
  const wanted = events.flatMap(({ type, ...one }) => (isWebhookEvent(type) ? [{ ...one, type }] : []));
  try {
    await pMap(wanted, (event) => resend(hook, event, before.replayId), { concurrency: 10 });
  } catch (error) {
    // The webhook was disabled or deleted concurrently.
    if (!(error instanceof SvcError) || error.kind === "unavailable") throw error;
    return advance(before, { status: "done" });
  }
  await callWorkers([hook]);
  const count = before.events + events.length;
  const isDone = next === undefined || count >= MAX_REPLAYED;
  return advance(before, { status: isDone ? "done" : "running", events: count, after: next ?? after });
}

/** Returns the webhook if it is enabled and still has the owner who requested the replay. */
async function hookOf({
  userId,
  ownershipId,
  webhookId,
}: Replay): Promise<{ readonly hook: Webhook; readonly mode: Mode } | undefined> {
  const [owner, hooks] = await Promise.all([Users.fromId(userId), Webhooks.listAllOf(userId)]);
  const hook = hooks.find((one) => one.webhookId === webhookId);
  if (owner?.ownershipId !== ownershipId || owner.blocked) return undefined;
  if (!hook?.enabled || !Webhooks.isOf(hook, owner)) return undefined;
  const mode = hook.mode === "live" ? "live" : (await Sandboxes.read(owner)).mode;
  return { hook, mode };
}

async function advance(before: Replay, change: Partial<Replay>): Promise<Replay | undefined> {
  const after: Replay = { ...before, ...change };
  const set = { ...change, ...Due.done };
  const where = Where.is({ events: before.events, status: "running", after: before.after });
  const done = await Table.ignoreConditionFailure(Table.update(replayEntity.key(before), { set, where }));
  return done && after;
}

import { decodeTime, ulid } from "ulid";
import type { PersonActor } from "../../identity/actor.ts";
import * as Sessions from "../../identity/sessions.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { MINUTE_MS } from "../../kernel/time.ts";
import { log } from "../../platform/log.ts";
import * as Table from "../../platform/table/index.ts";
import { openStreams } from "../entity.ts";
import type { Notification } from "../schema.ts";
import { latest, nextArrival, since } from "./index.ts";

/** Streams a user's notifications (spec 3, section 6.4). */

/** How often the table is polled, and how long a stream lives (spec 3, section 6.4). */
const POLL_MS = 10_000;
const LIFETIME_MS = 5 * MINUTE_MS;

/** The maximal number of notifications of a snapshot, and of one poll. */
const SNAPSHOT = 20;
const BATCH = 100;

/** Each poll goes back this far, because the clocks of machines differ a little. A stream sends no notification twice. */
const OVERLAP_MS = 5_000;

/** The limit of open streams per user. Each occupies a function. */
export const MAX_OPEN = 10;

/** An unfinished job as the snapshot shows it. */
export interface ActiveJob {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

export type StreamEvent =
  | {
      readonly event: "snapshot";
      readonly id: string;
      readonly data: {
        readonly notifications: readonly Notification[];
        readonly jobs: readonly ActiveJob[];
        readonly at: string;
      };
    }
  | { readonly event: "new" | "done"; readonly id: string; readonly data: Notification }
  /** Nothing happened. The event prevents proxies from closing the stream. */
  | { readonly event: "quiet" }
  /** Newer streams of the user replaced this one. It is the last event. */
  | { readonly event: "displaced" };

export interface FollowOptions {
  /** Returns the unfinished jobs for the snapshot. */
  readonly activeJobs: () => Promise<readonly ActiveJob[]>;
  /** The last event that the client received. Without it, the stream does not repeat the snapshot's notifications as events. */
  readonly lastEventId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly pollMs?: number;
  readonly lifetimeMs?: number;
}

/**
 * Streams the actor's notifications: a snapshot, then all since `lastEventId`, then each as it arrives. Every
 * notification is sent as `new`, that of a finished job also as `done`. The stream ends after five minutes, with the
 * session, or when ten newer streams of the user are open.
 */
export async function* follow(actor: PersonActor, options: FollowOptions): AsyncGenerator<StreamEvent> {
  const { lifetimeMs = LIFETIME_MS } = options;
  const streamId = await register(actor, Math.ceil(lifetimeMs / 1000));
  try {
    yield* open(actor, streamId, { ...options, lifetimeMs });
  } finally {
    await unregister(actor, streamId);
  }
}

async function* open(
  actor: PersonActor,
  streamId: string,
  options: FollowOptions & { readonly lifetimeMs: number },
): AsyncGenerator<StreamEvent> {
  const { signal, pollMs = POLL_MS, lifetimeMs } = options;
  // Real time, not the platform's clock: it bounds a connection.
  const endsAt = performance.now() + lifetimeMs;
  const lastEventId = parseEventId(options.lastEventId);
  const beginning = idAt(Clock.nowMs());
  const [notifications, jobs] = await Promise.all([latest(actor, SNAPSHOT), options.activeJobs()]);
  let position = lastEventId ?? notifications[0]?.id ?? beginning;
  yield { event: "snapshot", id: position, data: { notifications, jobs, at: Clock.nowIso() } };
  // A client that resumes gets all since its last event, including what the snapshot shows.
  const seen = new Set(lastEventId === undefined ? notifications.map(({ id }) => id) : [lastEventId]);
  const oldest =
    lastEventId === undefined && notifications.length === SNAPSHOT ? notifications.at(-1)?.id : undefined;
  let from = backFrom(position);
  for (;;) {
    const found = await since(actor, from, BATCH);
    // Notifications older than a full snapshot came before it.
    const fresh = found.filter(({ id }) => !seen.has(id) && (oldest === undefined || id > oldest));
    for (const data of fresh) {
      seen.add(data.id);
      if (data.id > position) position = data.id;
      yield { event: "new", id: data.id, data };
      if (data.type !== "share-received") yield { event: "done", id: data.id, data };
    }
    const last = found.length === BATCH ? found.at(-1) : undefined;
    from = last?.id ?? backFrom(position);
    if (last) continue;
    const leftMs = endsAt - performance.now();
    if (leftMs <= 0 || signal?.aborted) return;
    if (fresh.length === 0) yield { event: "quiet" };
    await nextArrival(actor.userId, Math.min(pollMs, leftMs), signal);
    if (signal?.aborted) return;
    const [isAlive, isStillOpen] = await Promise.all([Sessions.isValid(actor), isOpen(actor, streamId)]);
    if (!isAlive) return;
    if (!isStillOpen) return yield { event: "displaced" };
  }
}

/** Returns the smallest id of a notification of an instant. */
const idAt = (ms: number): string => `${Ids.prefixes.notification}_${ulid(ms, () => 0).toLowerCase()}`;

const timeOf = (id: string): number =>
  decodeTime(id.slice(Ids.prefixes.notification.length + 1).toUpperCase());

/** Returns the id to resume after. Undefined if it has no time or a future one; the stream then begins as a new one. */
function parseEventId(id: string | undefined): string | undefined {
  if (id === undefined || !Ids.pattern("notification").test(id)) return undefined;
  try {
    return timeOf(id) <= Clock.nowMs() + OVERLAP_MS ? id : undefined;
  } catch {
    return undefined;
  }
}

const backFrom = (id: string): string => idAt(Math.max(0, timeOf(id) - OVERLAP_MS));

// A disconnected client is not always noticed, so a new stream is never rejected: it replaces the oldest, which ends at
// its next poll. A page that is reloaded often therefore always gets a stream.

type Owner = Pick<PersonActor, "userId">;
interface OpenStream {
  readonly id: string;
  readonly until: number;
}

/** Changes the list of the user's open streams, unless `next` returns undefined. */
const change = ({ userId }: Owner, next: (streams: readonly OpenStream[]) => OpenStream[] | undefined) =>
  Table.change(
    () => Table.find(openStreams, { userId }),
    (before) => {
      const streams = next(before?.streams ?? []);
      if (!streams) return { writes: [], result: undefined };
      const ttl = Math.max(Clock.nowSeconds(), ...streams.map(({ until }) => until));
      const put = openStreams.item({ userId, version: (before?.version ?? 0n) + 1n, streams, ttl });
      return { writes: [{ put, where: openStreams.unchanged(before) }], result: undefined };
    },
  );

/** Adds a stream to the open ones for a number of seconds. @returns its id */
async function register(actor: Owner, seconds: number): Promise<string> {
  const id = Ids.secret(12);
  const now = Clock.nowSeconds();
  await change(actor, (streams) => [
    ...streams.filter(({ until }) => until > now).slice(1 - MAX_OPEN),
    { id, until: now + seconds },
  ]);
  return id;
}

async function isOpen({ userId }: Owner, streamId: string): Promise<boolean> {
  const found = await Table.find(openStreams, { userId });
  return found?.streams.some(({ id }) => id === streamId) ?? false;
}

/** Removes a stream from the open ones. It never fails: a stream that remains in the list expires. */
async function unregister(actor: Owner, streamId: string): Promise<void> {
  try {
    await change(actor, (streams) => {
      const others = streams.filter(({ id }) => id !== streamId);
      return others.length === streams.length ? undefined : others;
    });
  } catch (error) {
    log.warn("notification stream: not removed from the list of open streams, it expires later", {
      userId: actor.userId,
      error,
    });
  }
}

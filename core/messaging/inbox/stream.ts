import { decodeTime, ulid } from "ulid";
import type { WebActor } from "../../identity/actor.ts";
import * as Sessions from "../../identity/sessions.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { prefixes } from "../../kernel/ids/index.ts";
import { nextArrival } from "./arrivals.ts";
import { latest, since } from "./index.ts";
import * as OpenStreams from "./open-streams.ts";
import type { Notification } from "./schema.ts";

/** A user's notifications as they come (spec 3, section 6.4). */

/** How often is looked, and how long a stream lives (spec 3, section 6.4). */
const POLL_MS = 10_000;
const LIFETIME_MS = 5 * 60_000;

/** How many notifications a snapshot shows, and one look takes at most. */
const SNAPSHOT = 20;
const BATCH = 100;

/** Machines' clocks differ a little: each look goes back this far, and sends nothing twice. */
const OVERLAP_MS = 5_000;

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
  /** Nothing happened: a proxy in between must not take the stream for dead. */
  | { readonly event: "quiet" }
  /** Newer streams of the user took this one's place: its last word. */
  | { readonly event: "displaced" };

export interface Following {
  /** Asked for the snapshot. */
  readonly activeJobs: () => Promise<readonly ActiveJob[]>;
  /** What the client has seen last; without it the stream begins with a snapshot alone. */
  readonly lastEventId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly pollMs?: number;
  readonly lifetimeMs?: number;
}

/**
 * Follows the actor's notifications: a snapshot, then everything that came since `lastEventId`, then each as
 * it comes. Every notification is a `new`; one of a finished job is a `done` too. Ends after five minutes, with
 * the session, or when ten newer streams of the user are open.
 */
export async function* follow(actor: WebActor, options: Following): AsyncGenerator<StreamEvent> {
  const { lifetimeMs = LIFETIME_MS } = options;
  const streamId = await OpenStreams.enter(actor, Math.ceil(lifetimeMs / 1000));
  try {
    yield* open(actor, streamId, { ...options, lifetimeMs });
  } finally {
    await OpenStreams.leave(actor, streamId);
  }
}

type Opened = Following & { readonly lifetimeMs: number };

async function* open(actor: WebActor, streamId: string, options: Opened): AsyncGenerator<StreamEvent> {
  const { signal, pollMs = POLL_MS, lifetimeMs } = options;
  // The machine's own time: it bounds a connection, whatever the platform's clock says.
  const endsAt = performance.now() + lifetimeMs;
  const lastEventId = usable(options.lastEventId);
  const beginning = idAt(Clock.nowMs());
  const [notifications, jobs] = await Promise.all([latest(actor, SNAPSHOT), options.activeJobs()]);
  let position = lastEventId ?? notifications[0]?.id ?? beginning;
  yield { event: "snapshot", id: position, data: { notifications, jobs, at: Clock.nowIso() } };
  // Whoever resumes gets all that came since, what the snapshot shows included; a little of before may come
  // twice.
  const seen = new Set(lastEventId === undefined ? notifications.map(({ id }) => id) : [lastEventId]);
  const oldest =
    lastEventId === undefined && notifications.length === SNAPSHOT ? notifications.at(-1)?.id : undefined;
  let from = backFrom(position);
  for (;;) {
    const found = await since(actor, from, BATCH);
    // What is older than a full snapshot was there before it.
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
    const [lives, hasPlace] = await Promise.all([Sessions.lives(actor), OpenStreams.has(actor, streamId)]);
    if (!lives) return;
    if (!hasPlace) return yield { event: "displaced" };
  }
}

/** The least id that a notification of that instant could have. */
const idAt = (ms: number): string => `${prefixes.notification}_${ulid(ms, () => 0).toLowerCase()}`;

const timeOf = (id: string): number => decodeTime(id.slice(prefixes.notification.length + 1).toUpperCase());

/** An id to go on after, unless it is of no time or of a future one: then the stream begins anew. */
function usable(id: string | undefined): string | undefined {
  if (id === undefined || !Ids.pattern("notification").test(id)) return undefined;
  try {
    return timeOf(id) <= Clock.nowMs() + OVERLAP_MS ? id : undefined;
  } catch {
    return undefined;
  }
}

/** A little before a notification. */
const backFrom = (id: string): string => idAt(Math.max(0, timeOf(id) - OVERLAP_MS));

import * as Clock from "../clock/index.ts";
import * as Ids from "../ids/index.ts";
import { fill } from "../platform/entity.ts";
import { log } from "../platform/log.ts";
import * as Queue from "../platform/queue.ts";
import * as Table from "../platform/table.ts";
import { outboxEvent, SHARDS } from "./entity.ts";

/**
 * The outbox. An event is one more write of the transaction that causes it, so none is lost between commit and publish
 * and none tells of what was rolled back. The sweep hands events to their queue at least once; consumers know an event
 * by its id.
 */

/** Something that happened; `type` is in the past tense and `payload` JSON. */
export interface Event<Type extends string = string, Payload = unknown> {
  readonly id: string;
  readonly type: Type;
  /** ISO 8601. */
  readonly occurredAt: string;
  readonly payload: Payload;
}

/** What a domain declares of an event: its type and which queue it goes to. */
export interface EventDefinition<Type extends string, _Payload> {
  readonly type: Type;
  /** The variable that holds the queue's URL. */
  readonly queue: string;
}

/** Declares an event: `define<{ userId: string }>()("user-registered", "QUEUE_URL_NOTIFICATIONS")`. */
/* @__NO_SIDE_EFFECTS__ */
export const define =
  <Payload>() =>
  <const Type extends string>(type: Type, queue: string): EventDefinition<Type, Payload> => ({ type, queue });

/** The write that commits an event with its cause. */
export function write<Type extends string, Payload>(
  definition: EventDefinition<Type, Payload>,
  payload: Payload,
): Table.Write {
  const id = Ids.create("event");
  const occurredAt = Clock.nowIso();
  const shard = String((id.codePointAt(id.length - 1) ?? 0) % SHARDS);
  const due = outboxEvent.indexes?.due ?? { pk: "", sk: "" };
  return {
    put: {
      ...outboxEvent.key({ eventId: id }),
      id,
      type: definition.type,
      queue: definition.queue,
      occurredAt,
      payload: JSON.stringify(payload),
      duePk: fill(due.pk, { shard }),
      dueSk: fill(due.sk, { occurredAt }),
    },
  };
}

/** How many events a sweep takes from a shard at once. */
const BATCH = 100;

/**
 * Hands every waiting event over to its queue, then deletes it. Whoever dies in between hands it over again at the next
 * sweep. Events that a queue does not take stay, and hold up no other queue's.
 * @returns how many were handed over
 * @throws the first error of a queue or shard, once all others were seen to
 */
export async function sweep(): Promise<number> {
  const problems: unknown[] = [];
  const counts = await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) => sweepShard(String(shard), problems)),
  );
  if (problems.length > 0) throw problems[0];
  return counts.reduce((sum, count) => sum + count, 0);
}

async function sweepShard(shard: string, problems: unknown[]): Promise<number> {
  const pk = fill(outboxEvent.indexes?.due?.pk ?? "", { shard });
  let handedOver = 0;
  let after: Table.Item | undefined;
  try {
    // Page by page and never back: the index may for a moment still show what was just deleted.
    do {
      const page: Table.Page = await Table.query({ index: "due", pk, limit: BATCH, after });
      for (const [queue, events] of Map.groupBy(page.items, (item) => String(item["queue"])))
        handedOver += await handOver(queue, events).catch((error: unknown) => {
          log.error("a queue takes no events", { queue, error });
          problems.push(error);
          return 0;
        });
      after = page.next;
    } while (after);
  } catch (error) {
    problems.push(error);
  }
  return handedOver;
}

/** @returns how many of a queue's events it has taken */
async function handOver(queue: string, events: readonly Table.Item[]): Promise<number> {
  const failed = new Set(
    await Queue.send(
      queue,
      events.map((item) => ({ id: String(item["id"]), body: JSON.stringify(toEvent(item)) })),
    ),
  );
  const sent = events.filter((item) => !failed.has(String(item["id"])));
  await Promise.all(sent.map((item) => Table.remove(outboxEvent.key({ eventId: String(item["id"]) }))));
  return sent.length;
}

/**
 * Hands an event over that was committed just now, so that nobody waits for the sweep. Whatever goes wrong here, the next sweep
 * mends.
 * @param written what `write` made of it
 */
export async function dispatch(written: Table.Write): Promise<void> {
  if (!("put" in written)) throw new TypeError("this is not the write of an event");
  try {
    await together(String(written.put["queue"]), written.put);
  } catch (error) {
    log.warn("an event is left to the sweep", { eventId: written.put["id"], error });
  }
}

interface Batch {
  readonly items: Table.Item[];
  readonly done: Promise<unknown>;
}

/** Of each queue: the batch that is being filled, and the one that was begun last. */
const filling = new Map<string, Batch>();
const begun = new Map<string, Promise<unknown>>();

/**
 * Hands an event over with those that come while another batch is on its way: in a burst, ten to a call of the queue. A process that
 * works on one request at a time hands each over by itself.
 * @throws where the batch could not be handed over
 */
function together(queue: string, item: Table.Item): Promise<unknown> {
  const open = filling.get(queue);
  if (open) {
    open.items.push(item);
    return open.done;
  }
  const items = [item];
  const before = begun.get(queue) ?? Promise.resolve();
  const done = before
    .catch(() => undefined)
    .then(() => {
      filling.delete(queue);
      return handOver(queue, items);
    });
  filling.set(queue, { items, done });
  begun.set(queue, done);
  return done;
}

const toEvent = (item: Table.Item): Event => ({
  id: String(item["id"]),
  type: String(item["type"]),
  occurredAt: String(item["occurredAt"]),
  payload: JSON.parse(String(item["payload"])),
});

/** Reads an event from a queue message's body. @throws TypeError when it is none: the message goes to the dead letters */
export function parse(body: string): Event {
  const event: unknown = JSON.parse(body);
  if (event && typeof event === "object" && "id" in event && "type" in event && "payload" in event) {
    return event as Event;
  }
  throw new TypeError("a queue message is not an event");
}

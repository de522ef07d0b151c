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

/** A write of a transaction, or of itself, that commits an event. */
export interface Committing {
  readonly put: Table.Item & Table.Key;
}

/** The write that commits an event with its cause. */
export function write<Type extends string, Payload>(
  definition: EventDefinition<Type, Payload>,
  payload: Payload,
): Committing {
  const event = entry(definition, payload, Clock.nowIso());
  return { put: { ...outboxEvent.key({ eventId: event.id }), ...event } };
}

/** How long a record that is its own event waits for a sign that its queue has it, in seconds. */
const PATIENCE_SECONDS = 60;

/**
 * Makes a record its own event: one plain write commits both. It is `dispatch`ed once it is written, and the first consumer takes the
 * mark off it (`UNMARK`). Where nobody has within a minute, the sweep hands it over once more and takes the mark off itself.
 */
export function mark<Type extends string, Payload>(
  definition: EventDefinition<Type, Payload>,
  payload: Payload,
  record: Table.Key,
) {
  const patient = new Date(Clock.nowMs() + PATIENCE_SECONDS * 1000).toISOString();
  const { duePk, dueSk, ...event } = entry(definition, payload, patient);
  return { ...record, event, duePk, dueSk };
}

/** The part of an update that says: the queue has this record's event. */
export const UNMARK = "REMOVE duePk, dueSk";

function entry<Type extends string, Payload>(
  definition: EventDefinition<Type, Payload>,
  payload: Payload,
  dueAt: string,
) {
  const id = Ids.create("event");
  const shard = String((id.codePointAt(id.length - 1) ?? 0) % SHARDS);
  const due = outboxEvent.indexes?.due ?? { pk: "", sk: "" };
  return {
    id,
    type: definition.type,
    queue: definition.queue,
    occurredAt: Clock.nowIso(),
    payload: JSON.stringify(payload),
    duePk: fill(due.pk, { shard }),
    dueSk: fill(due.sk, { dueAt }),
  };
}

/** How many events a sweep takes from a shard at once. */
const BATCH = 100;

/**
 * Hands every event over to its queue whose time has come, then forgets it. Whoever dies in between hands it over again at the next
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
      const page: Table.Page = await Table.query({
        index: "due",
        pk,
        upTo: Clock.nowIso(),
        limit: BATCH,
        after,
      });
      for (const [queue, events] of Map.groupBy(page.items, queueOf))
        handedOver += await sendAndForget(queue, events).catch((error: unknown) => {
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
async function sendAndForget(queue: string, events: readonly Table.Item[]): Promise<number> {
  const sent = await send(queue, events);
  await Promise.all(sent.map(forget));
  return sent.length;
}

/** @returns those of a queue's events that it has taken */
async function send(queue: string, events: readonly Table.Item[]): Promise<Table.Item[]> {
  const told = events.map((item) => ({ item, event: toEvent(storedIn(item)) }));
  const failed = new Set(
    await Queue.send(
      queue,
      told.map(({ event }) => ({ id: event.id, body: JSON.stringify(event) })),
    ),
  );
  return told.filter(({ event }) => !failed.has(event.id)).map(({ item }) => item);
}

/** A record that is its own event outlives it. */
const isRecord = (item: Table.Item): boolean => item["event"] !== undefined;

/** What is stored of an item's event: in a record beside its own fields. */
const storedIn = (item: Table.Item) => (item["event"] ?? item) as Table.Item;
const queueOf = (item: Table.Item): string => String(storedIn(item)["queue"]);

/** Takes an event that its queue has out of the outbox: nobody hands it over again. */
export async function forget(item: Table.Item): Promise<void> {
  const key = { pk: String(item["pk"]), sk: String(item["sk"]) };
  if (!isRecord(item)) return Table.remove(key);
  try {
    await Table.update({ key, update: UNMARK, condition: "attribute_exists(pk)" });
  } catch (error) {
    if (!(error instanceof Table.ConditionFailed)) throw error;
  }
}

/**
 * Hands an event over that was committed just now, so that nobody waits for the sweep. Whatever goes wrong here, a later sweep mends.
 * @param committed what `write` made of it, or the write of a record that `mark` made
 */
export async function dispatch({ put: item }: Committing): Promise<void> {
  try {
    const sent = await together(queueOf(item), item);
    // Whoever works on a record will say so in the same write.
    if (sent.includes(item) && !isRecord(item)) await forget(item);
  } catch (error) {
    log.warn("an event is left to the sweep", { eventId: storedIn(item)["id"], error });
  }
}

interface Batch {
  readonly items: Table.Item[];
  readonly done: Promise<Table.Item[]>;
}

/** Of each queue: the batch that is being filled, and the one that was begun last. */
const filling = new Map<string, Batch>();
const begun = new Map<string, Promise<unknown>>();

/**
 * Hands an event over with those that come while another batch is on its way: in a burst, ten to a call of the queue. A process that
 * works on one request at a time hands each over by itself.
 * @returns those of the batch that the queue has taken
 * @throws where the batch could not be handed over
 */
function together(queue: string, item: Table.Item): Promise<Table.Item[]> {
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
      return send(queue, items);
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

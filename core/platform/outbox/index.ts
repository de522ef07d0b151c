import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Correlation from "../correlation.ts";
import * as Due from "../due/index.ts";
import { log } from "../log.ts";
import * as Queue from "../queue.ts";
import { keyOfItem } from "../table/entity.ts";
import * as Table from "../table/index.ts";
import * as Where from "../table/where.ts";
import { outboxDue, outboxEvent } from "./entity.ts";

/**
 * The outbox. An event is one more write of the transaction that causes it, or it is part of the one record
 * that is written; so none is lost between commit and publish, and none tells of what was rolled back. The
 * sweep hands events to their queue at least once; consumers know an event by its id.
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

/** A write that commits an event. */
export interface EventWrite {
  readonly put: Table.Item & Table.Key;
}

/**
 * The write that commits an event with its cause: one more of a transaction. The event is deleted once its
 * queue has it.
 */
export function write<Type extends string, Payload>(
  definition: EventDefinition<Type, Payload>,
  payload: Payload,
): EventWrite {
  const event = stored(definition, payload);
  return {
    put: { ...outboxEvent.key({ eventId: event.id }), ...event, ...outboxDue.at(event.id, event.occurredAt) },
  };
}

/** How long the sweep leaves a marked record to who wrote it and to its consumer, in seconds. */
const PATIENCE_SECONDS = 60;

/**
 * Marks a record as an event of its own, so that one plain write commits both: `dispatch` it after that
 * write. Its consumer takes the mark off (`Due.done` in its update of the record, or `unmark`); of a record
 * that is still marked a minute later the sweep hands the event over once more, and takes the mark off
 * itself.
 * @param patienceSeconds 0 of a record that nobody dispatches: it is the next sweep's
 * @returns attributes of the record
 */
export function mark<Type extends string, Payload>(
  definition: EventDefinition<Type, Payload>,
  payload: Payload,
  { patienceSeconds = PATIENCE_SECONDS }: { readonly patienceSeconds?: number } = {},
) {
  const event = stored(definition, payload);
  const dueAt = new Date(Clock.nowMs() + patienceSeconds * 1000).toISOString();
  return { event, ...outboxDue.at(event.id, dueAt) };
}

/** What is stored of an event: in an item of its own, or in a marked record as `event`. */
function stored<Type extends string, Payload>(definition: EventDefinition<Type, Payload>, payload: Payload) {
  return {
    id: Ids.create("event"),
    type: definition.type,
    queue: definition.queue,
    occurredAt: Clock.nowIso(),
    payload: JSON.stringify(payload),
    /** Of the request that it is a consequence of. */
    correlationId: Correlation.current(),
  };
}
type Stored = ReturnType<typeof stored>;

/** How many events of a shard are in memory at once: a marked record may be as large as an item can be, 400 KB. */
const SWEEP_BATCH = 25;

/**
 * Hands every event over to its queue whose time has come, then takes it out of the outbox. Whoever dies in
 * between hands it over again at the next sweep. Events that a queue does not take stay, and hold up no other
 * queue's.
 * @returns how many were handed over
 * @throws the first error of a queue or shard, once all others are handed over
 */
export const sweep = (): Promise<number> =>
  Due.sweepPages(
    outboxDue,
    async (items) => {
      const queues = Map.groupBy(items, (item) => eventOf(item).queue);
      const hands = await Promise.allSettled([...queues].map(([queue, events]) => handOver(queue, events)));
      const failed = hands.find((one) => one.status === "rejected");
      if (failed) throw failed.reason;
      return hands.reduce((sum, one) => sum + (one.status === "fulfilled" ? one.value : 0), 0);
    },
    SWEEP_BATCH,
  );

/** @returns how many of a queue's events it has taken */
async function handOver(queue: string, items: readonly Table.Item[]): Promise<number> {
  const taken = await send(queue, items);
  await Promise.all(taken.map((item) => (isRecord(item) ? unmark(item) : Table.remove(keyOfItem(item)))));
  return taken.length;
}

/** @returns those of a queue's events that it has taken */
async function send(queue: string, items: readonly Table.Item[]): Promise<Table.Item[]> {
  const failed = new Set(await Queue.send(queue, items.map(toMessage)));
  return items.filter((item) => !failed.has(eventOf(item).id));
}

/** A marked record outlives its event. */
const isRecord = (item: Table.Item): boolean => item["event"] !== undefined;
const eventOf = (item: Table.Item) => (item["event"] ?? item) as Stored;

function toMessage(item: Table.Item): Queue.Message {
  const { id, type, occurredAt, payload, correlationId } = eventOf(item);
  const event: Event = { id, type, occurredAt, payload: JSON.parse(payload) };
  return { id, body: JSON.stringify(event), correlationId };
}

/**
 * Takes the mark off a record whose event its queue has. One that carries another event by now keeps that
 * one's.
 */
export const unmark = (record: Table.Item): Promise<void> => changeMark(record, Due.done);

/** Changes the mark of a record, if it still is of the same event. */
async function changeMark(record: Table.Item, set: Readonly<Record<string, unknown>>): Promise<void> {
  if (!isRecord(record)) return;
  const where = Where.all(Where.is({ "event.id": eventOf(record).id }), Where.has("dueSk"));
  await Table.unlessRefused(Table.update(keyOfItem(record), { set, where }));
}

/**
 * Hands an event over that was committed just now, so that nobody waits for the sweep. Whatever goes wrong
 * here, the next sweep mends.
 * @param written what `write` made, or the write of a marked record
 */
export async function dispatch({ put: item }: EventWrite): Promise<void> {
  const eventId = eventOf(item).id;
  try {
    const taken = await together(eventOf(item).queue, item);
    if (!taken.includes(item)) return await leave(item);
    // A record's consumer takes its mark off in an update that it makes anyway.
    if (!isRecord(item)) await Table.remove(keyOfItem(item));
  } catch (error) {
    log.warn("outbox: event not sent, the next sweep will send it", { eventId, error });
    await leave(item).catch((cause: unknown) =>
      log.warn("outbox: marker write failed, the sweep waits for its original time", {
        eventId,
        error: cause,
      }),
    );
  }
}

/** Leaves an event to the next sweep, which would be patient with a record. */
const leave = (item: Table.Item): Promise<void> => changeMark(item, { dueSk: Clock.nowIso() });

interface Batch {
  readonly items: Table.Item[];
  readonly taken: Promise<Table.Item[]>;
}

/** Of each queue: the batch that is being filled, and the end of the one that was begun last. */
const filling = new Map<string, Batch>();
const ends = new Map<string, Promise<unknown>>();

/**
 * Hands an event over with those that come while other batches are on their way: in a burst, as many to a
 * call as the queue takes. A process that works on one request at a time hands each over by itself.
 * @returns those of its batch that the queue has taken
 * @throws where the batch could not be handed over
 */
function together(queue: string, item: Table.Item): Promise<Table.Item[]> {
  const open = filling.get(queue);
  if (open && open.items.length < Queue.BATCH) {
    open.items.push(item);
    return open.taken;
  }
  const items = [item];
  const before = ends.get(queue) ?? Promise.resolve();
  const batch: Batch = {
    items,
    taken: before.then(() => {
      if (filling.get(queue) === batch) filling.delete(queue);
      return send(queue, items);
    }),
  };
  filling.set(queue, batch);
  const over = () => undefined;
  ends.set(queue, batch.taken.then(over, over));
  return batch.taken;
}

/**
 * Reads an event from a queue message's body.
 * @throws TypeError when it is none: the message goes to the dead letters
 */
export function parse(body: string): Event {
  const event: unknown = JSON.parse(body);
  if (event && typeof event === "object" && "id" in event && "type" in event && "payload" in event) {
    return event as Event;
  }
  throw new TypeError("a queue message is not an event");
}

/** How long the oldest event waits that the sweep should have handed over, in seconds; 0 where none does. */
export async function ageSeconds(): Promise<number> {
  const upTo = Clock.nowIso();
  const pages = outboxDue.partitions.map((pk) => Table.query({ index: "due", pk, upTo, limit: 1 }));
  const oldest = (await Promise.all(pages)).flatMap(({ items }) => items.map(({ dueSk }) => String(dueSk)));
  return Math.max(0, ...oldest.map((at) => (Date.parse(upTo) - Date.parse(at)) / 1000));
}

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
 * The outbox. An event is one more write of the transaction that causes it, or a part of the record that is written. So no
 * event is lost between commit and publication, and none exists for a transaction that failed. The sweep sends events to
 * their queue at least once; consumers are idempotent by an event's id.
 */

/** An event; `type` is in the past tense and `payload` is JSON. */
export interface Event<Type extends string = string, Payload = unknown> {
  readonly id: string;
  readonly type: Type;
  /** ISO 8601. */
  readonly occurredAt: string;
  readonly payload: Payload;
}

export interface EventDefinition<Type extends string, _Payload> {
  readonly type: Type;
  /** The variable with the queue's URL. */
  readonly queue: string;
}

/** Defines an event: `define<{ userId: string }>()("user-registered", "QUEUE_URL_NOTIFICATIONS")`. */
/* @__NO_SIDE_EFFECTS__ */
export const define =
  <Payload>() =>
  <const Type extends string>(type: Type, queue: string): EventDefinition<Type, Payload> => ({ type, queue });

/** A write that commits an event. */
export interface EventWrite {
  readonly put: Table.Item & Table.Key;
}

/** Returns the write that commits an event with its cause. The event is deleted after its queue has accepted it. */
export function write<Type extends string, Payload>(
  definition: EventDefinition<Type, Payload>,
  payload: Payload,
): EventWrite {
  const event = stored(definition, payload);
  return {
    put: { ...outboxEvent.key({ eventId: event.id }), ...event, ...outboxDue.at(event.id, event.occurredAt) },
  };
}

/** How long the sweep waits for the writer and the consumer of a marked record, in seconds. */
const PATIENCE_SECONDS = 60;

/**
 * Marks a record as an event, so that one write commits both: `dispatch` it after that write. Its consumer removes the
 * mark (`Due.done` in its update of the record, or `unmark`). If the record is still marked a minute later, the sweep
 * sends the event, possibly a second time, and removes the mark.
 * @param patienceSeconds 0 for a record that is not dispatched, so that the next sweep sends it
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

/** Returns the stored event: its own item, or the attribute `event` of a marked record. */
function stored<Type extends string, Payload>(definition: EventDefinition<Type, Payload>, payload: Payload) {
  return {
    id: Ids.create("event"),
    type: definition.type,
    queue: definition.queue,
    occurredAt: Clock.nowIso(),
    payload: JSON.stringify(payload),
    /** The correlation id of the request that caused it. */
    correlationId: Correlation.current(),
  };
}

/** The number of a shard's events in memory: a marked record may have the maximum size of an item, 400 KB. */
const SWEEP_BATCH = 25;

/**
 * Sends every due event to its queue, then removes it from the outbox. If the process dies in between, the next sweep
 * sends it again. Events that a queue rejects stay and do not delay those of other queues.
 * @returns the number of sent events
 * @throws the first error of a queue or shard, after all others are sent
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

/** @returns the number of events that the queue has accepted */
async function handOver(queue: string, items: readonly Table.Item[]): Promise<number> {
  const taken = await send(queue, items);
  await Promise.all(taken.map((item) => (isRecord(item) ? unmark(item) : Table.remove(keyOfItem(item)))));
  return taken.length;
}

/** @returns the events that the queue has accepted */
async function send(queue: string, items: readonly Table.Item[]): Promise<Table.Item[]> {
  const failed = new Set(await Queue.send(queue, items.map(toMessage)));
  return items.filter((item) => !failed.has(eventOf(item).id));
}

/** Returns whether an item is a marked record, which stays after its event is sent. */
const isRecord = (item: Table.Item): boolean => item["event"] !== undefined;
const eventOf = (item: Table.Item) => (item["event"] ?? item) as ReturnType<typeof stored>;

function toMessage(item: Table.Item): Queue.Message {
  const { id, type, occurredAt, payload, correlationId } = eventOf(item);
  const event: Event = { id, type, occurredAt, payload: JSON.parse(payload) };
  return { id, body: JSON.stringify(event), correlationId };
}

/** Removes the mark of a record whose event was sent. A record that has another event now keeps its mark. */
export const unmark = (record: Table.Item): Promise<void> => changeMark(record, Due.done);

/** Changes the mark of a record, if it still has the same event. */
async function changeMark(record: Table.Item, set: Readonly<Record<string, unknown>>): Promise<void> {
  if (!isRecord(record)) return;
  const where = Where.all(Where.is({ "event.id": eventOf(record).id }), Where.has("dueSk"));
  await Table.ignoreConditionFailure(Table.update(keyOfItem(record), { set, where }));
}

/**
 * Sends an event immediately after its commit, without waiting for the sweep. If this fails, the next sweep sends it.
 * @param event the result of `write`, or the put of a marked record
 */
export async function dispatch({ put: item }: EventWrite): Promise<void> {
  const eventId = eventOf(item).id;
  try {
    const taken = await sendBatched(eventOf(item).queue, item);
    if (!taken.includes(item)) return await leaveToSweep(item);
    // The consumer of a marked record removes the mark in its own update.
    if (!isRecord(item)) await Table.remove(keyOfItem(item));
  } catch (error) {
    log.warn("outbox: event not sent or not removed, the next sweep sends it", { eventId, error });
    await leaveToSweep(item).catch((cause: unknown) =>
      log.warn("outbox: record not made due now, a sweep sends its event after its original due time", {
        eventId,
        error: cause,
      }),
    );
  }
}

/** Leaves an event to the next sweep, which would otherwise wait longer for a marked record. */
const leaveToSweep = (item: Table.Item): Promise<void> => changeMark(item, { dueSk: Clock.nowIso() });

interface Batch {
  readonly items: Table.Item[];
  readonly taken: Promise<Table.Item[]>;
}

/** For each queue the batch that is being filled, and the end of the batch that was sent last. */
const filling = new Map<string, Batch>();
const ends = new Map<string, Promise<unknown>>();

/**
 * Sends an event together with others that arrive while earlier batches are being sent: in a burst, as many in a call as
 * the queue accepts. A process with one request at a time sends each event alone.
 * @returns the events of its batch that the queue has accepted
 * @throws Error if the batch was not sent
 */
function sendBatched(queue: string, item: Table.Item): Promise<Table.Item[]> {
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
 * Parses an event from the body of a queue's message.
 * @throws SyntaxError if it is not JSON, TypeError if it is not an event: the message goes to the dead-letter queue
 */
export function parse(body: string): Event {
  const event: unknown = JSON.parse(body);
  if (event && typeof event === "object" && "id" in event && "type" in event && "payload" in event) {
    return event as Event;
  }
  throw new TypeError("a queue message is not an event");
}

/** Returns the age of the oldest event that the sweep should have sent, in seconds; 0 if there is none. */
export async function ageSeconds(): Promise<number> {
  const upTo = Clock.nowIso();
  const pages = outboxDue.partitions.map((pk) => Table.query({ index: "due", pk, upTo, limit: 1 }));
  const oldest = (await Promise.all(pages)).flatMap(({ items }) => items.map(({ dueSk }) => String(dueSk)));
  return Math.max(0, ...oldest.map((at) => (Date.parse(upTo) - Date.parse(at)) / 1000));
}

import * as Assets from "../../kernel/assets/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { Owner } from "../../kernel/mode.ts";
import { DAY_SECONDS } from "../../kernel/time.ts";
import { apiEvent } from "../outbox/entity.ts";
import * as Outbox from "../outbox/index.ts";
import * as Table from "../table/index.ts";
import type { Paging } from "../table/list.ts";
import * as Where from "../table/where.ts";
import type { StoredAmount } from "./schema.ts";
import {
  type ApiEventType,
  type ApiObject,
  type EventContent,
  eventContent,
  objectIdOf,
  type StoredEvent,
} from "./schema.ts";

/**
 * Events of the API, for a user's webhooks and `GET /v2/events`. An event is a single write of the transaction that causes
 * it: the record that is listed for 30 days is also the event that is sent.
 */

const RETENTION_SECONDS = 30 * DAY_SECONDS;
const QUEUE = "QUEUE_URL_USER_EVENTS";

/**
 * Returns the write of an event.
 * @param data the object after the event, with its amounts by `amountOf`
 * @param sequence increases with every event of the object: its version, or the number of its events
 */
export function eventWrite(
  { mode, userId }: Owner,
  type: ApiEventType,
  data: ApiObject,
  sequence: bigint | number = 1,
): Outbox.EventWrite {
  const payload: EventContent = { mode, userId, sequence: Number(sequence), data };
  const marked = Outbox.mark(Outbox.define<EventContent>()(type, QUEUE), payload, { patienceSeconds: 0 });
  const ttl = Clock.nowSeconds() + RETENTION_SECONDS;
  return { put: { ...apiEvent.key({ mode, userId, eventId: marked.event.id }), ...marked, ttl } };
}

/** Returns the first fields of every object of the API. */
export const objectOf = <const N extends string>(
  object: N,
  { mode }: Pick<Owner, "mode">,
  { id, createdAt }: { readonly id: string; readonly createdAt: string },
) => ({ object, id, livemode: mode === "live", created_at: createdAt });

/** Converts base units of an asset to an amount. */
export const amountOf = (units: bigint, symbol: string): StoredAmount => ({
  value: Assets.format(units, symbol),
  asset: symbol,
});

/** Stores an event that was sent by another outbox item, unless it is stored already. */
export async function store({ id, type, occurredAt, ...payload }: StoredEvent): Promise<void> {
  const event = { id, type, occurredAt, payload: JSON.stringify(payload) };
  const key = apiEvent.key({ ...payload, eventId: id });
  const ttl = Clock.nowSeconds() + RETENTION_SECONDS;
  await Table.tryCommit([{ put: { ...key, event, ttl }, where: Where.absent }]);
}

/** Converts the record of an event. */
function toStored({
  event: { id, type, occurredAt, payload },
}: ReturnType<typeof apiEvent.parse>): StoredEvent {
  return { id, type, occurredAt, ...eventContent.parse(JSON.parse(payload)) };
}

export async function find({ mode, userId }: Owner, eventId: string): Promise<StoredEvent | undefined> {
  if (!Ids.pattern("event").test(eventId)) return undefined;
  const found = await Table.find(apiEvent, { mode, userId, eventId });
  return found && toStored(found);
}

export interface Filter {
  readonly types?: readonly string[] | undefined;
  readonly objectId?: string | undefined;
  /** ISO 8601, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface Look extends Filter, Paging {
  readonly oldestFirst?: boolean;
}

/** The most reads for a page, if it shows few of the events. */
const MAX_LOOKS = 10;
const LEAST_READ = 25;

/** Returns a page of the owner's events, newest first by default. It may be short, or empty, and have a next one. */
export async function list({ mode, userId }: Owner, { limit, ...look }: Look) {
  const pk = apiEvent.partition({ mode, userId });
  const newestFirst = look.oldestFirst !== true;
  const events: StoredEvent[] = [];
  let after = look.after;
  for (let n = 1; ; n++) {
    // One more for the last event of the previous page.
    const read = Math.max(limit - events.length, LEAST_READ) + 1;
    const range = rangeOf({ ...look, after });
    if (range.from > range.upTo) return { events, next: undefined };
    const page = await Table.query({ pk, ...range, newestFirst, limit: read });
    const found = page.items.map((item) => toStored(apiEvent.parse(item))).filter(({ id }) => id !== after);
    for (const [index, event] of found.entries()) {
      if (isWanted(event, look)) events.push(event);
      const hasMore = index < found.length - 1 || page.next !== undefined;
      if (events.length === limit) return { events, next: hasMore ? event.id : undefined };
    }
    after = found.at(-1)?.id ?? after;
    if (page.next === undefined || n === MAX_LOOKS)
      return { events, next: page.next === undefined ? undefined : after };
  }
}

function isWanted(event: StoredEvent, { types, objectId, from, to }: Filter): boolean {
  if (types !== undefined && !types.includes(event.type)) return false;
  if (objectId !== undefined && objectIdOf(event) !== objectId) return false;
  return (from === undefined || event.occurredAt >= from) && (to === undefined || event.occurredAt <= to);
}

/** Returns the range of sort keys. An id begins with its time. */
function rangeOf({ from, to, after, oldestFirst }: Omit<Look, "limit">): { from: string; upTo: string } {
  const at = (id: string) => `${apiEvent.prefix}${id}`;
  // An id is created just before the event's time is read.
  const first = from === undefined ? at("") : at(Ids.earliest("event", Date.parse(from) - 1000));
  const last = to === undefined ? at("~") : at(Ids.earliest("event", Date.parse(to) + 1));
  if (after === undefined) return { from: first, upTo: last };
  const seen = at(after);
  return oldestFirst
    ? { from: seen > first ? seen : first, upTo: last }
    : { from: first, upTo: seen < last ? seen : last };
}

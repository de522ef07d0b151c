import * as z from "zod";
import type { BankEvent } from "../inbound/bank.ts";
import { positionOf } from "../inbound/position.ts";
import * as Clock from "../kernel/clock/index.ts";
import type { Key } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";

/** Items that the bank's events bring up to date: the latest event prevails, in whatever order they come. */

export const tracked = z.object({
  /** The position of the event that prevails. */
  position: z.string(),
  /**
   * The latest events that were carried out. One that comes again after its own record has expired would
   * otherwise seem to be news, where it says no time.
   */
  eventIds: z.array(z.string()).default([]),
  /** ISO 8601. */
  updatedAt: z.string(),
  version: z.bigint(),
});
type Tracked = z.output<typeof tracked>;

/** How many events are remembered of one item: it changes a few times in its life. */
const MAX_EVENT_IDS = 20;

/**
 * Takes an event over into an item.
 * @param next makes the item's own attributes; it may be called more than once
 * @throws CONTENTION
 */
export const follow = <T extends Tracked>(
  entity: { parse(item: Table.Item): T },
  key: Key,
  event: BankEvent,
  next: (before: T | undefined, isLatest: boolean) => Omit<T, keyof Tracked>,
): Promise<Omit<T, keyof Tracked>> =>
  Table.change(
    () => Table.get(key),
    (item) => {
      const before = item && entity.parse(item);
      const { eventIds = [], version = 0n } = before ?? {};
      const isNew = !eventIds.includes(event.eventId);
      const position = positionOf(event);
      const isLatest = before === undefined || (isNew && before.position < position);
      const result = next(before, isLatest);
      const put = {
        ...result,
        position: isLatest ? position : before.position,
        eventIds: isNew ? [...eventIds, event.eventId].slice(-MAX_EVENT_IDS) : eventIds,
        updatedAt: Clock.nowIso(),
        version: version + 1n,
        ...key,
      };
      return { writes: [{ put, where: before ? Where.is({ version }) : Where.absent }], result };
    },
  );

import * as z from "zod";
import type { MobileActor, UserActor } from "../identity/actor.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail, invalidField } from "../kernel/errors.ts";
import { text } from "../kernel/texts/index.ts";
import { DAY_SECONDS } from "../kernel/time.ts";
import { log } from "../platform/log.ts";
import { externalPurpose, SecretExpired, seal, unseal } from "../platform/seal.ts";
import * as Table from "../platform/table/index.ts";
import { syncDevice, syncHead } from "./entity.ts";
import { CURSOR_DAYS } from "./feed.ts";
import { type Collection, CursorExpired, collections } from "./schema.ts";

/**
 * Stores the positions of devices in the feed: in cursors, which are sealed so that their user can neither read nor change
 * them, and in items, from which the status is shown to the user.
 */

export interface Cursor {
  /** The number of the latest change that the device has. */
  readonly seq: number;
  /** UNIX seconds: all later changes were written after it. A cursor is valid for 30 days. */
  readonly at: number;
  /** The collections of the first request. */
  readonly wanted: readonly Collection[];
  /** Within a snapshot: the current part, and its last returned item. */
  readonly walk?: { readonly part: number; readonly after?: string | undefined } | undefined;
}

/** Collections are stored by their index: a new one must go to the end of the list. */
const cursorTuple = z.tuple([z.int(), z.int(), z.array(z.int()), z.tuple([z.int(), z.string()]).optional()]);

const purposeOf = ({ userId }: Pick<UserActor, "userId">) => externalPurpose(`sync#${userId}`);

export function write(actor: Pick<UserActor, "userId">, { seq, at, wanted, walk }: Cursor): Promise<string> {
  const names = wanted.map((one) => collections.indexOf(one));
  const position = walk && [walk.part, walk.after ?? ""];
  return seal(JSON.stringify([seq, at, names, ...(position ? [position] : [])]), purposeOf(actor));
}

/**
 * Reads a cursor of the actor.
 * @throws INVALID_REQUEST for an invalid cursor or another user's; CURSOR_EXPIRED
 */
export async function read(actor: Pick<UserActor, "userId">, cursor: string): Promise<Cursor> {
  const [seq, at, names, position] = await unsealCursor(actor, cursor);
  if (at + CURSOR_DAYS * DAY_SECONDS <= Clock.nowSeconds()) throw fail(CursorExpired);
  const wanted = names.flatMap((index) => collections[index] ?? []);
  return { seq, at, wanted, walk: position && { part: position[0], after: position[1] || undefined } };
}

async function unsealCursor(actor: Pick<UserActor, "userId">, cursor: string) {
  try {
    return cursorTuple.parse(JSON.parse(await unseal(cursor, purposeOf(actor))));
  } catch (error) {
    // The secret was rotated twice within 30 days, so the device starts over, as after a longer absence.
    if (error instanceof SecretExpired) throw fail(CursorExpired);
    throw invalidField(
      "cursor",
      text("must be a cursor that you received", "doit être un curseur que vous avez reçu"),
    );
  }
}

const RETENTION_SECONDS = 60 * DAY_SECONDS;

async function recordPosition({ userId, deviceId }: MobileActor, set: object): Promise<void> {
  try {
    const ttl = Clock.nowSeconds() + RETENTION_SECONDS;
    await Table.update(syncDevice.key({ userId, deviceId }), { set: { ...set, ttl } });
  } catch (error) {
    log.warn("sync: device position not recorded, the next request records it", { userId, error });
  }
}

/** Records that the actor's device pulls. @param seq the cursor's number; undefined within a snapshot */
export const recordPull = (actor: MobileActor, seq: number | undefined): Promise<void> =>
  recordPosition(actor, { lastPulledAt: Clock.nowIso(), ...(seq !== undefined && { seq }) });

export const recordPush = (actor: MobileActor): Promise<void> =>
  recordPosition(actor, { lastPushedAt: Clock.nowIso() });

/**
 * Returns the state of the actor's feed and device: the cursor of the feed's end, and the number of changes that the device
 * has not pulled (null before its first pull).
 */
export async function status(actor: MobileActor) {
  const { userId, deviceId } = actor;
  const at = Clock.nowSeconds();
  const [head, item] = await Table.getMany([syncHead.key({ userId }), syncDevice.key({ userId, deviceId })]);
  const seq = head ? syncHead.parse(head).version : 0;
  const device = item && syncDevice.parse(item);
  return {
    cursor: await write(actor, { seq, at, wanted: collections }),
    pending: device?.seq === undefined ? null : Math.max(0, seq - device.seq),
    lastPulledAt: device?.lastPulledAt ?? null,
    lastPushedAt: device?.lastPushedAt ?? null,
  };
}

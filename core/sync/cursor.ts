import * as z from "zod";
import type { MobileActor, UserActor } from "../identity/actor.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail, failFields, InvalidRequest } from "../kernel/errors.ts";
import { type Text, text } from "../kernel/texts/index.ts";
import { DAY_SECONDS } from "../kernel/time.ts";
import { log } from "../platform/log.ts";
import { externalPurpose, SecretExpired, seal, unseal } from "../platform/seal.ts";
import * as Table from "../platform/table/index.ts";
import { syncDevice, syncHead } from "./entity.ts";
import { CURSOR_DAYS } from "./feed.ts";
import { type Collection, CursorExpired, collections } from "./schema.ts";

/**
 * A device's position in the feed: sealed cursors, and notes for the user. Cursors are sealed for their user,
 * who cannot read or change them.
 */

export interface Cursor {
  /** The number of the latest change that the device has. */
  readonly seq: number;
  /** When all later changes were still to be written, in UNIX seconds. A cursor is valid for 30 days. */
  readonly at: number;
  /** The collections that the device asked for at first. */
  readonly wanted: readonly Collection[];
  /** Within a snapshot: the current part, and the last item given. */
  readonly walk?: { readonly part: number; readonly after?: string | undefined } | undefined;
}

/** Collections are stored by position: a new one must go to the end of the list. */
const written = z.tuple([z.int(), z.int(), z.array(z.int()), z.tuple([z.int(), z.string()]).optional()]);

const purposeOf = ({ userId }: Pick<UserActor, "userId">) => externalPurpose(`sync#${userId}`);

export function write(actor: Pick<UserActor, "userId">, { seq, at, wanted, walk }: Cursor): Promise<string> {
  const names = wanted.map((one) => collections.indexOf(one));
  const place = walk && [walk.part, walk.after ?? ""];
  return seal(JSON.stringify([seq, at, names, ...(place ? [place] : [])]), purposeOf(actor));
}

/**
 * Reads a cursor of the actor's.
 * @throws INVALID_REQUEST for a cursor that was not given to this user, CURSOR_EXPIRED
 */
export async function read(actor: Pick<UserActor, "userId">, cursor: string): Promise<Cursor> {
  const [seq, at, names, place] = await opened(actor, cursor);
  if (at + CURSOR_DAYS * DAY_SECONDS <= Clock.nowSeconds()) throw fail(CursorExpired);
  const wanted = names.flatMap((index) => collections[index] ?? []);
  return { seq, at, wanted, walk: place && { part: place[0], after: place[1] || undefined } };
}

async function opened(actor: Pick<UserActor, "userId">, cursor: string) {
  try {
    return written.parse(JSON.parse(await unseal(cursor, purposeOf(actor))));
  } catch (error) {
    // The secret was rotated twice within 30 days: the device starts over, as after a longer absence.
    if (error instanceof SecretExpired) throw fail(CursorExpired);
    throw invalid(
      "cursor",
      text(
        "must be the cursor of an answer of yours",
        "doit être le curseur d'une réponse que vous avez reçue",
      ),
    );
  }
}

export const invalid = (field: string, message: Text): Error =>
  failFields(InvalidRequest, [{ field, message }]);

const KEPT_SECONDS = 60 * DAY_SECONDS;

async function note({ userId, deviceId }: MobileActor, set: object): Promise<void> {
  try {
    const ttl = Clock.nowSeconds() + KEPT_SECONDS;
    await Table.update(syncDevice.key({ userId, deviceId }), { set: { ...set, ttl } });
  } catch (error) {
    log.warn("sync: device position not noted", { userId, error });
  }
}

/** Notes that the actor's device pulls. @param seq the cursor's number, unless it is of a snapshot */
export const pulled = (actor: MobileActor, seq: number | undefined): Promise<void> =>
  note(actor, { lastPulledAt: Clock.nowIso(), ...(seq !== undefined && { seq }) });

export const pushed = (actor: MobileActor): Promise<void> => note(actor, { lastPushedAt: Clock.nowIso() });

/**
 * Returns the state of the actor's feed and device: the cursor of the feed's end, and how many changes the device has yet to
 * pull (null before its first pull).
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

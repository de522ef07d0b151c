import { userProfile } from "../identity/entity.ts";
import * as Events from "../identity/events.ts";
import { fromItem } from "../identity/user.ts";
import * as Clock from "../kernel/clock/index.ts";
import { DAY_MS } from "../kernel/time.ts";
import * as Outbox from "../platform/outbox/index.ts";
import { keyOfItem } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { erasure, erasureDue } from "./entity.ts";
import * as HeldUp from "./held-up.ts";
import { changing, erasureStates } from "./states.ts";

/**
 * New days for erasures that wait after a restore: a sign-in that had called one off is forgotten by the restored table,
 * and an erasure is not undone.
 */

/** How long somebody has who may have called it off after the moment that was restored. */
export const RENEWED_DAYS = 7;

/**
 * Puts off the erasures that wait and are due before that, and tells each person of the new day. The law gives a month,
 * so each is put off once for a restore, however often this runs.
 * @param moment the one that was restored (ISO 8601): what was asked for after it keeps its day
 * @param change whether it is done, or only counted
 * @returns how many
 */
export async function renew(moment: string, change: boolean): Promise<number> {
  const restore = new Date(moment).toISOString();
  const dueAt = new Date(Clock.nowMs() + RENEWED_DAYS * DAY_MS).toISOString();
  let count = 0;
  for (const pk of erasureDue.partitions)
    for await (const shown of Table.pages({ index: "due", pk, upTo: dueAt }))
      for (const item of await Table.getMany(shown.map(keyOfItem)))
        if (item && (await renewed(item, { restore, dueAt, change }))) count++;
  return count;
}

interface Renewal {
  readonly restore: string;
  readonly dueAt: string;
  readonly change: boolean;
}

async function renewed(item: Table.Item, { restore, dueAt, change }: Renewal): Promise<boolean> {
  const one = erasure.parse(item);
  const { userId, status, dueAt: before, requestedAt, renewedFor } = one;
  const waits = erasureStates.sources("renew").includes(status) && requestedAt <= restore;
  if (!waits || before === undefined || renewedFor === restore) return false;
  const profile = await Table.get(userProfile.key({ userId }));
  if (!profile || fromItem(profile).erasureAt !== before) return false;
  if (!change) return true;
  return Table.tryCommit([
    {
      update: userProfile.key({ userId }),
      set: { erasureAt: dueAt },
      where: Where.is({ erasureAt: before }),
    },
    changing(one, "renew", {
      set: { dueAt, renewedFor: restore, ...HeldUp.noMore, ...erasureDue.at(userId, dueAt) },
      where: [Where.is({ dueAt: before })],
    }),
    HeldUp.leaving(userId),
    Outbox.write(Events.erasureAsked, { userId, dueAt }),
  ]);
}

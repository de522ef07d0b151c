import { userProfile } from "../identity/entity.ts";
import * as Events from "../identity/events.ts";
import { give } from "../identity/roles/index.ts";
import { STAFF } from "../identity/standing.ts";
import * as Trail from "../identity/trail/index.ts";
import { fromItem, isGone } from "../identity/user.ts";
import * as Clock from "../kernel/clock/index.ts";
import { DAY_MS, toIso } from "../kernel/time.ts";
import * as Outbox from "../platform/outbox/index.ts";
import { keyOfItem } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { erasure, erasureDue } from "./entity.ts";
import { closingWrites } from "./erasure.ts";
import { readRequest } from "./requests.ts";
import { erasureStates, notHeldUp, resuming, statusAfter } from "./states.ts";
import { erasedUserIds, type steps } from "./steps.ts";

/**
 * After a restore from a backup, the table contains people who were erased since, and erasures that a sign-in has canceled
 * since. The first are erased again; the second get a new due date.
 */

/** An operator at the command line. */
type Operator = { readonly operator: string };

/**
 * What the table has of an erased user:
 * - `erased`, `unknown`: nothing is left to do.
 * - `under-way`, `held-up` (see `held-up.ts`): the account is closed, and the schedule does the rest.
 * - `back`: the account is as it was before its erasure.
 */
export type Status = "erased" | "unknown" | "under-way" | "held-up" | "back";

interface Found {
  readonly userId: string;
  readonly status: Status;
}

/** How many users are read in one round trip. */
const PAGE = 50;

/** Returns everybody who was ever erased, with the state of the account in this table. */
export async function* found(): AsyncGenerator<Found> {
  let page: string[] = [];
  for await (const userId of erasedUserIds()) {
    page.push(userId);
    if (page.length < PAGE) continue;
    yield* await lookUp(page);
    page = [];
  }
  yield* await lookUp(page);
}

async function lookUp(userIds: readonly string[]): Promise<Found[]> {
  const keys = userIds.flatMap((userId) => [userProfile.key({ userId }), erasure.key({ userId })]);
  const items = await Table.getMany(keys);
  return userIds.map((userId, at) => ({ userId, status: statusOf(items[2 * at], items[2 * at + 1]) }));
}

function statusOf(profile: Table.Item | undefined, item: Table.Item | undefined): Status {
  if (!profile) return "unknown";
  const user = fromItem(profile);
  if (user.erasedAt !== undefined) return "erased";
  if (!isGone(user)) return "back";
  return item && erasure.parse(item).heldUpBy !== undefined ? "held-up" : "under-way";
}

/** The steps that are not repeated: the last email was sent. */
const DONE: readonly (keyof typeof steps)[] = ["farewell"];

/**
 * Closes the account of an erased user and has the schedule erase it. Blockers hold that up although the account is closed.
 * A repetition changes nothing.
 * @throws AUTH_USER_NOT_FOUND, LAST_ADMINISTRATOR, CONTENTION
 */
export const again = (author: Operator, userId: string): Promise<void> =>
  Table.retry(async () => {
    const { user, before } = await readRequest(userId);
    if (isGone(user)) return;
    const isStaff = STAFF.includes(user.role);
    if (isStaff) await give(author, userId, { role: "PARTICULIER", reason: "erased before the restore" });
    const now = Clock.nowIso();
    const made = erasure.item({
      ...{ userId, status: statusAfter("reapply"), dueAt: now, beganAt: now, stepsDone: [...DONE] },
      requestedBy: before?.requestedBy ?? userId,
      requestedAt: before?.requestedAt ?? now,
      reapplied: true,
    });
    await Table.commit([
      ...(await closingWrites(user, now, { set: { erasureAt: now }, isEmpty: false })),
      { put: { ...made, ...erasureDue.at(userId, now) } },
      notHeldUp(userId),
      ...Trail.noting(author, { deed: "user-erased-again", to: userId }),
    ]);
  });

/** How long users have to cancel again what they had canceled after the restored moment. */
export const RENEWED_DAYS = 7;

/**
 * Postpones the waiting erasures that are due within `RENEWED_DAYS`, and notifies their users. The law gives a month, so
 * each is postponed once for a restore, however often this runs.
 * @param moment the restored one (ISO 8601); later requests keep their due date
 * @param change whether to do it, or only to count
 * @returns how many
 */
export async function renew(moment: string, change: boolean): Promise<number> {
  const restore = new Date(moment).toISOString();
  const dueAt = toIso(Clock.nowMs() + RENEWED_DAYS * DAY_MS);
  let count = 0;
  for (const pk of erasureDue.partitions)
    for await (const shown of Table.pages({ index: "due", pk, upTo: dueAt }))
      for (const item of await Table.getMany(shown.map(keyOfItem)))
        if (item && (await renewOne(item, { restore, dueAt, change }))) count++;
  return count;
}

interface Renewal {
  readonly restore: string;
  readonly dueAt: string;
  readonly change: boolean;
}

async function renewOne(item: Table.Item, { restore, dueAt, change }: Renewal): Promise<boolean> {
  const one = erasure.parse(item);
  const { userId, status, dueAt: before, requestedAt, renewedFor } = one;
  const isWaiting = erasureStates.sources("renew").includes(status) && requestedAt <= restore;
  if (!isWaiting || before === undefined || renewedFor === restore) return false;
  const profile = await Table.get(userProfile.key({ userId }));
  if (!profile || fromItem(profile).erasureAt !== before) return false;
  if (!change) return true;
  return Table.tryCommit([
    {
      update: userProfile.key({ userId }),
      set: { erasureAt: dueAt },
      where: Where.is({ erasureAt: before }),
    },
    ...resuming(one, "renew", {
      set: { dueAt, renewedFor: restore, ...erasureDue.at(userId, dueAt) },
      where: Where.is({ dueAt: before }),
    }),
    Outbox.write(Events.erasureAsked, { userId, dueAt }),
  ]);
}

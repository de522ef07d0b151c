import { STAFF } from "../identity/account-status.ts";
import { userProfile } from "../identity/entity.ts";
import * as Events from "../identity/events.ts";
import { changeRole } from "../identity/roles/index.ts";
import * as Trail from "../identity/trail/index.ts";
import { fromItem, isClosed } from "../identity/user.ts";
import * as Clock from "../kernel/clock/index.ts";
import { DAY_MS, toIso } from "../kernel/time.ts";
import * as Outbox from "../platform/outbox/index.ts";
import { keyOfItem } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { erasure, erasureDue } from "./entity.ts";
import { closingWrites } from "./erasure.ts";
import { readRequest } from "./requests.ts";
import { erasureStates, queueRemovalWrite, resumeWrites, statusAfter } from "./states.ts";
import { erasedUserIds, type steps } from "./steps.ts";

/**
 * Repairs the table after a restore from a backup. Accounts that were erased after the backup are erased again. Erasures that may
 * have been canceled after the backup get a new due date.
 */

/** An operator at the command line. */
type Operator = { readonly operator: string };

/**
 * The state of an erased account in this table:
 * - `erased`, `unknown`: nothing to do.
 * - `under-way`, `held-up` (see `held-up.ts`): the account is closed, and the schedule completes the erasure.
 * - `back`: the restore has undone the erasure.
 */
export type Status = "erased" | "unknown" | "under-way" | "held-up" | "back";

interface ErasedAccount {
  readonly userId: string;
  readonly status: Status;
}

/** The number of users that are read in one round trip. */
const PAGE = 50;

/** Yields all accounts that were ever erased, with their state in this table. */
export async function* listErased(): AsyncGenerator<ErasedAccount> {
  let page: string[] = [];
  for await (const userId of erasedUserIds()) {
    page.push(userId);
    if (page.length < PAGE) continue;
    yield* await readStatuses(page);
    page = [];
  }
  yield* await readStatuses(page);
}

async function readStatuses(userIds: readonly string[]): Promise<ErasedAccount[]> {
  const keys = userIds.flatMap((userId) => [userProfile.key({ userId }), erasure.key({ userId })]);
  const items = await Table.getMany(keys);
  return userIds.map((userId, at) => ({ userId, status: statusOf(items[2 * at], items[2 * at + 1]) }));
}

function statusOf(profile: Table.Item | undefined, item: Table.Item | undefined): Status {
  if (!profile) return "unknown";
  const user = fromItem(profile);
  if (user.erasedAt !== undefined) return "erased";
  if (!isClosed(user)) return "back";
  return item && erasure.parse(item).heldUpBy !== undefined ? "held-up" : "under-way";
}

/** The steps that are not repeated, because the last email was already sent. */
const SKIPPED_STEPS: readonly (keyof typeof steps)[] = ["farewell"];

/**
 * Closes the account of an erased user and schedules its erasure. Blockers do not prevent the closing, but hold up the erasure. A
 * repeated call changes nothing.
 * @throws AUTH_USER_NOT_FOUND, LAST_ADMINISTRATOR, CONTENTION
 */
export const eraseAgain = (author: Operator, userId: string): Promise<void> =>
  Table.retry(async () => {
    const { user, before } = await readRequest(userId);
    if (isClosed(user)) return;
    const isStaff = STAFF.includes(user.role);
    if (isStaff)
      await changeRole(author, userId, { role: "PARTICULIER", reason: "erased before the restore" });
    const now = Clock.nowIso();
    const made = erasure.item({
      ...{ userId, status: statusAfter("reapply"), dueAt: now, beganAt: now, stepsDone: [...SKIPPED_STEPS] },
      requestedBy: before?.requestedBy ?? userId,
      requestedAt: before?.requestedAt ?? now,
      reapplied: true,
    });
    await Table.commit([
      ...(await closingWrites(user, now, { set: { erasureAt: now }, isEmpty: false })),
      { put: { ...made, ...erasureDue.at(userId, now) } },
      queueRemovalWrite(userId),
      ...Trail.recordWrites(author, { deed: "user-erased-again", to: userId }, await Trail.readHead(author)),
    ]);
  });

/** How long users have to cancel an erasure again if they had canceled it after the backup. */
export const POSTPONED_DAYS = 7;

/**
 * Postpones the pending erasures that are due within `POSTPONED_DAYS`, and notifies their users. Postpones each only once for a
 * restore, because the law allows only a month.
 * @param moment the time of the backup (ISO 8601). Later requests are not postponed
 * @param change whether to postpone them. False only counts them
 * @returns the number of erasures
 */
export async function postponeErasures(moment: string, change: boolean): Promise<number> {
  const restore = new Date(moment).toISOString();
  const dueAt = toIso(Clock.nowMs() + POSTPONED_DAYS * DAY_MS);
  let count = 0;
  for (const pk of erasureDue.partitions)
    for await (const shown of Table.pages({ index: "due", pk, upTo: dueAt }))
      for (const item of await Table.getMany(shown.map(keyOfItem)))
        if (item && (await postponeErasure(item, { restore, dueAt, change }))) count++;
  return count;
}

interface Renewal {
  readonly restore: string;
  readonly dueAt: string;
  readonly change: boolean;
}

async function postponeErasure(item: Table.Item, { restore, dueAt, change }: Renewal): Promise<boolean> {
  const one = erasure.parse(item);
  const { userId, status, dueAt: before, requestedAt, renewedFor } = one;
  const isPending = erasureStates.sources("renew").includes(status) && requestedAt <= restore;
  if (!isPending || before === undefined || renewedFor === restore) return false;
  const profile = await Table.get(userProfile.key({ userId }));
  if (!profile || fromItem(profile).erasureAt !== before) return false;
  if (!change) return true;
  return Table.tryCommit([
    {
      update: userProfile.key({ userId }),
      set: { erasureAt: dueAt },
      where: Where.is({ erasureAt: before }),
    },
    ...resumeWrites(one, "renew", {
      set: { dueAt, renewedFor: restore, ...erasureDue.at(userId, dueAt) },
      where: Where.is({ dueAt: before }),
    }),
    Outbox.write(Events.erasureRequested, { userId, dueAt }),
  ]);
}

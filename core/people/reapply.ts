import { userProfile } from "../identity/entity.ts";
import { give } from "../identity/roles/index.ts";
import { STAFF } from "../identity/standing.ts";
import * as Trail from "../identity/trail/index.ts";
import { fromItem, isGone } from "../identity/user.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Table from "../platform/table/index.ts";
import { closing } from "./close.ts";
import { erasure, erasureDue } from "./entity.ts";
import * as HeldUp from "./held-up.ts";
import { ids } from "./list.ts";
import { read } from "./requests.ts";
import { erasureStates } from "./states.ts";
import type { steps } from "./steps.ts";

/**
 * Erasing again: a table that is restored from a backup knows the people who were erased since. The list beside it says
 * who they are; their accounts are closed at once, and erased by the schedule, as all are.
 */

/** An operator at the command line. */
export type Operator = { readonly operator: string };

/**
 * What this table says of somebody on the list:
 * - `erased`, or `unknown`: there is nothing to do.
 * - `under-way`, or `held-up` (see `held-up.ts`): the account is closed, and the schedule sees to the rest.
 * - `back`: as if nothing had been.
 */
export type Status = "erased" | "unknown" | "under-way" | "held-up" | "back";

export interface Found {
  readonly userId: string;
  readonly status: Status;
}

/** How many are read at once. */
const PAGE = 50;

/** Everybody on the list, with what this table says of them. */
export async function* found(): AsyncGenerator<Found> {
  let page: string[] = [];
  for await (const userId of ids()) {
    page.push(userId);
    if (page.length < PAGE) continue;
    yield* await lookedUp(page);
    page = [];
  }
  yield* await lookedUp(page);
}

async function lookedUp(userIds: readonly string[]): Promise<Found[]> {
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

/** What is not done again: the last letter was sent. */
const DONE: readonly (keyof typeof steps)[] = ["farewell"];

/**
 * Closes the account of somebody who was erased, and has it erased. Whatever must be settled before an erasure holds that
 * up, though the account is closed. Again, it changes nothing.
 * @throws AUTH_USER_NOT_FOUND, LAST_ADMINISTRATOR, CONTENTION
 */
export const again = (author: Operator, userId: string): Promise<void> =>
  Table.retry(async () => {
    const { user, before } = await read(userId);
    if (isGone(user)) return;
    const isStaff = STAFF.includes(user.role);
    if (isStaff) await give(author, userId, { role: "PARTICULIER", reason: "erased before the restore" });
    const now = Clock.nowIso();
    const made = erasure.item({
      ...{
        userId,
        status: erasureStates.assertTransition("none", "reapply"),
        dueAt: now,
        beganAt: now,
        stepsDone: [...DONE],
      },
      requestedBy: before?.requestedBy ?? userId,
      requestedAt: before?.requestedAt ?? now,
      reapplied: true,
    });
    await Table.commit([
      ...(await closing(user, now, { set: { erasureAt: now }, isEmpty: false })),
      { put: { ...made, ...erasureDue.at(userId, now) } },
      HeldUp.leaving(userId),
      ...Trail.noting(author, { deed: "user-erased-again", to: userId }),
    ]);
  });

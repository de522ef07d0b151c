import * as Events from "../identity/events.ts";
import * as Users from "../identity/users.ts";
import * as Clock from "../kernel/clock/index.ts";
import { DAY_MS } from "../kernel/time.ts";
import * as Due from "../platform/due/index.ts";
import { log } from "../platform/log.ts";
import * as Outbox from "../platform/outbox/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { allOf } from "./blockers.ts";
import { carryOut } from "./carry-out.ts";
import { closing } from "./close.ts";
import { erasure, erasureDue } from "./entity.ts";
import * as HeldUp from "./held-up.ts";
import type { Erasure, HeldUpCode } from "./schema.ts";
import { changing, erasureStates } from "./states.ts";

/** Erasures whose day has come: the account is closed for good, then all that is the person's is erased. */

/** An execution begins no further page after this: the last must fit into the rest of its function's time. */
const WORKING_MS = 180_000;

/** Carries out what is due. @returns how many erasures were worked on */
export async function runDue(): Promise<number> {
  // The machine's own time: it bounds this function's run, whatever the platform's clock says.
  const endsAt = performance.now() + WORKING_MS;
  return Due.sweep(erasureDue, (item) => work(erasure.parse(item), endsAt), { concurrency: 1 });
}

/** @returns whether something was done */
async function work(found: Erasure, endsAt: number): Promise<boolean> {
  // The index may be behind.
  const now = await Table.find(erasure, found);
  if (!now || erasureStates.isFinal(now.status) || now.dueAt === undefined) return false;
  const running = now.status === "running" ? now : await closed(now);
  if (!running) return true;
  await carryOut(running, endsAt);
  return true;
}

/**
 * Closes the account: from then on nobody signs in, and nobody pays it. What was called off is forgotten, and what
 * something is in the way of waits for the next day.
 */
async function closed(one: Erasure): Promise<Erasure | undefined> {
  const { userId, dueAt } = one;
  const user = await Users.fromId(userId);
  if (user?.erasureAt === undefined || user.erasureAt !== dueAt) {
    const remove = { remove: erasure.key({ userId }), where: Where.is({ dueAt }) };
    await Table.tryCommit([remove, HeldUp.leaving(userId)]);
    return undefined;
  }
  // Whom the staff has blocked erases no traces: only administrators have a blocked account erased.
  if (user.blocked && one.requestedBy === userId && one.approvedBy === undefined) {
    log.warn("an erasure waits: the account was blocked after its owner asked for it", { userId });
    await postpone(one, ["BLOCKED"], false);
    return undefined;
  }
  const blockers = (await allOf(user)).map(({ code }) => code);
  if (blockers.length > 0) {
    await postpone(one, blockers, one.heldUpBy === undefined);
    return undefined;
  }
  const beganAt = Clock.nowIso();
  const isClosed = await Table.tryCommit([
    ...(await closing(user, beganAt, { isEmpty: true })),
    changing(one, "begin", { set: { beganAt, ...HeldUp.noMore }, where: [Where.is({ dueAt })] }),
    HeldUp.leaving(userId),
  ]);
  return isClosed ? Table.find(erasure, { userId }) : undefined;
}

/** Looks again tomorrow; the user is told the first time. */
async function postpone(one: Erasure, heldUpBy: readonly HeldUpCode[], isFirst: boolean): Promise<void> {
  const { userId, dueAt } = one;
  const again = new Date(Clock.nowMs() + DAY_MS).toISOString();
  const noted = HeldUp.noted(one, heldUpBy);
  await Table.tryCommit([
    changing(one, "holdUp", {
      set: { ...noted, ...erasureDue.at(userId, again) },
      // An erasure that was requested again, called off or approved concurrently is another one.
      where: [Where.is({ dueAt, approvedBy: one.approvedBy })],
    }),
    HeldUp.entering(userId, noted.heldUpSince),
    ...(isFirst ? [Outbox.write(Events.erasureHeldUp, { userId })] : []),
  ]);
}

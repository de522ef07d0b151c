import { removeOfClosed } from "../defi/exchange/remove-liquidity.ts";
import { exitOfClosed, harvestOfClosed } from "../defi/farming/withdraw.ts";
import { claimOfClosed } from "../defi/staking/index.ts";
import { unstakeOfClosed } from "../defi/staking/unstake.ts";
import { userProfile } from "../identity/entity.ts";
import * as Events from "../identity/events.ts";
import { newStamp } from "../identity/stamp.ts";
import type { User } from "../identity/user.ts";
import * as Users from "../identity/users.ts";
import * as Clock from "../kernel/clock/index.ts";
import { DAY_MS, toIso } from "../kernel/time.ts";
import * as Due from "../platform/due/index.ts";
import { log } from "../platform/log.ts";
import * as Outbox from "../platform/outbox/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import * as ClosedAccounts from "../policy/closed-accounts.ts";
import { allBlockersOf, moneyBlockers, positionsOf } from "./blockers.ts";
import { type Erasure, erasure, erasureDue } from "./entity.ts";
import type { HeldUpCode } from "./schema.ts";
import { erasureStates, forgetting, holdingUp, resuming } from "./states.ts";
import { type Step, steps } from "./steps.ts";

/**
 * Carries out the erasures that are due: closes the account for good, then does step after step, page by page. The progress
 * is recorded after each page, and a page may be repeated, so a crash at any point is harmless.
 */

/** An execution begins no further page after this time: the last page must fit into the function's timeout. */
const WORKING_MS = 180_000;

/** Continues all erasures that are due. @returns how many */
export async function runDue(): Promise<number> {
  // The machine's time, because the platform's clock may be moved.
  const endsAt = performance.now() + WORKING_MS;
  return Due.sweep(erasureDue, (item) => work(erasure.parse(item), endsAt), { concurrency: 1 });
}

/** @returns whether something was done */
async function work(found: Erasure, endsAt: number): Promise<boolean> {
  // The index may be behind the table.
  const now = await Table.find(erasure, found);
  if (!now || erasureStates.isFinal(now.status) || now.dueAt === undefined) return false;
  const running = now.status === "running" ? now : await close(now);
  if (running) await runSteps(running, endsAt);
  return true;
}

/** Closes the account: nobody can sign in to it or pay it any more. A canceled erasure is deleted, a blocked one held up. */
async function close(one: Erasure): Promise<Erasure | undefined> {
  const { userId, dueAt } = one;
  const user = await Users.fromId(userId);
  if (user?.erasureAt === undefined || user.erasureAt !== dueAt) {
    await Table.tryCommit(forgetting(one));
    return undefined;
  }
  // A user whom staff blocked must not erase evidence: only administrators can have a blocked account erased.
  if (user.blocked && one.requestedBy === userId && one.approvedBy === undefined) {
    log.warn("erasure: held up, the account was blocked after its owner asked", { userId });
    await postpone(one, ["BLOCKED"], false);
    return undefined;
  }
  const blockers = (await allBlockersOf(user)).map(({ code }) => code);
  if (blockers.length > 0) {
    await postpone(one, blockers, one.heldUpBy === undefined);
    return undefined;
  }
  const beganAt = Clock.nowIso();
  const isClosed = await Table.tryCommit([
    ...(await closingWrites(user, beganAt, { isEmpty: true })),
    ...resuming(one, "begin", { set: { beganAt }, where: Where.is({ dueAt }) }),
  ]);
  return isClosed ? Table.find(erasure, { userId }) : undefined;
}

/**
 * Returns the writes that close an account for good. They fail if its credentials, due date or wallets have changed.
 * @param set further attributes of the profile
 * @param isEmpty whether they fail, too, if a wallet contains money
 */
export async function closingWrites(
  { userId, erasureAt, securityStamp }: User,
  closedAt: string,
  { set = {}, isEmpty }: { readonly set?: Readonly<Record<string, unknown>>; readonly isEmpty: boolean },
): Promise<Table.Write[]> {
  return [
    {
      update: userProfile.key({ userId }),
      set: {
        ...{ blockedAt: closedAt, closedAt, updatedAt: closedAt },
        ...{ securityStamp: newStamp(), ownershipId: newStamp() },
        ...set,
      },
      // A concurrent sign-in has canceled the erasure.
      where: Where.is({ erasureAt, securityStamp, erasedAt: undefined }),
    },
    ...ClosedAccounts.closingWrites({ userId }, await ClosedAccounts.closable({ userId }), closedAt, isEmpty),
  ];
}

const tomorrow = (userId: string) => erasureDue.at(userId, toIso(Clock.nowMs() + DAY_MS));

/** Checks an erasure again tomorrow. Its user is notified the first time. */
async function postpone(one: Erasure, heldUpBy: readonly HeldUpCode[], isFirst: boolean): Promise<void> {
  const { userId, dueAt, approvedBy } = one;
  await Table.tryCommit([
    // A request that was repeated, canceled or approved concurrently is another one.
    ...holdingUp(one, heldUpBy, { set: tomorrow(userId), where: Where.is({ dueAt, approvedBy }) }),
    ...(isFirst ? [Outbox.write(Events.erasureHeldUp, { userId })] : []),
  ]);
}

/** Does the steps that are left, until the time is up. @throws the error of a step, which is retried with the next run */
async function runSteps(running: Erasure, endsAt: number): Promise<void> {
  let now = running;
  for (const [name, step] of Object.entries(steps) as [string, Step][]) {
    while (!now.stepsDone.includes(name)) {
      if (performance.now() > endsAt)
        return log.info("erasure: time budget used up, continues in the next run", {
          userId: now.userId,
          name,
        });
      const after = await runPage(now, name, step);
      if (!after) return;
      now = after;
    }
  }
  await Table.commit(resuming(now, "complete", { set: { cursor: undefined, ...Due.done } }));
}

/** Does one page of a step. @returns the erasure after it; undefined if it must wait */
async function runPage(running: Erasure, name: string, step: Step): Promise<Erasure | undefined> {
  const { userId, stepsDone } = running;
  const user = await Users.fromId(userId);
  // The last step removes the account's name, so an erased account has been through all steps.
  const isLeft = user !== undefined && user.erasedAt === undefined;
  const { step: current, ...place } = running.cursor ?? { step: "", pk: "", sk: "" };
  if (isLeft && (await mustStop(user, running, current === ""))) return undefined;
  const from = current === name ? place : undefined;
  const next = isLeft ? await tryStep(running, name, () => step(user, running, from)) : undefined;
  const progress = {
    stepsDone: next ? stepsDone : [...stepsDone, name],
    cursor: next && { step: name, pk: next.pk, sk: next.sk },
  };
  await Table.commit(resuming(running, "advance", { set: progress }));
  return { ...running, ...progress, heldUpBy: undefined, heldUpSince: undefined };
}

/** Does a page of a step. If it fails, the erasure appears in the administrators' queue. */
async function tryStep<T>(running: Erasure, name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await Table.commit(holdingUp(running, [name === "provider" ? "PROVIDER" : "FAILED"], {}));
    throw error;
  }
}

/**
 * Stops an erasure until tomorrow if money or a debt has arrived since the account was closed: an administrator must
 * settle it first. An account that was closed whatever it contained must be empty, too; its positions are taken back first.
 * @param isBetween whether no step is half done
 */
async function mustStop(user: User, running: Erasure, isBetween: boolean): Promise<boolean> {
  const { userId } = user;
  const look = async (): Promise<HeldUpCode[]> => {
    const found = await (running.reapplied && isBetween ? allBlockersOf(user) : moneyBlockers(userId));
    return found.map(({ code }) => code);
  };
  let codes = await look();
  if (codes.some((code) => POSITION_CODES.includes(code))) {
    const isDone = await takeBackPositions(userId);
    codes = await look();
    if (!isDone) codes.push("FAILED");
  }
  if (codes.length === 0) return false;
  log.error("erasure: stopped until the rest of the account is settled", { userId, blockers: codes });
  await Table.commit(holdingUp(running, codes, { set: tomorrow(userId) }));
  return true;
}

const POSITION_CODES: readonly HeldUpCode[] = ["STAKES", "LIQUIDITY", "FARMING"];

/**
 * Takes back the positions of an account that a restore had brought back and that is closed now: its owner can no longer do
 * so. The proceeds go to `suspense` with flags, for staff to pay out. A lock is ignored, because the law gives a month. A
 * repetition takes back what is left.
 * @returns whether all succeeded; errors are in the log
 */
async function takeBackPositions(userId: string): Promise<boolean> {
  const owner = { mode: "live", userId } as const;
  const { stakes, pools, farms } = await positionsOf(userId);
  const takeBacks: readonly (() => Promise<unknown>)[] = [
    // Shares leave their farm before they leave their pool.
    ...farms.map(({ positionId, balance }) => () => {
      return balance > 0n ? exitOfClosed(owner, positionId) : harvestOfClosed(owner, positionId);
    }),
    ...pools.map(({ positionId }) => () => {
      return removeOfClosed(owner, positionId);
    }),
    ...stakes.map(({ positionId, status }) => () => {
      return status === "completed" ? claimOfClosed(owner, positionId) : unstakeOfClosed(owner, positionId);
    }),
  ];
  let isDone = true;
  for (const takeBack of takeBacks)
    try {
      await takeBack();
    } catch (error) {
      isDone = false;
      log.error("erasure: a position of a closed account could not be taken back", { userId, error });
    }
  return isDone;
}

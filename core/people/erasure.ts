import { removeForClosedAccount } from "../defi/exchange/remove-liquidity.ts";
import { exitForClosedAccount, harvestForClosedAccount } from "../defi/farming/withdraw.ts";
import { claimForClosedAccount } from "../defi/staking/index.ts";
import { unstakeForClosedAccount } from "../defi/staking/unstake.ts";
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
import { erasureStates, forgetWrites, holdUpWrites, resumeWrites } from "./states.ts";
import { type Step, steps } from "./steps.ts";

/**
 * Executes due erasures. Closes the account for good, then runs the steps page by page. The progress is recorded after each page,
 * and a page can be repeated, so that a crash at any point is harmless.
 */

/** A run starts no further page after this time, so that the last page fits into the function's timeout. */
const TIME_BUDGET_MS = 180_000;

/** Continues all erasures that are due. @returns the number of processed erasures */
export async function runDue(): Promise<number> {
  // The machine's time, because the platform's clock may be moved.
  const endsAt = performance.now() + TIME_BUDGET_MS;
  return Due.sweep(erasureDue, (item) => continueErasure(erasure.parse(item), endsAt), { concurrency: 1 });
}

/** @returns whether the erasure was due */
async function continueErasure(found: Erasure, endsAt: number): Promise<boolean> {
  // The index may be behind the table.
  const now = await Table.find(erasure, found);
  if (!now || erasureStates.isFinal(now.status) || now.dueAt === undefined) return false;
  const running = now.status === "running" ? now : await close(now);
  if (running) await runSteps(running, endsAt);
  return true;
}

/** Closes the account: no sign-ins and no payments any more. Deletes a canceled erasure, and postpones a blocked one. */
async function close(one: Erasure): Promise<Erasure | undefined> {
  const { userId, dueAt } = one;
  const user = await Users.fromId(userId);
  if (user?.erasureAt === undefined || user.erasureAt !== dueAt) {
    await Table.tryCommit(forgetWrites(one));
    return undefined;
  }
  // A blocked user must not erase evidence, so only administrators can erase a blocked account.
  if (user.blocked && one.requestedBy === userId && one.approvedBy === undefined) {
    log.warn(
      "erasure: held up by staff's block of the account; unblock it, or let two administrators request the erasure",
      {
        userId,
      },
    );
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
    ...resumeWrites(one, "begin", { set: { beganAt }, where: Where.is({ dueAt }) }),
  ]);
  return isClosed ? Table.find(erasure, { userId }) : undefined;
}

/**
 * Returns the writes that close an account for good. They fail if its credentials, due date or wallets have changed.
 * @param set further attributes of the profile
 * @param isEmpty whether the writes also fail if a wallet contains money
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

/** Postpones an erasure to tomorrow. Notifies the user the first time. */
async function postpone(one: Erasure, heldUpBy: readonly HeldUpCode[], isFirst: boolean): Promise<void> {
  const { userId, dueAt, approvedBy } = one;
  await Table.tryCommit([
    // Fails if the request was repeated, canceled or approved concurrently.
    ...holdUpWrites(one, heldUpBy, { set: tomorrow(userId), where: Where.is({ dueAt, approvedBy }) }),
    ...(isFirst ? [Outbox.write(Events.erasureHeldUp, { userId })] : []),
  ]);
}

/** Runs the remaining steps within the time budget. @throws the error of a step, which the next run retries */
async function runSteps(running: Erasure, endsAt: number): Promise<void> {
  let now = running;
  for (const [name, step] of Object.entries(steps) as [string, Step][]) {
    while (!now.stepsDone.includes(name)) {
      if (performance.now() > endsAt)
        return log.info("erasure: time budget used up, continues in the next run", {
          userId: now.userId,
          step: name,
        });
      const after = await runPage(now, name, step);
      if (!after) return;
      now = after;
    }
  }
  await Table.commit(resumeWrites(now, "complete", { set: { cursor: undefined, ...Due.done } }));
}

/** Runs one page of a step. @returns the erasure after the page. Undefined if it must wait */
async function runPage(running: Erasure, name: string, step: Step): Promise<Erasure | undefined> {
  const { userId, stepsDone } = running;
  const user = await Users.fromId(userId);
  // The last step sets `erasedAt`, so an erased account has finished all steps.
  const hasUser = user !== undefined && user.erasedAt === undefined;
  const { step: current, ...place } = running.cursor ?? { step: "", pk: "", sk: "" };
  if (hasUser && (await holdUpIfNotEmpty(user, running, current === ""))) return undefined;
  const from = current === name ? place : undefined;
  const next = hasUser ? await tryStep(running, name, () => step(user, running, from)) : undefined;
  const progress = {
    stepsDone: next ? stepsDone : [...stepsDone, name],
    cursor: next && { step: name, pk: next.pk, sk: next.sk },
  };
  await Table.commit(resumeWrites(running, "advance", { set: progress }));
  return { ...running, ...progress, heldUpBy: undefined, heldUpSince: undefined };
}

/** Runs a page of a step. If it fails, the erasure appears in the administrators' queue. */
async function tryStep<T>(running: Erasure, name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await Table.commit(holdUpWrites(running, [name === "provider" ? "PROVIDER" : "FAILED"], {}));
    throw error;
  }
}

/**
 * Holds an erasure up until tomorrow if the closed account has money or a debt, which an administrator must settle first. An account
 * that was closed without being empty (`reapplied`) must also have no other blockers; its positions are withdrawn first.
 * @param isBetween whether no step is in progress
 * @returns whether the erasure is held up
 */
async function holdUpIfNotEmpty(user: User, running: Erasure, isBetween: boolean): Promise<boolean> {
  const { userId } = user;
  const readCodes = async (): Promise<HeldUpCode[]> => {
    const found = await (running.reapplied && isBetween ? allBlockersOf(user) : moneyBlockers(userId));
    return found.map(({ code }) => code);
  };
  let codes = await readCodes();
  if (codes.some((code) => POSITION_CODES.includes(code))) {
    const isDone = await withdrawPositions(userId);
    codes = await readCodes();
    if (!isDone) codes.push("FAILED");
  }
  if (codes.length === 0) return false;
  log.error(
    "erasure: held up by the blockers until tomorrow's check; settle them, see the queue of held-up erasures",
    {
      userId,
      blockers: codes,
    },
  );
  await Table.commit(holdUpWrites(running, codes, { set: tomorrow(userId) }));
  return true;
}

const POSITION_CODES: readonly HeldUpCode[] = ["STAKES", "LIQUIDITY", "FARMING"];

/**
 * Withdraws the positions of a closed account, whose owner no longer can. Needed for accounts that a restore has brought back. The
 * proceeds go to `suspense` with flags, so that staff can pay them out. Ignores locks, because the law allows only a month. A
 * repeated call withdraws the remaining positions.
 * @returns whether all withdrawals succeeded. Logs errors
 */
async function withdrawPositions(userId: string): Promise<boolean> {
  const owner = { mode: "live", userId } as const;
  const { stakes, pools, farms } = await positionsOf(userId);
  const withdrawals = [
    // Shares leave their farm before they leave their pool.
    ...farms.map(({ positionId, balance }) => {
      const withdraw = balance > 0n ? exitForClosedAccount : harvestForClosedAccount;
      return { positionId, withdraw: (): Promise<unknown> => withdraw(owner, positionId) };
    }),
    ...pools.map(({ positionId }) => ({
      positionId,
      withdraw: (): Promise<unknown> => removeForClosedAccount(owner, positionId),
    })),
    ...stakes.map(({ positionId, status }) => {
      const withdraw = status === "completed" ? claimForClosedAccount : unstakeForClosedAccount;
      return { positionId, withdraw: (): Promise<unknown> => withdraw(owner, positionId) };
    }),
  ];

  let isDone = true;
  for (const { positionId, withdraw } of withdrawals)
    try {
      await withdraw();
    } catch (error) {
      isDone = false;
      log.error(
        "erasure: withdrawal of a closed account's position failed; it holds the erasure up until tomorrow's retry",
        {
          userId,
          positionId,
          error,
        },
      );
    }
  return isDone;
}

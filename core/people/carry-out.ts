import { userProfile } from "../identity/entity.ts";
import { fromItem, type User } from "../identity/user.ts";
import * as Clock from "../kernel/clock/index.ts";
import { DAY_MS } from "../kernel/time.ts";
import * as Due from "../platform/due/index.ts";
import { log } from "../platform/log.ts";
import * as Table from "../platform/table/index.ts";
import { allOf, moneyOf } from "./blockers.ts";
import { erasureDue } from "./entity.ts";
import * as HeldUp from "./held-up.ts";
import type { Erasure, HeldUpCode } from "./schema.ts";
import { changing } from "./states.ts";
import { type Step, steps } from "./steps.ts";
import { positionCodes, takeBack } from "./take-back.ts";

/**
 * Carrying out an erasure that has begun: step after step, page by page. What is done is noted after it, and each page
 * may be done again; so whoever dies anywhere is gone on after, by whichever release.
 */

/** Goes on with an erasure until it is done, or the time is up. @throws what a step throws; it is tried again */
export async function carryOut(running: Erasure, endsAt: number): Promise<void> {
  let now = running;
  for (const [name, step] of Object.entries(steps) as [string, Step][]) {
    while (!now.stepsDone.includes(name)) {
      if (performance.now() > endsAt)
        return log.info("an erasure goes on later", { userId: now.userId, name });
      const after = await page(now, name, step);
      if (!after) return;
      now = after;
    }
  }
  await record(now, "complete", { cursor: undefined, ...HeldUp.noMore, ...Due.done });
}

/** Does a page of a step. @returns how far the erasure is then; undefined where it must wait */
async function page(running: Erasure, name: string, step: Step): Promise<Erasure | undefined> {
  const { userId, stepsDone } = running;
  const item = await Table.get(userProfile.key({ userId }));
  const user = item && fromItem(item);
  // The last step takes the account's name: one who has it no more has been through all of them.
  const isLeft = user !== undefined && user.erasedAt === undefined;
  const { step: at, ...place } = running.cursor ?? { step: "", pk: "", sk: "" };
  if (isLeft && (await stopped(user, running, at === ""))) return undefined;
  const from = at === name ? place : undefined;
  const next = isLeft ? await tried(running, name, () => step(user, running, from)) : undefined;
  const after = {
    stepsDone: next ? stepsDone : [...stepsDone, name],
    cursor: next && { step: name, pk: next.pk, sk: next.sk },
    ...HeldUp.noMore,
  };
  await record(running, "advance", after);
  return { ...running, ...after };
}

/** Records the progress of an erasure. It is no longer held up. */
const record = (running: Erasure, event: "advance" | "complete", set: object): Promise<void> =>
  Table.commit([
    changing(running, event, { set }),
    ...(running.heldUpSince === undefined ? [] : [HeldUp.leaving(running.userId)]),
  ]);

/** The work, with a note where it fails: somebody may have to see to it, and it is tried again with the next run. */
async function tried<T>(running: Erasure, name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await holdUp(running, [name === "provider" ? "PROVIDER" : "FAILED"]);
    throw error;
  }
}

/**
 * Whether money has come, or a debt, since the account was closed: then nothing more is deleted, and somebody must see
 * to it. It is looked at again tomorrow. Of an account that was closed with whatever was in it, all of that counts; its
 * positions are taken back first.
 * @param isBetween whether no step is at work
 */
async function stopped(user: User, running: Erasure, isBetween: boolean): Promise<boolean> {
  const { userId } = user;
  const look = async (): Promise<HeldUpCode[]> => {
    const found = await (running.reapplied && isBetween ? allOf(user) : moneyOf(userId));
    return found.map(({ code }) => code);
  };
  let codes = await look();
  if (codes.some((code) => positionCodes.includes(code))) {
    const isDone = await takeBack(userId);
    codes = await look();
    if (!isDone) codes.push("FAILED");
  }
  if (codes.length === 0) return false;
  log.error("something is left in an account that is being erased: the erasure stops until that is settled", {
    userId,
    blockers: codes,
  });
  await holdUp(running, codes, erasureDue.at(userId, new Date(Clock.nowMs() + DAY_MS).toISOString()));
  return true;
}

async function holdUp(running: Erasure, codes: readonly HeldUpCode[], due = {}): Promise<void> {
  const set = HeldUp.noted(running, codes);
  await Table.commit([
    changing(running, "holdUp", { set: { ...set, ...due } }),
    HeldUp.entering(running.userId, set.heldUpSince),
  ]);
}

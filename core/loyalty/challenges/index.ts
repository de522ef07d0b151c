import pMap from "p-map";
import { isAdministrator, type LiveActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { PLATFORM } from "../cards/schema.ts";
import {
  ChallengeLimit,
  ChallengeNotFound,
  ChallengeOver,
  InvalidChallenge,
  ProgramEnded,
  ProgramNotFound,
} from "../errors.ts";
import * as Programs from "../programs/index.ts";
import { challenge, challengeProgress } from "./entity.ts";
import { newProgress } from "./progress.ts";
import { type Challenge, type ChallengeStatus, MAX_CHALLENGES, type Progress } from "./schema.ts";

/** Challenges of a program. `../counting` counts payments for them. */

const MAX_LENGTH_MS = 366 * DAY_MS;

/** Returns all challenges of a program, newest first. */
async function all(programId: string): Promise<Challenge[]> {
  const items = await Table.queryAll({ pk: challenge.partition({ programId }), newestFirst: true });
  return items.map((item) => challenge.parse(item));
}

/** Returns when payments stop counting. */
export const endOf = ({ endsAt, endedAt }: Pick<Challenge, "endsAt" | "endedAt">): string =>
  endedAt !== undefined && endedAt < endsAt ? endedAt : endsAt;

/** Returns a challenge's status at an instant. Payments count while it is active. */
export const statusAt = (one: Challenge, at: string): ChallengeStatus =>
  endOf(one) <= at ? "ended" : one.startsAt > at ? "upcoming" : "active";

/** Returns the challenges of a program that count a payment at an instant. */
export const listRunning = async (programId: string, at: string): Promise<Challenge[]> =>
  (await all(programId)).filter((one) => statusAt(one, at) === "active").slice(-MAX_CHALLENGES);

/**
 * Checks that the actor owns the program or is an administrator. Administrators own the platform's program.
 * @returns whether the program has ended
 * @throws LOYALTY_PROGRAM_NOT_FOUND
 */
async function assertOwner(actor: LiveActor, programId: string): Promise<boolean> {
  if (programId !== PLATFORM) return (await Programs.requireOwn(actor, programId)).status === "ended";
  if (!isAdministrator(actor)) throw fail(ProgramNotFound);
  return false;
}

async function assertActive(actor: LiveActor, programId: string): Promise<void> {
  if (await assertOwner(actor, programId)) throw fail(ProgramEnded);
}

export interface NewChallenge
  extends Pick<Challenge, "name" | "description" | "kind" | "target" | "points" | "endsAt"> {
  /** ISO 8601. Defaults to now. A past time counts as now. */
  readonly startsAt?: string | undefined;
}

/**
 * Creates a challenge. Payments count from its start on, which is not before its creation.
 * @throws LOYALTY_PROGRAM_NOT_FOUND, LOYALTY_PROGRAM_ENDED, INVALID_CHALLENGE, CHALLENGE_LIMIT_REACHED;
 *   AlreadyDone
 */
export async function create(
  actor: LiveActor,
  programId: string,
  { name, description, startsAt, endsAt, ...terms }: NewChallenge,
  claim?: Idempotency.Claim<Challenge>,
): Promise<Challenge> {
  await assertActive(actor, programId);
  const now = Clock.nowIso();
  const starts = startsAt === undefined || startsAt < now ? now : new Date(startsAt).toISOString();
  assertTimes(starts, new Date(endsAt).toISOString(), now);
  if (terms.kind === "merchants" && programId !== PLATFORM) throw fail(InvalidChallenge);
  const open = (await all(programId)).filter((one) => endOf(one) > now);
  if (open.length >= MAX_CHALLENGES) throw fail(ChallengeLimit);
  const created: Challenge = {
    ...terms,
    challengeId: Ids.create("challenge"),
    programId,
    name: name.toWellFormed(),
    description: description.toWellFormed(),
    startsAt: starts,
    endsAt: new Date(endsAt).toISOString(),
    createdBy: actor.userId,
    createdAt: now,
  };
  await Table.commit([
    ...Idempotency.recordWrites(claim, created),
    { put: challenge.item(created), where: Where.absent },
  ]);
  return created;
}

/** @throws INVALID_CHALLENGE */
function assertTimes(startsAt: string, endsAt: string, now: string): void {
  const lasts = Date.parse(endsAt) - Date.parse(startsAt);
  if (lasts <= 0 || lasts > MAX_LENGTH_MS || endsAt <= now) throw fail(InvalidChallenge);
}

/** The fields that an owner may change. Participants rely on the others. */
type ChallengeChange = {
  readonly [Field in "name" | "description" | "endsAt"]?: string | undefined;
};

/**
 * Changes a challenge.
 * @throws LOYALTY_PROGRAM_NOT_FOUND, LOYALTY_PROGRAM_ENDED, CHALLENGE_NOT_FOUND, CHALLENGE_OVER, INVALID_CHALLENGE
 */
export async function change(
  actor: LiveActor,
  programId: string,
  challengeId: string,
  { name, description, endsAt }: ChallengeChange,
): Promise<Challenge> {
  const found = await requireOwn(actor, programId, challengeId);
  const now = Clock.nowIso();
  if (endOf(found) <= now) throw fail(ChallengeOver);
  if (endsAt !== undefined) assertTimes(found.startsAt, new Date(endsAt).toISOString(), now);
  const changed = await setIfOpen(programId, challengeId, {
    ...(name !== undefined && { name: name.toWellFormed() }),
    ...(description !== undefined && { description: description.toWellFormed() }),
    ...(endsAt !== undefined && { endsAt: new Date(endsAt).toISOString() }),
  });
  if (!changed) throw fail(ChallengeOver);
  return changed;
}

/**
 * Ends a challenge: payments from now on do not count. Credited points stay. Idempotent.
 * @throws LOYALTY_PROGRAM_NOT_FOUND, LOYALTY_PROGRAM_ENDED, CHALLENGE_NOT_FOUND
 */
export async function end(actor: LiveActor, programId: string, challengeId: string): Promise<Challenge> {
  const found = await requireOwn(actor, programId, challengeId);
  return (await setIfOpen(programId, challengeId, { endedAt: Clock.nowIso() })) ?? found;
}

/** Updates a challenge. @returns undefined if it has ended */
async function setIfOpen(
  programId: string,
  challengeId: string,
  set: Partial<Challenge>,
): Promise<Challenge | undefined> {
  const where = Where.all(Where.exists, Where.lacks("endedAt"));
  const item = await Table.ignoreConditionFailure(
    Table.update(challenge.key({ programId, challengeId }), { set, where }),
  );
  return item && challenge.parse(item);
}

async function requireOwn(actor: LiveActor, programId: string, challengeId: string): Promise<Challenge> {
  await assertActive(actor, programId);
  const found = await Table.find(challenge, { programId, challengeId });
  if (!found) throw fail(ChallengeNotFound);
  return found;
}

/** Returns a program's challenges for its owner, newest first. @throws LOYALTY_PROGRAM_NOT_FOUND */
export async function list(actor: LiveActor, programId: string): Promise<Challenge[]> {
  await assertOwner(actor, programId);
  return all(programId);
}

export interface ChallengeWithProgress {
  readonly challenge: Challenge;
  readonly progress: Progress;
}

/** Returns the active challenges of programs and of the platform with a user's progress, the first to end first. */
export async function listActive(
  userId: string,
  programIds: readonly string[],
): Promise<ChallengeWithProgress[]> {
  const now = Clock.nowIso();
  const programs = [PLATFORM, ...programIds];
  const open = (await pMap(programs, (one) => listRunning(one, now), { concurrency: 10 })).flat();
  const keys = open.map(({ challengeId }) => challengeProgress.key({ userId, challengeId }));
  const items = await Table.getMany(keys);
  return open
    .map((one, at) => {
      const item = items[at];
      return { challenge: one, progress: item ? challengeProgress.parse(item) : newProgress(userId, one) };
    })
    .sort((a, b) => (endOf(a.challenge) < endOf(b.challenge) ? -1 : 1));
}

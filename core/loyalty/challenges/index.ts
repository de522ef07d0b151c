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
import { ProgramEnded, ProgramNotFound } from "../programs/errors.ts";
import * as Programs from "../programs/index.ts";
import { challenge, challengeProgress } from "./entity.ts";
import { ChallengeLimit, ChallengeNotFound, ChallengeOver, InvalidChallenge } from "./errors.ts";
import { begun } from "./progress.ts";
import {
  type Challenge,
  type ChallengeKind,
  type ChallengeStatus,
  MAX_CHALLENGES,
  type Progress,
} from "./schema.ts";

/** Challenges, for their owners and for who takes part. `counting.ts` counts payments for them. */

const YEAR_MS = 366 * DAY_MS;

/** All challenges of a program, the newest first. */
async function all(programId: string): Promise<Challenge[]> {
  const items = await Table.queryAll({ pk: challenge.partition({ programId }), newestFirst: true });
  return items.map((item) => challenge.parse(item));
}

/** Until when payments count. */
export const endOf = ({ endsAt, endedAt }: Pick<Challenge, "endsAt" | "endedAt">): string =>
  endedAt !== undefined && endedAt < endsAt ? endedAt : endsAt;

/** What a challenge is at an instant: a payment counts for it as long as it is active. */
export const statusAt = (one: Challenge, at: string): ChallengeStatus =>
  endOf(one) <= at ? "ended" : one.startsAt > at ? "upcoming" : "active";

/** The challenges of a program for which a payment at that instant counts. */
export const running = async (programId: string, at: string): Promise<Challenge[]> =>
  (await all(programId)).filter((one) => statusAt(one, at) === "active").slice(-MAX_CHALLENGES);

/** The program's owner, or an administrator; the platform's own are the administrators'. */
async function checkOwner(actor: LiveActor, programId: string): Promise<void> {
  if (programId !== PLATFORM) {
    const { status } = await Programs.own(actor, programId);
    if (status === "ended") throw fail(ProgramEnded);
  } else if (!isAdministrator(actor)) throw fail(ProgramNotFound);
}

export interface NewChallenge {
  readonly name: string;
  readonly description: string;
  readonly kind: ChallengeKind;
  /** Payments or merchants; of an amount minor units. */
  readonly target: bigint;
  readonly points: bigint;
  /** ISO 8601; now unless told, or where that is past. */
  readonly startsAt?: string | undefined;
  readonly endsAt: string;
}

/**
 * Makes a challenge. Payments count for it from its start on, and never those before it was made.
 * @throws LOYALTY_PROGRAM_NOT_FOUND, LOYALTY_PROGRAM_ENDED, INVALID_CHALLENGE, CHALLENGE_LIMIT_REACHED;
 *   AlreadyDone
 */
export async function create(
  actor: LiveActor,
  programId: string,
  { name, description, startsAt, endsAt, ...terms }: NewChallenge,
  claim?: Idempotency.Claim<Challenge>,
): Promise<Challenge> {
  await checkOwner(actor, programId);
  const now = Clock.nowIso();
  const starts = startsAt === undefined || startsAt < now ? now : new Date(startsAt).toISOString();
  checkTimes(starts, new Date(endsAt).toISOString(), now);
  if (terms.kind === "merchants" && programId !== PLATFORM) throw fail(InvalidChallenge);
  const open = (await all(programId)).filter((one) => endOf(one) > now);
  if (open.length >= MAX_CHALLENGES) return Idempotency.refuse(fail(ChallengeLimit), claim);
  const made: Challenge = {
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
    ...Idempotency.recording(claim, made),
    { put: challenge.item(made), where: Where.absent },
  ]);
  return made;
}

/** @throws INVALID_CHALLENGE */
function checkTimes(startsAt: string, endsAt: string, now: string): void {
  const lasts = Date.parse(endsAt) - Date.parse(startsAt);
  if (lasts <= 0 || lasts > YEAR_MS || endsAt <= now) throw fail(InvalidChallenge);
}

/** What may change of a challenge: its words and its end. Who takes part has begun for the rest. */
export interface ChallengeChange {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly endsAt?: string | undefined;
}

/** @throws LOYALTY_PROGRAM_NOT_FOUND, LOYALTY_PROGRAM_ENDED, CHALLENGE_NOT_FOUND, CHALLENGE_OVER, INVALID_CHALLENGE */
export async function change(
  actor: LiveActor,
  programId: string,
  challengeId: string,
  { name, description, endsAt }: ChallengeChange,
): Promise<Challenge> {
  const found = await owned(actor, programId, challengeId);
  const now = Clock.nowIso();
  if (endOf(found) <= now) throw fail(ChallengeOver);
  if (endsAt !== undefined) checkTimes(found.startsAt, new Date(endsAt).toISOString(), now);
  const set = {
    ...(name !== undefined && { name: name.toWellFormed() }),
    ...(description !== undefined && { description: description.toWellFormed() }),
    ...(endsAt !== undefined && { endsAt: new Date(endsAt).toISOString() }),
  };
  const where = Where.all(Where.exists, Where.lacks("endedAt"));
  const item = await Table.unlessRefused(
    Table.update(challenge.key({ programId, challengeId }), { set, where }),
  );
  if (!item) throw fail(ChallengeOver);
  return challenge.parse(item);
}

/**
 * Ends a challenge: payments from now on do not count. What was credited stays. Again, it changes nothing.
 * @throws LOYALTY_PROGRAM_NOT_FOUND, LOYALTY_PROGRAM_ENDED, CHALLENGE_NOT_FOUND
 */
export async function end(actor: LiveActor, programId: string, challengeId: string): Promise<Challenge> {
  const found = await owned(actor, programId, challengeId);
  const item = await Table.unlessRefused(
    Table.update(challenge.key({ programId, challengeId }), {
      set: { endedAt: Clock.nowIso() },
      where: Where.all(Where.exists, Where.lacks("endedAt")),
    }),
  );
  return item ? challenge.parse(item) : found;
}

async function owned(actor: LiveActor, programId: string, challengeId: string): Promise<Challenge> {
  await checkOwner(actor, programId);
  const found = await Table.find(challenge, { programId, challengeId });
  if (!found) throw fail(ChallengeNotFound);
  return found;
}

/** A program's challenges for its owner, the newest first. @throws LOYALTY_PROGRAM_NOT_FOUND */
export async function list(actor: LiveActor, programId: string): Promise<Challenge[]> {
  if (programId !== PLATFORM) await Programs.own(actor, programId);
  else if (!isAdministrator(actor)) throw fail(ProgramNotFound);
  return all(programId);
}

export interface Taken {
  readonly challenge: Challenge;
  readonly progress: Progress;
}

/** How many programs' challenges are read at once. */
const CONCURRENCY = 10;

/** The challenges that run for somebody in these programs, those that end first before, with the progress. */
export async function active(userId: string, programIds: readonly string[]): Promise<Taken[]> {
  const now = Clock.nowIso();
  const programs = [PLATFORM, ...programIds];
  const open = (await pMap(programs, (one) => running(one, now), { concurrency: CONCURRENCY })).flat();
  const keys = open.map(({ challengeId }) => challengeProgress.key({ userId, challengeId }));
  const items = await Table.getMany(keys);
  return open
    .map((one, at) => {
      const item = items[at];
      return { challenge: one, progress: item ? challengeProgress.parse(item) : begun(userId, one) };
    })
    .sort((a, b) => (endOf(a.challenge) < endOf(b.challenge) ? -1 : 1));
}

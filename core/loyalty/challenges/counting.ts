import * as Kyc from "../../identity/kyc/index.ts";
import type { Standing } from "../../identity/kyc/schema.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { Move } from "../cards/moves.ts";
import { PLATFORM } from "../cards/schema.ts";
import { challenge, challengeProgress } from "./entity.ts";
import { challengeCompleted } from "./events.ts";
import { running } from "./index.ts";
import { begun, counted, outcomeOf, type Part } from "./progress.ts";
import type { Challenge, ChallengeName, Progress } from "./schema.ts";

/** Counting a payment for challenges, in the transaction that gives its points. */

/**
 * What a payment counts for: the challenges that run when it is paid, the platform's own and those of the
 * program that its payer is a member of.
 */
export async function concerned(programId: string | undefined, paidAt: string): Promise<Challenge[]> {
  const programs = [PLATFORM, ...(programId === undefined ? [] : [programId])];
  return (await Promise.all(programs.map((one) => running(one, paidAt)))).flat();
}

/** The challenges of these names. */
export async function named(names: readonly ChallengeName[]): Promise<Challenge[]> {
  const items = await Table.getMany(names.map((one) => challenge.key(one)));
  return items.flatMap((item) => (item ? challenge.parse(item) : []));
}

export interface Counting {
  readonly moves: readonly Move[];
  readonly writes: readonly Table.Write[];
}

/**
 * Whether somebody may be given a challenge's points. The platform's own are for people whose identity was checked:
 * its challenges are open to everybody, and an account costs nothing.
 */
const mayEarn =
  ({ status, level }: Standing) =>
  ({ programId }: Pick<Challenge, "programId">): boolean =>
    programId !== PLATFORM || (status === "VALIDATED" && level > 0);

/** What of the platform's own challenges a user has completed, and is to be given now. */
export async function crediting(userId: string, now: string): Promise<Counting> {
  const pk = challengeProgress.partition({ userId });
  const items = await Table.queryAll({ pk, beginsWith: challengeProgress.prefix });
  const open = items
    .map((item) => challengeProgress.parse(item))
    .filter(({ programId, credited }) => programId === PLATFORM && credited === undefined);
  return counting(userId, await named(open), NOTHING, now);
}

/** What changes no progress. */
const NOTHING: Part = { merchantId: "", beforeMinor: 0n, afterMinor: 0n };

/** How a user's progress in challenges changes with a payment's part in them, over what is read here. */
export async function counting(
  userId: string,
  challenges: readonly Challenge[],
  part: Part,
  now: string,
): Promise<Counting> {
  if (challenges.length === 0) return { moves: [], writes: [] };
  const [standing, ...items] = await Table.getMany([
    Kyc.keyOf(userId),
    ...challenges.map(({ challengeId }) => challengeProgress.key({ userId, challengeId })),
  ]);
  const earns = mayEarn(Kyc.fromItem(userId, standing));
  const all = challenges.map((one, at) => {
    const item = items[at];
    const before = item ? challengeProgress.parse(item) : begun(userId, one);
    const { progress, moves } = outcomeOf(one, counted(before, part), now, earns(one));
    return { moves, writes: [keeping(before, progress), ...told(one, before, progress)] };
  });
  return {
    moves: all.flatMap(({ moves }) => moves),
    // Who is verified at this moment is not passed over: what waits for that is told of it after.
    writes: [
      ...(challenges.every(earns) ? [] : [Kyc.stillAt(userId, standing)]),
      ...all.flatMap(({ writes }) => writes),
    ],
  };
}

/** The write that keeps a progress, over exactly the one that was read. */
const keeping = (before: Progress, after: Progress): Table.Write => ({
  put: challengeProgress.item({ ...after, version: before.version + 1n }),
  where: before.version === 0n ? Where.absent : Where.is({ version: before.version }),
});

const told = ({ challengeId }: Challenge, before: Progress, { userId, credited }: Progress): Table.Write[] =>
  credited && !before.credited
    ? [Outbox.write(challengeCompleted, { userId, challengeId, points: String(credited.points) })]
    : [];

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

/** How a user's progress in challenges changes with a payment's part in them, over what is read here. */
export async function counting(
  userId: string,
  challenges: readonly Challenge[],
  part: Part,
  now: string,
): Promise<Counting> {
  const items = await Table.getMany(
    challenges.map(({ challengeId }) => challengeProgress.key({ userId, challengeId })),
  );
  const all = challenges.map((one, at) => {
    const item = items[at];
    const before = item ? challengeProgress.parse(item) : begun(userId, one);
    const { progress, moves } = outcomeOf(one, counted(before, part), now);
    return { moves, writes: [keeping(before, progress), ...told(one, before, progress)] };
  });
  return { moves: all.flatMap(({ moves }) => moves), writes: all.flatMap(({ writes }) => writes) };
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

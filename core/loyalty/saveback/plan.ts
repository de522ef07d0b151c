import pMap from "p-map";
import { userProfile } from "../../identity/entity.ts";
import { fromItem } from "../../identity/user.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Table from "../../platform/table/index.ts";
import { BeneficiaryNotFound, ProgramNotFound } from "../errors.ts";
import * as Loyalty from "../programs/index.ts";
import * as Rewards from "./rewards.ts";
import type { Beneficiary, Filters, Method, PendingTotals, Plan, ProgramShare, Reward } from "./schema.ts";
import { Tally } from "./tally.ts";

/** Payout plans: the sums that a payout of pending rewards would pay. Computed for every request; nothing is written. */

const METHOD = {
  source:
    "Every pending reward that the filters let through. Its merchant has paid for it: the ledger's account saveback has what all pending rewards come to.",
  consistency:
    "Strongly consistent: what was committed before startedAt is counted, what was committed after computedAt is not, and what was in between may be.",
  rounding:
    "Each reward is floor((paid - gone back) x rate / 100) in minor units, at the rate of its program when the payment was credited, and never more than the commission leaves of the payment. Sums are not rounded.",
  sums: "For each asset, the amounts of all beneficiaries, those of all programs, and the total are the same sum of the same rewards.",
} as const satisfies Partial<Method>;

/** @throws LOYALTY_PROGRAM_NOT_FOUND, USER_NOT_FOUND */
async function checkKnown({ programId, userId }: Filters): Promise<void> {
  const [program, user] = await Promise.all([
    programId === undefined ? undefined : Loyalty.fromId(programId),
    userId === undefined ? undefined : Table.get(userProfile.key({ userId })),
  ]);
  if (programId !== undefined && !program) throw fail(ProgramNotFound);
  if (userId !== undefined && !user) throw fail(BeneficiaryNotFound);
}

const matches = (reward: Reward, { programId, userId }: Filters): boolean =>
  (programId === undefined || reward.programId === programId) &&
  (userId === undefined || reward.userId === userId);

export interface Overview {
  readonly plan: Plan;
  readonly pendingTotals: PendingTotals;
}

/**
 * Returns the plan and the totals of all pending rewards, from the same read.
 * @throws LOYALTY_PROGRAM_NOT_FOUND, USER_NOT_FOUND
 */
export async function overview(filters: Filters): Promise<Overview> {
  const all = new Tally();
  const plan = await planned(filters, undefined, (reward) => all.add(reward));
  return { plan, pendingTotals: all.totals };
}

/** Returns the plan. Reads only one shard if the filters name a user. @throws LOYALTY_PROGRAM_NOT_FOUND, USER_NOT_FOUND */
export const plan = (filters: Filters): Promise<Plan> => planned(filters, filters.userId);

async function planned(
  filters: Filters,
  ofUser: string | undefined,
  look: (reward: Reward) => void = () => undefined,
): Promise<Plan> {
  const startedAt = Clock.nowIso();
  const tally = new Tally();
  let rewardsRead = 0;
  const [partitionsRead] = await Promise.all([
    Rewards.readPending(ofUser, (rewards) => {
      rewardsRead += rewards.length;
      for (const reward of rewards) {
        look(reward);
        if (matches(reward, filters)) tally.add(reward);
      }
    }),
    checkKnown(filters),
  ]);
  const computedAt = Clock.nowIso();
  const { totals } = tally;
  const [beneficiaries, perProgram] = await Promise.all([
    named(tally.beneficiaries.slice(0, ROOM.beneficiaries.rows)),
    described(tally.perProgram.slice(0, ROOM.programs.rows)),
  ]);
  const lists = {
    beneficiaries: fitting(beneficiaries, ROOM.beneficiaries),
    perProgram: fitting(perProgram, ROOM.programs),
  };
  return {
    computedAt,
    method: { rewardsRead, partitionsRead, startedAt, ...METHOD },
    filters,
    hash: tally.hash,
    ...totals,
    perAsset: tally.perAsset,
    ...lists,
    truncated:
      lists.beneficiaries.length < totals.beneficiaryCount || lists.perProgram.length < totals.programCount,
  };
}

async function named(list: readonly Beneficiary[]): Promise<Beneficiary[]> {
  const known = await people(list.map(({ userId }) => userId));
  return list.map((one) => ({ ...one, ...known.get(one.userId) }));
}

async function described(list: readonly ProgramShare[]): Promise<ProgramShare[]> {
  const known = await Loyalty.fromIds(list.map(({ programId }) => programId));
  return list.map((one) => {
    const program = known.get(one.programId);
    return { ...one, name: program?.name, status: program?.status };
  });
}

/** The most rows and bytes of a list in a response. */
export interface Room {
  readonly rows: number;
  readonly bytes: number;
}

/**
 * A Lambda response has 6 MB at most. Beneficiaries and programs share it; some kilobytes remain for the rest.
 */
export const ROOM = {
  beneficiaries: { rows: 10_000, bytes: 4_500_000 },
  programs: { rows: 10_000, bytes: 1_000_000 },
} as const satisfies Record<string, Room>;

/** Returns a row's size in the response, which is JSON within a JSON string: every quote takes two bytes. */
const bytesOf = (row: unknown): number =>
  Buffer.byteLength(
    JSON.stringify(JSON.stringify(row, (_, one) => (typeof one === "bigint" ? `${one}` : one))),
  );

/** Returns the first rows of a list that fit. */
export function fitting<T>(list: readonly T[], { rows, bytes }: Room): T[] {
  const fit: T[] = [];
  let left = bytes;
  for (const row of list.slice(0, rows)) {
    left -= bytesOf(row);
    if (left < 0) break;
    fit.push(row);
  }
  return fit;
}

/** How many accounts one round trip reads, and how many round trips run concurrently. */
const BATCH = 100;
const CONCURRENCY = 8;

/** Returns the current names and addresses of users by id; erased accounts are left out. */
async function people(
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<Beneficiary, "name" | "email">>> {
  const batches = Array.from({ length: Math.ceil(userIds.length / BATCH) }, (_, index) =>
    userIds.slice(index * BATCH, (index + 1) * BATCH),
  );
  const read = (batch: readonly string[]) =>
    Table.getMany(batch.map((userId) => userProfile.key({ userId })));
  const items = (await pMap(batches, read, { concurrency: CONCURRENCY })).flat();
  const users = items.flatMap((item) => (item ? fromItem(item) : []));
  return new Map(users.map(({ userId, name, email }) => [userId, { name, email }]));
}

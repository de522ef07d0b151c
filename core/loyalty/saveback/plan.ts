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
    "Every pending reward that matches the filters. Merchants have paid for all pending rewards: the ledger's account saveback holds their sum.",
  consistency:
    "Strongly consistent: rewards committed before startedAt are counted, rewards committed after computedAt are not, and rewards in between may be.",
  rounding:
    "Each reward is floor((paid - returned) x rate / 100) in minor units, at the rate of its program when the payment was credited, and at most the payment less the commission. Sums are not rounded.",
  sums: "For each asset, the amounts of all beneficiaries, the amounts of all programs and the total are equal.",
} as const satisfies Partial<Method>;

/** @throws LOYALTY_PROGRAM_NOT_FOUND, USER_NOT_FOUND */
async function assertKnown({ programId, userId }: Filters): Promise<void> {
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
  const plan = await computePlan(filters, undefined, (reward) => all.add(reward));
  return { plan, pendingTotals: all.totals };
}

/** Returns the plan. Reads only one shard if the filters name a user. @throws LOYALTY_PROGRAM_NOT_FOUND, USER_NOT_FOUND */
export const plan = (filters: Filters): Promise<Plan> => computePlan(filters, filters.userId);

async function computePlan(
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
    assertKnown(filters),
  ]);
  const computedAt = Clock.nowIso();
  const { totals } = tally;
  const [beneficiaries, perProgram] = await Promise.all([
    withUsers(tally.beneficiaries.slice(0, LIST_LIMITS.beneficiaries.rows)),
    withPrograms(tally.perProgram.slice(0, LIST_LIMITS.programs.rows)),
  ]);
  const lists = {
    beneficiaries: takeFitting(beneficiaries, LIST_LIMITS.beneficiaries),
    perProgram: takeFitting(perProgram, LIST_LIMITS.programs),
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

async function withUsers(list: readonly Beneficiary[]): Promise<Beneficiary[]> {
  const known = await readUsers(list.map(({ userId }) => userId));
  return list.map((one) => ({ ...one, ...known.get(one.userId) }));
}

async function withPrograms(list: readonly ProgramShare[]): Promise<ProgramShare[]> {
  const known = await Loyalty.fromIds(list.map(({ programId }) => programId));
  return list.map((one) => {
    const program = known.get(one.programId);
    return { ...one, name: program?.name, status: program?.status };
  });
}

/** The maximum of rows and bytes of a list in a response. */
interface ListLimit {
  readonly rows: number;
  readonly bytes: number;
}

/** A Lambda response has at most 6 MB. Beneficiaries and programs take up to 5.5 MB of it. */
export const LIST_LIMITS = {
  beneficiaries: { rows: 10_000, bytes: 4_500_000 },
  programs: { rows: 10_000, bytes: 1_000_000 },
} as const satisfies Record<string, ListLimit>;

/** Returns a row's size in the response, which is JSON within a JSON string, so that quotes are escaped. */
const bytesOf = (row: unknown): number =>
  Buffer.byteLength(
    JSON.stringify(JSON.stringify(row, (_, one) => (typeof one === "bigint" ? `${one}` : one))),
  );

/** Returns the first rows of a list that fit. */
export function takeFitting<T>(list: readonly T[], { rows, bytes }: ListLimit): T[] {
  const fit: T[] = [];
  let left = bytes;
  for (const row of list.slice(0, rows)) {
    left -= bytesOf(row);
    if (left < 0) break;
    fit.push(row);
  }
  return fit;
}

/** The accounts in one round trip, and the concurrent round trips. */
const BATCH = 100;
const CONCURRENCY = 8;

/** Returns the current names and email addresses of users by id, without erased accounts. */
async function readUsers(
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

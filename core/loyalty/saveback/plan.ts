import { userProfile } from "../../identity/entity.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Table from "../../platform/table/index.ts";
import { ProgramNotFound } from "../programs/errors.ts";
import * as Loyalty from "../programs/index.ts";
import { BeneficiaryNotFound } from "./errors.ts";
import { fitting, ROOM } from "./fitting.ts";
import * as Pending from "./pending.ts";
import { people } from "./people.ts";
import type { Beneficiary, Filters, Method, PendingTotals, Plan, ProgramShare, Reward } from "./schema.ts";
import { Tally } from "./tally.ts";

/** Plans: what a payout of pending rewards would pay, computed at every request. Nothing is written. */

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

const lets =
  ({ programId, userId }: Filters) =>
  (reward: Reward): boolean =>
    (programId === undefined || reward.programId === programId) &&
    (userId === undefined || reward.userId === userId);

export interface Overview {
  readonly plan: Plan;
  readonly pendingTotals: PendingTotals;
}

/**
 * The plan, and what is pending in all, of the same reading.
 * @throws LOYALTY_PROGRAM_NOT_FOUND, USER_NOT_FOUND
 */
export async function overview(filters: Filters): Promise<Overview> {
  const all = new Tally();
  const plan = await planned(filters, undefined, (reward) => all.add(reward));
  return { plan, pendingTotals: all.totals };
}

/** The plan alone: of one user, one shard is read. @throws LOYALTY_PROGRAM_NOT_FOUND, USER_NOT_FOUND */
export const plan = (filters: Filters): Promise<Plan> => planned(filters, filters.userId);

async function planned(
  filters: Filters,
  ofUser: string | undefined,
  look: (reward: Reward) => void = () => undefined,
): Promise<Plan> {
  const startedAt = Clock.nowIso();
  const tally = new Tally();
  const isChosen = lets(filters);
  let rewardsRead = 0;
  const [partitionsRead] = await Promise.all([
    Pending.read(ofUser, (rewards) => {
      rewardsRead += rewards.length;
      for (const reward of rewards) {
        look(reward);
        if (isChosen(reward)) tally.add(reward);
      }
    }),
    checkKnown(filters),
  ]);
  const computedAt = Clock.nowIso();
  const { rewards, beneficiaryCount, programCount, totals } = tally.totals;
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
    rewards,
    beneficiaryCount,
    programCount,
    totals,
    perAsset: tally.perAsset,
    ...lists,
    truncated: lists.beneficiaries.length < beneficiaryCount || lists.perProgram.length < programCount,
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

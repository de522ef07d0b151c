import * as Clock from "../../kernel/clock/ledger.ts";
import { fail, isAnyOf } from "../../kernel/errors.ts";
import type { Mode } from "../../kernel/mode.ts";
import type { BaseUnits } from "../../kernel/money/index.ts";
import { text } from "../../kernel/texts/index.ts";
import { DAY_SECONDS } from "../../kernel/time.ts";
import { systemRef } from "../../ledger/accounts.ts";
import { MAX_POSTING } from "../../ledger/draft.ts";
import { PlatformAccountShort } from "../../ledger/errors.ts";
import * as Ledger from "../../ledger/index.ts";
import type { AccountRef, Posting } from "../../ledger/schema.ts";
import { log } from "../../platform/log.ts";
import * as Table from "../../platform/table/index.ts";
import * as Policy from "../../policy/index.ts";
import { pairs } from "../exchange/pairs.ts";
import { rewardsAccount, token } from "../staking/token.ts";
import * as Engine from "./engine/farm.ts";
import { FarmError } from "./engine/uint256.ts";
import { FarmExists, InvalidFarmTerms } from "./errors.ts";
import {
  afterChange,
  emittedAt,
  type FirstFarm,
  farmKey,
  farmOf,
  farmWrite,
  firstFarms,
  fundsOf,
  keyOf,
  newFarm,
  requireFarm,
  secondsOf,
} from "./farms.ts";
import { isFarmId, LONGEST_FARM_ID } from "./names.ts";
import type { Farm } from "./schema.ts";

/**
 * Funding of farms. A reward moves to the farm's own rewards account in the transaction that starts its emission, so
 * all earned and future rewards are always covered.
 */

export interface Change {
  readonly postings: readonly Posting[];
  readonly writes: readonly Table.Write[];
}

/** Starts a period that emits a reward. */
function fundedFarm(farm: Farm, reward: BaseUnits): Farm {
  const now = secondsOf(farm);
  checkReward(reward, farm.rewardsDuration);
  const state = Engine.notifyRewardAmount(Engine.receive({ ...farm, paused: false }, reward), reward, now);
  return afterChange(farm, state, now);
}

function newFundedFarm(mode: Mode, { reward, ...farm }: FirstFarm): Farm {
  const empty = newFarm(mode, farm, Clock.nowIso());
  return reward === 0n ? empty : fundedFarm(empty, reward);
}

const rewardPostings = (from: AccountRef, farm: Farm, reward: BaseUnits): Posting[] =>
  reward === 0n ? [] : Ledger.move(from, fundsOf(farm), reward);

const treasury = (mode: Mode): AccountRef => systemRef(mode, "treasury", token.symbol);

/**
 * Creates a farm, and funds it from the treasury unless the reward is 0.
 * @throws INVALID_FARM_TERMS, FARM_EXISTS
 */
export async function createFarm(mode: Mode, terms: FirstFarm): Promise<Change> {
  checkId(terms.farmId);
  checkPair(terms.pairId);
  checkDuration(terms.rewardsDuration);
  const existing = farmOf(mode, terms.farmId, await Table.get(farmKey(mode, terms.farmId)));
  if (existing) throw fail(FarmExists, { details: { farmId: terms.farmId } });
  const farm = newFundedFarm(mode, terms);
  return {
    postings: rewardPostings(treasury(mode), farm, terms.reward),
    writes: [farmWrite(farm, farm)],
  };
}

/** @throws FARM_NOT_FOUND */
async function readFarm(mode: Mode, farmId: string): Promise<Farm> {
  const key = keyOf(mode, farmId);
  return requireFarm(farmOf(mode, farmId, await Table.get(key)), farmId);
}

/**
 * Funds a farm from the treasury: a new period begins that emits the reward and the rest of the current period. An
 * ended farm accepts shares again.
 * @throws FARM_NOT_FOUND, INVALID_FARM_TERMS
 */
export async function fundFarm(mode: Mode, farmId: string, reward: BaseUnits): Promise<Change> {
  const farm = await readFarm(mode, farmId);
  return {
    postings: rewardPostings(treasury(mode), farm, reward),
    writes: [farmWrite(farm, fundedFarm(farm, reward))],
  };
}

/**
 * Ends a farm now. The funds that were not emitted return to the treasury; shares can still be withdrawn and rewards
 * harvested.
 * @throws FARM_NOT_FOUND
 */
export async function endFarm(mode: Mode, farmId: string): Promise<Change> {
  const farm = await readFarm(mode, farmId);
  const now = secondsOf(farm);
  const end = now < farm.periodFinish ? now : farm.periodFinish;
  const left = farm.rewardsBalance - (emittedAt(farm, now) - farm.paid);
  const state = Engine.updatePeriodFinish(farm, end, now);
  const ended = {
    ...afterChange(farm, state, now),
    rewardsBalance: farm.rewardsBalance - left,
    paused: true,
  };
  return {
    postings: left === 0n ? [] : Ledger.move(fundsOf(farm), treasury(mode), left),
    writes: [farmWrite(farm, ended)],
  };
}

/** @throws FARM_NOT_FOUND, INVALID_FARM_TERMS */
export async function checkSetDuration(mode: Mode, farmId: string, seconds: bigint): Promise<void> {
  await readFarm(mode, farmId);
  checkDuration(seconds);
}

/**
 * Changes the duration of the next emissions.
 * @throws FARM_NOT_FOUND, INVALID_FARM_TERMS during an emission
 */
export async function setDuration(mode: Mode, farmId: string, seconds: bigint): Promise<Change> {
  const farm = await readFarm(mode, farmId);
  checkDuration(seconds);
  try {
    const state = Engine.setRewardsDuration(farm, seconds, secondsOf(farm));
    return { postings: [], writes: [farmWrite(farm, { ...farm, ...state })] };
  } catch (error) {
    if (!(error instanceof FarmError)) throw error;
    throw fail(InvalidFarmTerms, {
      message: text(
        "The duration can be changed only after the farm's emission has ended.",
        "La durée ne peut être modifiée qu'une fois l'émission de la ferme terminée.",
      ),
      cause: error,
    });
  }
}

class AlreadyOpen extends Error {}

/** Funds each initial farm once, from the rewards account. @returns whether any was funded now */
export async function open(mode: Mode): Promise<boolean> {
  const items = await Table.getMany(firstFarms.map(({ farmId }) => farmKey(mode, farmId)));
  let opened = false;
  for (const [index, first] of firstFarms.entries())
    if (!items[index] && (await openOne(mode, first))) opened = true;
  return opened;
}

async function openOne(mode: Mode, first: FirstFarm): Promise<boolean> {
  const farm = newFundedFarm(mode, first);
  try {
    await Policy.post({
      type: "TREASURY_TRANSFER",
      postings: rewardPostings(rewardsAccount(mode), farm, first.reward),
      actorId: "farming",
      reason: `the first emission of the farm ${farm.farmId}`,
      reference: { kind: "farm", id: farm.farmId },
      extraWrites: [{ ...farmWrite(farm, farm), onConditionFailed: () => new AlreadyOpen() }],
      result: () => undefined,
    });
    return true;
  } catch (error) {
    if (error instanceof AlreadyOpen) return false;
    if (!isAnyOf(error, [PlatformAccountShort])) throw error;
    log.warn(
      "farming: rewards account cannot fund an initial farm, farm not created; on a stage supply.issue retries, otherwise reset the sandbox, or locally delete .local/ and start again",
      {
        mode,
        farmId: farm.farmId,
      },
    );
    return false;
  }
}

/** The bounds of an emission's duration. A day, so that flooring the rate loses little. */
const SHORTEST = BigInt(DAY_SECONDS);
const LONGEST = BigInt(1461 * DAY_SECONDS);

const invalidTerms = (field: string, en: string, fr: string) =>
  fail(InvalidFarmTerms, {
    message: text(`${field} ${en}.`, `${field} ${fr}.`),
    details: { field, rule: text(en, fr) },
  });

/** @throws INVALID_FARM_TERMS */
function checkId(farmId: string): void {
  if (isFarmId(farmId)) return;
  throw invalidTerms(
    "farmId",
    `must be 1 to 6 words of lowercase letters and digits separated by hyphens, ${LONGEST_FARM_ID} characters at most`,
    `doit être de 1 à 6 mots de minuscules et de chiffres séparés par des tirets, ${LONGEST_FARM_ID} caractères au plus`,
  );
}

/** @throws INVALID_FARM_TERMS */
function checkPair(pairId: string): void {
  if (pairs.some(({ id }) => id === pairId)) return;
  const ids = pairs.map(({ id }) => id).join(", ");
  throw invalidTerms("pairId", `must be one of ${ids}`, `doit être une de ces valeurs : ${ids}`);
}

/** @throws INVALID_FARM_TERMS */
function checkDuration(seconds: bigint): void {
  if (seconds >= SHORTEST && seconds <= LONGEST) return;
  throw invalidTerms(
    "durationSeconds",
    `must be ${SHORTEST} to ${LONGEST} seconds`,
    `doit être de ${SHORTEST} à ${LONGEST} secondes`,
  );
}

/** Checks that a reward emits at least a base unit each second. @throws INVALID_FARM_TERMS */
function checkReward(amount: BaseUnits, seconds: bigint): void {
  if (amount < seconds)
    throw invalidTerms(
      "amount",
      `must be at least ${seconds} base units: one for each second of the farm's period`,
      `doit être d'au moins ${seconds} unités de base : une par seconde de la période de la ferme`,
    );
  if (amount > MAX_POSTING)
    throw invalidTerms(
      "amount",
      "exceeds the maximum of a single transaction",
      "dépasse le maximum d'une seule transaction",
    );
}

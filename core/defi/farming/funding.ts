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
  after,
  emittedAt,
  type FirstFarm,
  farmKey,
  farmOf,
  farmWrite,
  firstFarms,
  fundsOf,
  keyOf,
  mustBe,
  newFarm,
  secondsOf,
} from "./farms.ts";
import { isFarmId, LONGEST_FARM_ID } from "./names.ts";
import type { Farm } from "./schema.ts";

/**
 * Funding of farms. A reward moves into the farm's own rewards account in the transaction that starts its
 * emission, so all earned and future rewards are always covered.
 */

/** The postings and writes of a change, for the transaction that makes it. */
export interface Change {
  readonly postings: readonly Posting[];
  readonly writes: readonly Table.Write[];
}

/** Starts a period with a reward. */
function rewarded(farm: Farm, reward: BaseUnits): Farm {
  const now = secondsOf(farm);
  checkReward(reward, farm.rewardsDuration);
  const state = Engine.notifyRewardAmount(Engine.receive({ ...farm, paused: false }, reward), reward, now);
  return after(farm, state, now);
}

function created(mode: Mode, { reward, ...farm }: FirstFarm): Farm {
  const empty = newFarm(mode, farm, Clock.nowIso());
  return reward === 0n ? empty : rewarded(empty, reward);
}

const moved = (from: AccountRef, farm: Farm, reward: BaseUnits): Posting[] =>
  reward === 0n ? [] : Ledger.move(from, fundsOf(farm), reward);

const treasury = (mode: Mode): AccountRef => systemRef(mode, "treasury", token.symbol);

/**
 * Creates a farm, and funds it out of the treasury unless the reward is 0.
 * @throws INVALID_FARM_TERMS, FARM_EXISTS
 */
export async function creating(mode: Mode, terms: FirstFarm): Promise<Change> {
  checkId(terms.farmId);
  checkPair(terms.pairId);
  checkDuration(terms.rewardsDuration);
  const known = farmOf(mode, terms.farmId, await Table.get(farmKey(mode, terms.farmId)));
  if (known) throw fail(FarmExists, { details: { farmId: terms.farmId } });
  const farm = created(mode, terms);
  return {
    postings: moved(treasury(mode), farm, terms.reward),
    writes: [farmWrite(farm, farm)],
  };
}

/** @throws FARM_NOT_FOUND */
async function read(mode: Mode, farmId: string): Promise<Farm> {
  const key = keyOf(mode, farmId);
  return mustBe(farmOf(mode, farmId, await Table.get(key)), farmId);
}

/**
 * Funds a farm out of the treasury: a new period begins with the reward and the rest of the current period.
 * An ended farm takes shares again.
 * @throws FARM_NOT_FOUND, INVALID_FARM_TERMS
 */
export async function funding(mode: Mode, farmId: string, reward: BaseUnits): Promise<Change> {
  const farm = await read(mode, farmId);
  return {
    postings: moved(treasury(mode), farm, reward),
    writes: [farmWrite(farm, rewarded(farm, reward))],
  };
}

/**
 * Ends a farm now. The treasury gets back what was not emitted; shares can always be withdrawn and rewards
 * harvested.
 * @throws FARM_NOT_FOUND
 */
export async function ending(mode: Mode, farmId: string): Promise<Change> {
  const farm = await read(mode, farmId);
  const now = secondsOf(farm);
  const end = now < farm.periodFinish ? now : farm.periodFinish;
  const left = farm.rewardsBalance - (emittedAt(farm, now) - farm.paid);
  const state = Engine.updatePeriodFinish(farm, end, now);
  const ended = { ...after(farm, state, now), rewardsBalance: farm.rewardsBalance - left, paused: true };
  return {
    postings: left === 0n ? [] : Ledger.move(fundsOf(farm), treasury(mode), left),
    writes: [farmWrite(farm, ended)],
  };
}

/** @throws FARM_NOT_FOUND, INVALID_FARM_TERMS */
export async function checkSetting(mode: Mode, farmId: string, seconds: bigint): Promise<void> {
  await read(mode, farmId);
  checkDuration(seconds);
}

/**
 * Changes the duration of the next emissions.
 * @throws FARM_NOT_FOUND, INVALID_FARM_TERMS during an emission
 */
export async function setting(mode: Mode, farmId: string, seconds: bigint): Promise<Change> {
  const farm = await read(mode, farmId);
  checkDuration(seconds);
  try {
    const state = Engine.setRewardsDuration(farm, seconds, secondsOf(farm));
    return { postings: [], writes: [farmWrite(farm, { ...farm, ...state })] };
  } catch (error) {
    if (!(error instanceof FarmError)) throw error;
    throw fail(InvalidFarmTerms, {
      message: text(
        "The farm's emission must be over before its duration is changed.",
        "L'émission de la ferme doit être terminée avant d'en changer la durée.",
      ),
      cause: error,
    });
  }
}

/** Thrown if another process has opened the farm. */
class Opened extends Error {
  override readonly name = "Opened";
}

/** Funds each initial farm once, out of the rewards account. @returns whether any was funded now */
export async function open(mode: Mode): Promise<boolean> {
  const items = await Table.getMany(firstFarms.map(({ farmId }) => farmKey(mode, farmId)));
  let opened = false;
  for (const [index, first] of firstFarms.entries())
    if (!items[index] && (await openOne(mode, first))) opened = true;
  return opened;
}

async function openOne(mode: Mode, first: FirstFarm): Promise<boolean> {
  const farm = created(mode, first);
  try {
    await Policy.post({
      type: "TREASURY_TRANSFER",
      postings: moved(rewardsAccount(mode), farm, first.reward),
      actorId: "farming",
      reason: `the first emission of the farm ${farm.farmId}`,
      reference: { kind: "farm", id: farm.farmId },
      extraWrites: [{ ...farmWrite(farm, farm), onConditionFailed: () => new Opened() }],
      result: () => undefined,
    });
    return true;
  } catch (error) {
    if (error instanceof Opened) return false;
    // The next run retries.
    if (!isAnyOf(error, [PlatformAccountShort])) throw error;
    log.warn("farming: rewards account too short for a first emission, will be retried", {
      farmId: farm.farmId,
    });
    return false;
  }
}

/** The duration of an emission: a day, so that flooring the rate loses little, to four years. */
const SHORTEST = BigInt(DAY_SECONDS);
const LONGEST = BigInt(1461 * DAY_SECONDS);

const broken = (field: string, en: string, fr: string) =>
  fail(InvalidFarmTerms, {
    message: text(`${field} ${en}.`, `${field} ${fr}.`),
    details: { field, rule: text(en, fr) },
  });

/** @throws INVALID_FARM_TERMS */
function checkId(farmId: string): void {
  if (isFarmId(farmId)) return;
  throw broken(
    "farmId",
    `must be 1 to 6 words of lower-case letters and digits with hyphens between, ${LONGEST_FARM_ID} characters at most`,
    `doit être de 1 à 6 mots de minuscules et de chiffres séparés par des tirets, ${LONGEST_FARM_ID} caractères au plus`,
  );
}

/** @throws INVALID_FARM_TERMS */
function checkPair(pairId: string): void {
  if (pairs.some(({ id }) => id === pairId)) return;
  const ids = pairs.map(({ id }) => id).join(", ");
  throw broken("pairId", `must be one of ${ids}`, `doit être une de ces valeurs : ${ids}`);
}

/** @throws INVALID_FARM_TERMS */
function checkDuration(seconds: bigint): void {
  if (seconds >= SHORTEST && seconds <= LONGEST) return;
  throw broken(
    "durationSeconds",
    `must be ${SHORTEST} to ${LONGEST} seconds`,
    `doit être de ${SHORTEST} à ${LONGEST} secondes`,
  );
}

/** Checks that a reward emits at least a base unit each second. @throws INVALID_FARM_TERMS */
function checkReward(amount: BaseUnits, seconds: bigint): void {
  if (amount < seconds)
    throw broken(
      "amount",
      `must be at least ${seconds} base units: one for each second of the farm's period`,
      `doit être d'au moins ${seconds} unités de base : une par seconde de la période de la ferme`,
    );
  if (amount > MAX_POSTING)
    throw broken(
      "amount",
      "is more than the ledger moves at once",
      "dépasse ce que le registre déplace en une fois",
    );
}

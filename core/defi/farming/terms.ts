import { fail } from "../../kernel/errors.ts";
import type { BaseUnits } from "../../kernel/money/index.ts";
import { type Text, text } from "../../kernel/texts/index.ts";
import { MAX_POSTING } from "../../ledger/draft.ts";
import { pairs } from "../exchange/pairs.ts";
import { InvalidFarmTerms } from "./errors.ts";
import { isFarmId, LONGEST_FARM_ID } from "./names.ts";

/** What governance may ask of a farm. */

const DAY = 86_400n;
/** How long an emission lasts: a day, so that a rate does not drown its floor, to four years. */
const SHORTEST = DAY;
const LONGEST = 1461n * DAY;

const broken = (field: string, rule: Text) =>
  fail(InvalidFarmTerms, {
    message: text(`${field} ${rule.en}.`, `${field} ${rule.fr}.`),
    details: { field, rule },
  });

/** @throws INVALID_FARM_TERMS */
export function checkId(farmId: string): void {
  if (isFarmId(farmId)) return;
  throw broken(
    "farmId",
    text(
      `must be 1 to 6 words of lower-case letters and digits with hyphens between, ${LONGEST_FARM_ID} characters at most`,
      `doit être de 1 à 6 mots de minuscules et de chiffres séparés par des tirets, ${LONGEST_FARM_ID} caractères au plus`,
    ),
  );
}

/** @throws INVALID_FARM_TERMS */
export function checkPair(pairId: string): void {
  if (pairs.some(({ id }) => id === pairId)) return;
  const ids = pairs.map(({ id }) => id).join(", ");
  throw broken("pairId", text(`must be one of ${ids}`, `doit être une de ces valeurs : ${ids}`));
}

/** @throws INVALID_FARM_TERMS */
export function checkDuration(seconds: bigint): void {
  if (seconds >= SHORTEST && seconds <= LONGEST) return;
  throw broken(
    "durationSeconds",
    text(`must be ${SHORTEST} to ${LONGEST} seconds`, `doit être de ${SHORTEST} à ${LONGEST} secondes`),
  );
}

/** A reward that emits at least a base unit each second. @throws INVALID_FARM_TERMS */
export function checkReward(amount: BaseUnits, seconds: bigint): void {
  if (amount < seconds)
    throw broken(
      "amount",
      text(
        `must be at least ${seconds} base units: one for each second of the farm's period`,
        `doit être d'au moins ${seconds} unités de base : une par seconde de la période de la ferme`,
      ),
    );
  if (amount > MAX_POSTING)
    throw broken(
      "amount",
      text("is more than the ledger moves at once", "dépasse ce que le registre déplace en une fois"),
    );
}

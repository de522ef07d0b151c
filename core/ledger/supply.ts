import * as Assets from "../kernel/assets/index.ts";
import * as Ids from "../kernel/ids/index.ts";
import type { Mode } from "../kernel/mode.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { systemRef } from "./accounts.ts";
import { genesis } from "./entity.ts";
import type { Posting } from "./schema.ts";
import { withoutPolicies } from "./verbs.ts";

/**
 * The supply of the platform's own token. Each ledger issues it once, completely, at genesis. One part funds staking
 * rewards, one part is the treasury that governance spends. Holders own the rest outside the ledger
 * (`clearing:chain`) and may deposit it, never more than exists.
 */

/** One token, in base units. */
const UNIT = 10n ** 18n;

/** Base units (DESIGN section 4, Governance). */
export const TOTAL_SUPPLY = 1_000_000_000n * UNIT;
const REWARDS = 200_000_000n * UNIT;
const TREASURY = 300_000_000n * UNIT;

/** Issues the supply of a ledger if it was not issued before. @returns whether it was issued now */
export async function issue(mode: Mode): Promise<boolean> {
  const asset = Assets.native.symbol;
  const key = genesis.key({ mode, asset });
  if (await Table.get(key)) return false;
  const posting = (name: string, amount: bigint): Posting => ({
    ...systemRef(mode, name, asset),
    bucket: "available",
    amount,
  });
  try {
    await withoutPolicies.post({
      type: "ISSUANCE",
      postings: [
        posting("issuance", -TOTAL_SUPPLY),
        posting("rewards", REWARDS),
        posting("treasury", TREASURY),
        posting("clearing:chain", TOTAL_SUPPLY - REWARDS - TREASURY),
      ],
      actorId: "supply",
      reason: "genesis",
      extraWrites: ({ entryId }) => [
        { put: { ...key, entryId }, where: Where.absent, onConditionFailed: () => new Issued() },
      ],
      result: () => undefined,
    });
    return true;
  } catch (error) {
    if (error instanceof Issued) return false;
    throw error;
  }
}

/** Returns when the supply of a ledger was issued, which is when the ledger began: ISO 8601; the epoch if it was not. */
export async function issuedAt(mode: Mode): Promise<string> {
  const found = await Table.find(genesis, { mode, asset: Assets.native.symbol });
  return found ? Ids.madeAt(found.entryId) : new Date(0).toISOString();
}

/** Another process issued the supply concurrently. */
class Issued extends Error {}

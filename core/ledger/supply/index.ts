import * as Assets from "../../kernel/assets/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Ledger from "../index.ts";
import { genesis } from "./entity.ts";

/**
 * The supply of the platform's own token: issued once, whole, at genesis. A part funds the rewards of staking, a part is the
 * treasury that governance spends; the rest is in its holders' hands outside the ledger (`clearing:chain`), and comes in as they deposit it.
 * Below zero there, more was booked in than there is: the operator's to look into, as with any clearing account.
 */

/** Decimal places of the token; its amounts are in base units of 10^-18. */
const UNIT = 10n ** 18n;

/** Base units (DESIGN section 4, Governance). */
export const TOTAL_SUPPLY = 1_000_000_000n * UNIT;
const REWARDS = 200_000_000n * UNIT;
const TREASURY = 300_000_000n * UNIT;

const available = (account: string, amount: bigint) => ({
  account,
  asset: Assets.native.symbol,
  bucket: "available" as const,
  amount,
});

/** Issues the supply, unless it was. @returns whether it was issued now */
export async function issue(): Promise<boolean> {
  const key = genesis.key({ asset: Assets.native.symbol });
  if (await Table.get(key)) return false;
  try {
    await Ledger.post({
      type: "ISSUANCE",
      postings: [
        available("issuance", -TOTAL_SUPPLY),
        available("rewards", REWARDS),
        available("treasury", TREASURY),
        available("clearing:chain", TOTAL_SUPPLY - REWARDS - TREASURY),
      ],
      actorId: "supply",
      reason: "genesis",
      extraWrites: ({ entryId }) => [{ put: { ...key, entryId }, condition: "attribute_not_exists(pk)" }],
      result: () => undefined,
    });
    return true;
  } catch (error) {
    // Another process was faster.
    if (error instanceof Table.TransactionRefused && (await Table.get(key))) return false;
    throw error;
  }
}

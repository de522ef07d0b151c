import { removeOfClosed } from "../defi/exchange/remove-liquidity.ts";
import { harvestOfClosed } from "../defi/farming/harvest.ts";
import { exitOfClosed } from "../defi/farming/withdraw.ts";
import { claimOfClosed } from "../defi/staking/claim.ts";
import { unstakeOfClosed } from "../defi/staking/unstake.ts";
import { log } from "../platform/log.ts";
import { positionsOf } from "./positions.ts";
import type { HeldUpCode } from "./schema.ts";

/**
 * An account that is closed with stakes, shares of pools or shares of farms in it: a restore had brought it back, and it
 * is erased again. Its owner can take nothing back any more, so the erasure does. What comes of it goes to `suspense` with
 * flags, for the staff to pay out. A lock does not hold it up: the law gives a month.
 */

/** What of all that holds up an erasure is taken back. */
export const positionCodes: readonly HeldUpCode[] = ["STAKES", "LIQUIDITY", "FARMING"];

/**
 * Takes back what there is, each position by itself. Again, it takes back what is left.
 * @returns whether nothing failed; what did is in the log
 */
export async function takeBack(userId: string): Promise<boolean> {
  const owner = { mode: "live", userId } as const;
  const { stakes, pools, farms } = await positionsOf(userId);
  const each: readonly (() => Promise<unknown>)[] = [
    // Shares leave their farm before they leave their pool.
    ...farms.map(({ positionId, balance }) => () => {
      return balance > 0n ? exitOfClosed(owner, positionId) : harvestOfClosed(owner, positionId);
    }),
    ...pools.map(
      ({ positionId }) =>
        () =>
          removeOfClosed(owner, positionId),
    ),
    ...stakes.map(({ positionId, status }) => () => {
      return status === "completed" ? claimOfClosed(owner, positionId) : unstakeOfClosed(owner, positionId);
    }),
  ];
  let isDone = true;
  for (const one of each)
    try {
      await one();
    } catch (error) {
      isDone = false;
      log.error("a position of a closed account is not taken back", { userId, error });
    }
  return isDone;
}

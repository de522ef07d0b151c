import type { Mode } from "../../kernel/mode.ts";
import { clearingRef, systemRef } from "../../ledger/accounts.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Policy from "../../policy/index.ts";
import { mint } from "./engine/pool.ts";
import { LOCKED, type Pair, poolAccount } from "./pairs.ts";
import { poolOf, poolWrite } from "./pools.ts";

/**
 * A pool that is there from the start, with liquidity that is nobody's and stays for ever: its shares are
 * locked, as the first ones of every pool are.
 */

/** Another process was faster, or somebody has brought liquidity into it. */
class Opened extends Error {}

/**
 * Opens a pool with reserves that come from outside the ledger, in base units; not one that is open.
 * @returns whether it was opened now
 */
export async function openPool(
  mode: Mode,
  pair: Pair,
  amounts: readonly [amount0: bigint, amount1: bigint],
): Promise<boolean> {
  const { token0, token1, shareAsset } = pair;
  const empty = poolOf(mode, pair, undefined);
  const minted = mint(empty.state, ...amounts);
  const reserve = (asset: string) => systemRef(mode, poolAccount(pair.id), asset);
  const shares = (name: string) => systemRef(mode, name, shareAsset);
  try {
    await Policy.post({
      type: "LIQUIDITY_ADD",
      postings: [
        ...Ledger.move(clearingRef(mode, token0.symbol), reserve(token0.symbol), amounts[0]),
        ...Ledger.move(clearingRef(mode, token1.symbol), reserve(token1.symbol), amounts[1]),
        ...Ledger.move(shares("issuance"), shares(LOCKED), minted.pool.totalSupply),
      ],
      actorId: "exchange",
      reason: `liquidity of ${pair.id}`,
      reference: { kind: "pool", id: pair.id },
      extraWrites: [{ ...poolWrite(empty, minted.pool), onConditionFailed: () => new Opened() }],
      result: () => undefined,
    });
    return true;
  } catch (error) {
    if (error instanceof Opened) return false;
    throw error;
  }
}

import { wrongCursor } from "../../kernel/cursor.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { Mode } from "../../kernel/mode.ts";
import type { BaseUnits } from "../../kernel/money/index.ts";
import * as Table from "../../platform/table/list.ts";
import { trade } from "./entity.ts";
import { mustFind, type Pair } from "./pairs.ts";
import type { PairTrade } from "./schema.ts";
import { priceOf } from "./valuation.ts";

/** The trades of a pair, for everybody. */

/** A trade of a pair as everybody sees it: nobody learns whose it was. */
export interface TradeView extends Pick<PairTrade, "side"> {
  /** Names the trade among those of its pair. */
  readonly id: string;
  readonly pair: Pair;
  readonly amount0: BaseUnits;
  readonly amount1: BaseUnits;
  /** token1 for one token0, in whole units. */
  readonly price: string;
  /** ISO 8601. */
  readonly at: string;
}

export interface TradesPage {
  readonly trades: readonly TradeView[];
  /** The cursor of the next page. */
  readonly next: string | undefined;
}

/**
 * A page of a pair's trades of the last 30 days, newest first.
 * @param page.after the `next` of the page before
 * @throws PAIR_NOT_FOUND; INVALID_REQUEST for a cursor of no page
 */
export async function list(
  mode: Mode,
  pairId: string,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<TradesPage> {
  const pair = mustFind(pairId);
  const ref = { mode, pairId: pair.id };
  const last = after === undefined ? undefined : trade.key({ ...ref, ...placeOf(after) });
  const { items, next } = await Table.list(trade, ref, { limit, after: last });
  return { trades: items.map((one) => viewOf(pair, one)), next: next && cursorOf(next) };
}

const cursorOf = ({ at, entryId }: Pick<PairTrade, "at" | "entryId">): string =>
  `${Date.parse(at)}.${entryId}`;

/** @throws INVALID_REQUEST */
function placeOf(cursor: string): Pick<PairTrade, "at" | "entryId"> {
  const [, ms, entryId = ""] = /^(\d{1,15})\.(\w+)$/.exec(cursor) ?? [];
  if (!Ids.pattern("entry").test(entryId)) throw wrongCursor();
  return { at: new Date(Number(ms)).toISOString(), entryId };
}

const viewOf = (pair: Pair, { at, entryId, side, volume0, volume1 }: PairTrade): TradeView => ({
  id: entryId,
  pair,
  side,
  amount0: volume0,
  amount1: volume1,
  price: priceOf(pair, { reserve0: volume0, reserve1: volume1 }).toSignificantDigits(18).toFixed(),
  at,
});

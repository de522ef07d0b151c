import type { UserActor } from "../identity/actor.ts";
import * as Assets from "../kernel/assets/index.ts";
import { parseWalletId } from "../ledger/accounts.ts";
import type { HistoryLine } from "../ledger/schema.ts";
import { owned } from "../wallets/owned.ts";
import { ALWAYS, Merged } from "./merged.ts";
import * as Places from "./places.ts";

/**
 * What moved in all of a user's wallets together, entry by entry as the ledger has it: one list, newest first.
 * What a person reads of it, with what became of each, is the history.
 */

export interface Movement {
  readonly id: string;
  readonly walletId: string;
  readonly asset: string;
  readonly type: string;
  /**
   * In: the wallet gained. Internal: it stayed the user's and changed its form or place, as by a swap,
   * liquidity, a stake, or from the user's own card and back to it.
   */
  readonly flow: "in" | "out" | "internal";
  /** Base units, never negative. */
  readonly amount: bigint;
  readonly from: string;
  readonly createdAt: string;
}

export interface Movements {
  readonly movements: readonly Movement[];
  /** Behind what the next page begins; undefined on the last page. */
  readonly next: Places.Place | undefined;
}

/** The user's movements behind a place, `limit` at most. Of each wallet no more is read than a page may show. */
export async function movements(
  { userId, mode }: Pick<UserActor, "userId" | "mode">,
  { limit, after }: { readonly limit: number; readonly after?: Places.Place | undefined },
): Promise<Movements> {
  const wallets = await owned({ userId, mode });
  const sources = wallets.map(({ id }) => Places.linesOf(id));
  const found = await new Merged(sources, ALWAYS, after, limit + 1).take(limit + 1);
  const page = found.slice(0, limit);
  return {
    movements: page.flatMap(({ line }) => (line ? movementOf(line) : [])),
    next: found.length > limit ? page.at(-1) : undefined,
  };
}

/** Kinds of movement that leave the user as rich as before, fees aside. */
const INTERNAL = /^(SWAP|LIQUIDITY|LOCK|UNLOCK|UNSTAKE|TOP_UP)/;

function movementOf({ entryId, walletId, type, available, held, from, createdAt }: HistoryLine): Movement {
  const net = available + held;
  const moved = net === 0n ? available : net;
  return {
    id: entryId,
    walletId,
    asset: Assets.get(parseWalletId(walletId)?.asset ?? "").symbol,
    type,
    flow: net === 0n || INTERNAL.test(type) ? "internal" : net > 0n ? "in" : "out",
    amount: moved < 0n ? -moved : moved,
    from,
    createdAt,
  };
}

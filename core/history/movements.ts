import type { UserActor } from "../identity/actor.ts";
import * as Assets from "../kernel/assets/index.ts";
import { parseWalletId } from "../ledger/accounts.ts";
import type { HistoryLine } from "../ledger/schema.ts";
import { owned } from "../wallets/owned.ts";
import { ALWAYS, type ListPosition, linesOf, Merged } from "./merged.ts";

/** The movements of all wallets of a user, one for each ledger entry, newest first. */

export interface Movement {
  readonly id: string;
  readonly walletId: string;
  readonly asset: string;
  readonly type: string;
  /** Internal: the user's wealth is unchanged, as by a swap, a stake, or a top-up from the user's own card. */
  readonly flow: "in" | "out" | "internal";
  /** Base units, never negative. */
  readonly amount: bigint;
  readonly from: string;
  readonly createdAt: string;
}

/**
 * Returns a page of a user's movements after a position, and the position after which the next page starts. Usually reads
 * one page of each wallet.
 */
export async function movements(
  { userId, mode }: Pick<UserActor, "userId" | "mode">,
  { limit, after }: { readonly limit: number; readonly after?: ListPosition | undefined },
) {
  const wallets = await owned({ userId, mode });
  const sources = wallets.map(({ id }) => linesOf(id));
  const found = await new Merged(sources, ALWAYS, after, limit + 1).take(limit + 1);
  const page = found.slice(0, limit);
  return {
    movements: page.flatMap(({ line }) => (line ? movementOf(line) : [])),
    next: found.length > limit ? page.at(-1) : undefined,
  };
}

/** Types of movements that leave the user's wealth unchanged, except fees. */
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

import type { UserActor } from "../../identity/actor.ts";
import * as Assets from "../../kernel/assets/index.ts";
import * as Table from "../../platform/table/index.ts";
import { parseWalletId } from "../accounts.ts";
import { historyLine } from "../entity.ts";
import { lineTime } from "../entry.ts";
import { type HistoryLine, historyItem } from "../schema.ts";
import { owned } from "./owned.ts";

/** What moved in all of a user's wallets together: one list, newest first. */

/** Where a page begins: behind this line. */
export interface After {
  readonly createdAt: string;
  readonly entryId: string;
  readonly walletId: string;
}

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
  readonly next: After | undefined;
}

/**
 * The user's movements behind a line, `limit` at most. Of each wallet no more is read than a page may show.
 */
export async function list(
  { userId, mode }: Pick<UserActor, "userId" | "mode">,
  { limit, after }: { readonly limit: number; readonly after?: After | undefined },
): Promise<Movements> {
  const wallets = await owned({ userId, mode });
  const lines = await Promise.all(wallets.map(({ id }) => linesOf(id, limit, after)));
  const all = lines.flat().sort(order);
  const page = all.slice(0, limit);
  const last = page.at(-1);
  return { movements: page.map(movement), next: all.length > limit && last ? last : undefined };
}

/** Newest first; the lines that one entry left in several wallets by wallet. */
const order = (a: After, b: After): number =>
  compare(b.createdAt, a.createdAt) || compare(b.entryId, a.entryId) || compare(a.walletId, b.walletId);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

async function linesOf(walletId: string, limit: number, after: After | undefined): Promise<HistoryLine[]> {
  const query = {
    pk: historyLine.partition({ walletId }),
    ...(after && { upTo: lineTime(Date.parse(after.createdAt) + 1) }),
    newestFirst: true,
    // One more tells whether there is another page, and one may be the line that the page before ended with.
    limit: limit + 2,
  };
  const lines: HistoryLine[] = [];
  for await (const items of Table.pages(query)) {
    const more = items.map((item) => historyItem.parse(item));
    lines.push(...more.filter((line) => after === undefined || order(line, after) > 0));
    // Lines of one instant are read to their end, for their order here is that of all wallets together.
    const needed = lines[limit];
    if (needed && (more.at(-1)?.createdAt ?? "") < needed.createdAt) break;
  }
  return lines.sort(order).slice(0, limit + 1);
}

/** Kinds of movement that leave the user as rich as before, fees aside. */
const INTERNAL = /^(SWAP|LIQUIDITY|LOCK|UNLOCK|UNSTAKE|TOP_UP)/;

function movement({ entryId, walletId, type, available, held, from, createdAt }: HistoryLine): Movement {
  const net = available + held;
  const moved = net === 0n ? available : net;
  return {
    id: entryId,
    walletId,
    asset: Assets.get((parseWalletId(walletId)?.asset ?? "").toUpperCase()).symbol,
    type,
    flow: net === 0n || INTERNAL.test(type) ? "internal" : net > 0n ? "in" : "out",
    amount: moved < 0n ? -moved : moved,
    from,
    createdAt,
  };
}

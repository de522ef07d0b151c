import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { walletAccount, walletCount } from "./entity.ts";

/**
 * Wallets of somebody who is erased are closed for good: none is opened any more, and what comes to one is not credited
 * to it (`suspense.ts`).
 */

type Owner = { readonly userId: string };
const LIVE = { mode: "live" } as const;

/** What the writes that close somebody's wallets depend on. */
export interface Closable {
  readonly wallets: readonly Table.Item[];
  readonly count: bigint | undefined;
}

/** Reads it: first how many there are, so that one which is opened meanwhile is not overlooked. */
export async function closable({ userId }: Owner): Promise<Closable> {
  const count = (await Table.find(walletCount, { userId, ...LIVE }))?.count;
  const beginsWith = `${walletAccount.prefix}${LIVE.mode}#`;
  return { count, wallets: await Table.queryAll({ pk: walletAccount.partition({ userId }), beginsWith }) };
}

/**
 * The writes that close all wallets of a user, and let none be opened. Refused where one was opened since they were read.
 * @param isEmpty refused, too, where one is not empty
 */
export function closing(
  { userId }: Owner,
  { wallets, count }: Closable,
  closedAt: string,
  isEmpty: boolean,
): Table.Write[] {
  const empty = isEmpty ? Where.is({ available: 0n, held: 0n }) : Where.exists;
  return [
    {
      update: walletCount.key({ userId, ...LIVE }),
      set: { closedAt },
      where: Where.is({ count }),
    },
    ...wallets.map((item) => ({
      update: walletAccount.keyOf(item),
      set: { closedAt },
      where: empty,
    })),
  ];
}

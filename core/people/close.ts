import { userProfile } from "../identity/entity.ts";
import { newStamp } from "../identity/stamp.ts";
import type { User } from "../identity/user.ts";
import type * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import * as ClosedAccounts from "../policy/closed-accounts.ts";

/**
 * The writes that close an account for good: nobody signs in, and nobody pays it. Refused where its credentials, its day
 * or its wallets are not what they were.
 * @param set what else its profile says from then on
 * @param isEmpty refused, too, where there is money in a wallet
 */
export async function closing(
  { userId, erasureAt, securityStamp }: User,
  closedAt: string,
  { set = {}, isEmpty }: { readonly set?: Readonly<Record<string, unknown>>; readonly isEmpty: boolean },
): Promise<Table.Write[]> {
  return [
    {
      update: userProfile.key({ userId }),
      set: {
        ...{ blockedAt: closedAt, closedAt, updatedAt: closedAt },
        ...{ securityStamp: newStamp(), ownershipId: newStamp() },
        ...set,
      },
      // Whoever signs in now has called it off.
      where: Where.is({ erasureAt, securityStamp, erasedAt: undefined }),
    },
    ...ClosedAccounts.closingWrites({ userId }, await ClosedAccounts.closable({ userId }), closedAt, isEmpty),
  ];
}

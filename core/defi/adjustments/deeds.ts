import { STAFF, stillOf } from "../../identity/standing.ts";
import * as Trail from "../../identity/trail/index.ts";
import * as Money from "../../kernel/money/index.ts";
import type * as Table from "../../platform/table/index.ts";
import type { Order } from "./order.ts";
import type { Request } from "./schema.ts";

/** What the staff does to wallets, on the trail, as long as whoever does it is of the staff. */

const noted = (
  { actor, asset, walletId, userId, operation, amount, reason, flagId }: Order,
  deed: "wallet-adjusted" | "wallet-adjustment-asked",
  more: Readonly<Record<string, string>>,
): readonly Table.Write[] => [
  ...Trail.noting(actor, {
    deed,
    to: userId,
    reason,
    about: {
      ...{ walletId, operation, amount: Money.format(amount, asset.decimals), asset: asset.symbol },
      ...(flagId !== undefined && { flagId }),
      ...more,
    },
  }),
  stillOf(STAFF, actor),
];

export const asked = (order: Order, { approvalId }: Request): readonly Table.Write[] =>
  noted(order, "wallet-adjustment-asked", { approvalId });

/** @param request of another one, which this approves */
export const adjusted = (order: Order, entryId: string, request?: Request): readonly Table.Write[] =>
  noted(order, "wallet-adjusted", {
    entryId,
    ...(request && { approvalId: request.approvalId, requestedBy: request.requestedBy }),
  });

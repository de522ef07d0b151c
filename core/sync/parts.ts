import { beneficiary } from "../banking/beneficiaries/entity.ts";
import { scheduledPayment } from "../banking/scheduled/entity.ts";
import { userProfile } from "../identity/entity.ts";
import * as Assets from "../kernel/assets/index.ts";
import { walletId } from "../ledger/accounts.ts";
import { historyLine, walletAccount } from "../ledger/entity.ts";
import { loyaltyCard } from "../loyalty/cards/entity.ts";
import { notice } from "../messaging/notifications/entity.ts";
import { card } from "../payments/cards/entity.ts";
import { issuedCard } from "../payments/issuing/entity.ts";
import { transaction } from "../payments/records/entity.ts";
import type { Collection } from "./schema.ts";

/** The parts that a snapshot is walked through: of each collection, where its items stand. */

export interface Part {
  readonly collection: Collection;
  readonly pk: string;
  readonly beginsWith: string;
}

export function partsOf(userId: string, wanted: readonly Collection[]): Part[] {
  const pk = userProfile.partition({ userId });
  const own = (collection: Collection, beginsWith: string): Part => ({ collection, pk, beginsWith });
  const all: Part[] = [
    own("profile", userProfile.sk),
    own("preferences", userProfile.sk),
    own("notificationPreferences", userProfile.sk),
    own("accounts", walletAccount.key({ userId, mode: "live", asset: "-" }).sk.slice(0, -1)),
    own("cards", card.prefix),
    own("cards", issuedCard.prefix),
    own("loyalty", loyaltyCard.prefix),
    own("beneficiaries", beneficiary.prefix),
    own("scheduledPayments", scheduledPayment.prefix),
    own("notifications", notice.prefix),
    own("transactions", transaction.prefix),
    ...Assets.list().map(
      ({ symbol }): Part => ({
        collection: "transactions",
        pk: historyLine.partition({ walletId: walletId("live", userId, symbol) }),
        beginsWith: historyLine.prefix,
      }),
    ),
  ];
  return all.filter(({ collection }) => wanted.includes(collection));
}

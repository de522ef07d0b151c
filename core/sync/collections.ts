import { beneficiary } from "../banking/beneficiaries/entity.ts";
import { scheduledPayment } from "../banking/scheduled/entity.ts";
import { withdrawal } from "../banking/withdrawals/entity.ts";
import { userProfile } from "../identity/entity.ts";
import { kycState } from "../identity/kyc/entity.ts";
import * as Assets from "../kernel/assets/index.ts";
import { parseWalletId, walletId, walletOf } from "../ledger/accounts.ts";
import { historyLine, hold, walletAccount } from "../ledger/entity.ts";
import { toHold } from "../ledger/holds.ts";
import { loyaltyCard } from "../loyalty/cards/entity.ts";
import { notice } from "../messaging/entity.ts";
import { CARDS_PREFIX, card, cardHolder, isHolder } from "../payments/cards/entity.ts";
import { cardAuthorization } from "../payments/issuing/authorizations/entity.ts";
import { issuedCard } from "../payments/issuing/entity.ts";
import { transaction } from "../payments/records/entity.ts";
import { type Entity, keyOfItem, type StoredKey } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { debt } from "../policy/entity.ts";
import type { Collection } from "./schema.ts";

/** Maps items of the table to the records of collections. */

/** The entities whose items are parts of records. Each names its collections (`sync`). */
export const sources = [
  userProfile,
  kycState,
  notice,
  walletAccount,
  debt,
  historyLine,
  hold,
  transaction,
  cardHolder,
  card,
  loyaltyCard,
  issuedCard,
  beneficiary,
  withdrawal,
  scheduledPayment,
  cardAuthorization,
] as const satisfies readonly Entity[];

export interface ChangedRecord {
  readonly userId: string;
  readonly collection: Collection;
  /** The record's id. Empty if it is only in the item. */
  readonly id: string;
  /** The key of the record's item. */
  readonly of: StoredKey;
}

type Params = Readonly<Record<string, string>>;

/** Returns the owner of an item; undefined for an item of a sandbox, which devices do not see. */
function ownerOf({ userId, mode, walletId: id }: Params): string | undefined {
  if (id === undefined) return mode === undefined || mode === "live" ? userId : undefined;
  const wallet = parseWalletId(id);
  return wallet?.mode === "live" ? wallet.userId : undefined;
}

/** Returns a collection's record for the parameters of an item's key. */
const records: Readonly<
  Record<Collection, (params: Params, key: StoredKey) => Pick<ChangedRecord, "id" | "of">>
> = {
  profile: ({ userId = "" }) => ({ id: "profile", of: userProfile.key({ userId }) }),
  preferences: (_, of) => ({ id: "preferences", of }),
  notificationPreferences: (_, of) => ({ id: "notificationPreferences", of }),
  notifications: ({ notificationId = "" }, of) => ({ id: notificationId, of }),
  // A debt is shown with the account of its asset.
  accounts: ({ userId = "", asset = "" }) => ({
    id: walletId("live", userId, asset),
    of: walletAccount.key({ userId, mode: "live", asset }),
  }),
  transactions: ({ transactionId = "" }, of) => ({ id: transactionId, of }),
  cards: ({ cardId = "" }, of) => ({ id: cardId, of }),
  loyalty: ({ programId = "" }, of) => ({ id: programId, of }),
  scheduledPayments: ({ scheduledId = "" }, of) => ({ id: scheduledId, of }),
  beneficiaries: ({ beneficiaryId = "" }, of) => ({ id: beneficiaryId, of }),
};

/** Returns the entity of an item, with the parameters of its key. */
function sourceOf(key: StoredKey) {
  for (const source of sources) {
    const params = source.paramsOf(key);
    if (params) return { source, params };
  }
  return undefined;
}

/** Returns the records that an item is part of. */
export async function changedRecordsOf(key: StoredKey): Promise<ChangedRecord[]> {
  const { source, params } = sourceOf(key) ?? {};
  if (source === hold) return openingLinesOf(key);
  if (source === cardAuthorization) return purchaseLinesOf(key);
  const userId = params && ownerOf(params);
  if (!source || !params || userId === undefined) return [];
  // The default card is a property of all cards.
  if (source === cardHolder) return cardsOf(userId);
  return (source.sync ?? []).map((collection: Collection) => ({
    userId,
    collection,
    ...records[collection](params, key),
  }));
}

/** Returns the history line of the entry that opened a hold. Devices show it as pending while some of the money is held. */
async function openingLinesOf(key: StoredKey): Promise<ChangedRecord[]> {
  const held = toHold(await Table.get(key));
  const wallet = held && walletOf(held.account);
  const userId = wallet && ownerOf({ walletId: wallet });
  if (!held || !wallet || !userId) return [];
  return linesAt(userId, wallet, held.createdAt);
}

/** Returns the history line of a card purchase, which shows all later states of the purchase. */
async function purchaseLinesOf(key: StoredKey): Promise<ChangedRecord[]> {
  const item = await Table.get(key);
  const { userId, walletId: wallet, entry } = item ? cardAuthorization.parse(item) : {};
  return userId && wallet && entry ? linesAt(userId, wallet, entry.createdAt) : [];
}

/** Returns the history lines of a wallet at an instant. */
async function linesAt(userId: string, wallet: string, createdAt: string): Promise<ChangedRecord[]> {
  const { pk, sk } = historyLine.key({ walletId: wallet, createdAt, position: "-" });
  const lines = await Table.queryAll({ pk, beginsWith: sk.slice(0, -1) });
  return lines.map((line) => {
    const of = { pk, sk: String(line["sk"]) };
    return { userId, collection: "transactions", ...records.transactions({}, of) };
  });
}

async function cardsOf(userId: string): Promise<ChangedRecord[]> {
  const items = await Table.queryAll({ pk: card.partition({ userId }), beginsWith: CARDS_PREFIX });
  const cards = items.filter((item) => !isHolder(item));
  return cards.map((item) => {
    const of = keyOfItem(item);
    return { userId, collection: "cards", ...records.cards(card.paramsOf(of) ?? {}, of) };
  });
}

/** A part of a snapshot: a collection's items in one partition. */
export interface Part {
  readonly collection: Collection;
  readonly pk: string;
  readonly beginsWith: string;
}

export function partsOf(userId: string, requested: readonly Collection[]): Part[] {
  const pk = userProfile.partition({ userId });
  const ofUser = (collection: Collection, beginsWith: string): Part => ({ collection, pk, beginsWith });
  const all: Part[] = [
    ofUser("profile", userProfile.sk),
    ofUser("preferences", userProfile.sk),
    ofUser("notificationPreferences", userProfile.sk),
    ofUser("accounts", walletAccount.key({ userId, mode: "live", asset: "-" }).sk.slice(0, -1)),
    ofUser("cards", card.prefix),
    ofUser("cards", issuedCard.prefix),
    ofUser("loyalty", loyaltyCard.prefix),
    ofUser("beneficiaries", beneficiary.prefix),
    ofUser("scheduledPayments", scheduledPayment.prefix),
    ofUser("notifications", notice.prefix),
    ofUser("transactions", transaction.prefix),
    ...Assets.list().map(
      ({ symbol }): Part => ({
        collection: "transactions",
        pk: historyLine.partition({ walletId: walletId("live", userId, symbol) }),
        beginsWith: historyLine.prefix,
      }),
    ),
  ];
  return all.filter(({ collection }) => requested.includes(collection));
}

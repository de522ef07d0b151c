import * as Beneficiaries from "../banking/beneficiaries/index.ts";
import type { Beneficiary } from "../banking/beneficiaries/schema.ts";
import * as Scheduled from "../banking/scheduled/index.ts";
import type { ScheduledPayment } from "../banking/scheduled/schema.ts";
import { withdrawal } from "../banking/withdrawals/entity.ts";
import * as History from "../history/index.ts";
import type { AccountTransaction } from "../history/schema.ts";
import type { UserActor } from "../identity/actor.ts";
import { kycState } from "../identity/kyc/entity.ts";
import type { NotificationPreferences, Preferences } from "../identity/preferences/schema.ts";
import { type Profile, toProfile as profileOf } from "../identity/profile/index.ts";
import { notificationPreferencesOf, preferencesOf, type Versioned } from "../identity/profile/preferences.ts";
import { fromItem } from "../identity/user.ts";
import { historyLine, walletAccount } from "../ledger/entity.ts";
import { loyaltyCard } from "../loyalty/cards/entity.ts";
import type { CardWithProgram } from "../loyalty/cards/index.ts";
import * as Programs from "../loyalty/programs/index.ts";
import type { Program } from "../loyalty/programs/schema.ts";
import { notice } from "../messaging/entity.ts";
import { type Notice, versionOf } from "../messaging/notifications/history.ts";
import { card, cardHolder } from "../payments/cards/entity.ts";
import { toCard as cardOf } from "../payments/cards/index.ts";
import { issuedCard } from "../payments/issuing/entity.ts";
import { type AnyCard, isShown } from "../payments/issuing/index.ts";
import { transaction } from "../payments/records/entity.ts";
import { keyOfItem, type StoredKey } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import * as Debts from "../policy/debts.ts";
import { toWallet } from "../wallets/owned.ts";
import type { Wallet } from "../wallets/schema.ts";
import type { Collection } from "./schema.ts";

/** The values of records, by collection. */
interface Values {
  readonly profile: Profile;
  readonly preferences: Preferences & Versioned;
  readonly notificationPreferences: NotificationPreferences & Versioned;
  readonly notifications: Notice;
  readonly accounts: Wallet;
  readonly transactions: AccountTransaction;
  readonly cards: AnyCard;
  readonly loyalty: CardWithProgram;
  readonly scheduledPayments: ScheduledPayment;
  readonly beneficiaries: Beneficiary;
}

/** A record in its current state. */
export type SyncRecord = {
  readonly [C in Collection]: {
    readonly collection: C;
    readonly id: string;
    /** The version that its changes refer to, if it has one. */
    readonly version?: number;
    /** ISO 8601. */
    readonly updatedAt: string;
    readonly value: Values[C];
  };
}[Collection];

type Owner = Pick<UserActor, "userId" | "ownershipId">;

/** The inputs that records need in addition to their own items. */
interface Inputs {
  readonly kyc: Table.Item | undefined;
  readonly defaultCardId: string | undefined;
  /** Transactions by their items. */
  readonly transactions: ReadonlyMap<Table.Item, AccountTransaction>;
  /** Programs of loyalty cards, by id. */
  readonly programs: ReadonlyMap<string, Program>;
  /** The owner's debts. */
  readonly debts: readonly Debts.Debt[];
}

type ToRecord = (item: Table.Item, inputs: Inputs, owner: Owner) => SyncRecord | undefined;

const converters: Readonly<Record<Collection, ToRecord>> = {
  profile(item, { kyc }) {
    const value = profileOf(item, kyc);
    const { version, updatedAt } = value.user;
    return { collection: "profile", id: "profile", version, updatedAt, value };
  },
  preferences(item) {
    const user = fromItem(item);
    const value = preferencesOf(user);
    const { version } = value;
    return { collection: "preferences", id: "preferences", version, updatedAt: user.updatedAt, value };
  },
  notificationPreferences(item) {
    const user = fromItem(item);
    const value = notificationPreferencesOf(user);
    const id = "notificationPreferences";
    return { collection: id, id, version: value.version, updatedAt: user.updatedAt, value };
  },
  notifications(item) {
    const value = notice.parse(item);
    const { notificationId: id, readAt, occurredAt } = value;
    const updatedAt = readAt ?? occurredAt;
    return { collection: "notifications", id, version: versionOf(value), updatedAt, value };
  },
  accounts(item, { debts }) {
    const value = toWallet(item, debts);
    const updatedAt = walletAccount.parse(item).lastEntryAt || value.createdAt;
    return { collection: "accounts", id: value.id, updatedAt, value };
  },
  transactions(item, { transactions }) {
    const value = transactions.get(item);
    return value && { collection: "transactions", id: value.id, updatedAt: value.updatedAt, value };
  },
  cards(item, { defaultCardId }, owner) {
    if (String(item["sk"]).startsWith(card.prefix)) {
      const saved = cardOf(card.parse(item), defaultCardId);
      const { cardId: id, createdAt: updatedAt } = saved;
      return { collection: "cards", id, updatedAt, value: { source: "saved", card: saved } };
    }
    const issued = issuedCard.parse(item);
    if (!isShown(issued, owner)) return undefined;
    const { cardId: id, updatedAt } = issued;
    return { collection: "cards", id, updatedAt, value: { source: "issued", card: issued } };
  },
  loyalty(item, { programs }) {
    const one = loyaltyCard.parse(item);
    const program = programs.get(one.programId);
    // The card of a left program is not shown, and neither is the platform's own card, which has no program.
    if (one.status !== "active" || !program) return undefined;
    const { programId: id, updatedAt } = one;
    return { collection: "loyalty", id, updatedAt, value: { card: one, program } };
  },
  scheduledPayments(item, _, owner) {
    const value = Scheduled.parseOwned(item, owner);
    if (!value) return undefined;
    const { scheduledId: id, version, updatedAt } = value;
    return { collection: "scheduledPayments", id, version, updatedAt, value };
  },
  beneficiaries(item, _, owner) {
    const value = Beneficiaries.parseOwned(item, owner);
    if (!value) return undefined;
    const { id, version, updatedAt } = value;
    return { collection: "beneficiaries", id, version, updatedAt, value };
  },
};

/** A record's collection, and the key of its item. */
export interface Source {
  readonly collection: Collection;
  readonly of: StoredKey;
}

const inputKeys = ({ userId }: Owner): StoredKey[] => [kycState.key({ userId }), cardHolder.key({ userId })];

type KnownInputs = Omit<Inputs, "transactions" | "programs" | "debts">;

const toInputs = (kyc: Table.Item | undefined, holder: Table.Item | undefined): KnownInputs => ({
  kyc,
  defaultCardId: holder && cardHolder.parse(holder).defaultCardId,
});

function parseTransaction(item: Table.Item) {
  const key = keyOfItem(item);
  if (historyLine.paramsOf(key)) return { line: historyLine.parse(item) };
  return withdrawal.paramsOf(key)
    ? { withdrawal: withdrawal.parse(item) }
    : { record: transaction.parse(item) };
}

async function transactionsOf(
  all: readonly SourceItem[],
): Promise<ReadonlyMap<Table.Item, AccountTransaction>> {
  const items = all.flatMap(({ collection, item }) => (item && collection === "transactions" ? [item] : []));
  const shown = await History.show(items.map(parseTransaction));
  return new Map(
    items.flatMap((item, index): [Table.Item, AccountTransaction][] => {
      const one = shown[index];
      return one ? [[item, one]] : [];
    }),
  );
}

/** Returns the programs of the loyalty cards among the items. */
const programsOf = (all: readonly SourceItem[]): Promise<ReadonlyMap<string, Program>> =>
  Programs.fromIds([
    ...new Set(
      all.flatMap(({ collection, item }) =>
        collection === "loyalty" && item ? loyaltyCard.parse(item).programId : [],
      ),
    ),
  ]);

/** Returns the owner's debts if accounts are shown. */
const debtsOf = async ({ userId }: Owner, all: readonly SourceItem[]): Promise<readonly Debts.Debt[]> =>
  all.some(({ collection }) => collection === "accounts") ? Debts.ofUser({ mode: "live", userId }) : [];

/** Returns the records of these sources in order; undefined for a record that no longer exists. */
export async function at(owner: Owner, sources: readonly Source[]): Promise<(SyncRecord | undefined)[]> {
  if (sources.length === 0) return [];
  const [kyc, holder, ...items] = await Table.getMany([...inputKeys(owner), ...sources.map(({ of }) => of)]);
  return toRecords(
    owner,
    sources.map(({ collection }, index) => ({ collection, item: items[index] })),
    toInputs(kyc, holder),
  );
}

interface SourceItem {
  readonly collection: Collection;
  readonly item: Table.Item | undefined;
}

async function toRecords(owner: Owner, all: readonly SourceItem[], known: KnownInputs) {
  const [transactions, programs, debts] = await Promise.all([
    transactionsOf(all),
    programsOf(all),
    debtsOf(owner, all),
  ]);
  const inputs = { ...known, transactions, programs, debts };
  return all.map(({ collection, item }) => item && converters[collection](item, inputs, owner));
}

/** Returns the records of one collection's items. Reads their inputs in parallel. */
export async function ofItems(
  owner: Owner,
  collection: Collection,
  read: Promise<Table.Page>,
): Promise<{ readonly records: SyncRecord[]; readonly page: Table.Page }> {
  const [page, [kyc, holder]] = await Promise.all([read, Table.getMany(inputKeys(owner))]);
  const all = page.items.map((item) => ({ collection, item }));
  const records = (await toRecords(owner, all, toInputs(kyc, holder))).flatMap((one) => one ?? []);
  return { records, page };
}

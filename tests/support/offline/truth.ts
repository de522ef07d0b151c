import * as Beneficiaries from "../../../core/banking/beneficiaries/index.ts";
import * as Users from "../../../core/identity/users.ts";
import * as Assets from "../../../core/kernel/assets/index.ts";
import * as Money from "../../../core/kernel/money/index.ts";
import { walletId } from "../../../core/ledger/accounts.ts";
import * as Ledger from "../../../core/ledger/index.ts";
import type { Mirror } from "../mirror.ts";
import type { Person } from "./people.ts";

/** The server's own state of an account, from other routes and the ledger, never from sync. */

type Fields = Readonly<Record<string, unknown>>;
type Records = Record<string, Fields>;

async function readNotifications({ devices: [app] }: Person): Promise<Records> {
  const notifications: Records = {};
  for (let cursor: string | null = ""; cursor !== null && app; ) {
    const query: string = `limit=100${cursor && `&cursor=${cursor}`}`;
    const { body } = await app.call<{ notifications: { id: string }[]; nextCursor: string | null }>(
      "GET",
      `/notifications/history?${query}`,
    );
    for (const one of body.notifications) notifications[`notifications/${one.id}`] = one;
    cursor = body.nextCursor;
  }
  return notifications;
}

interface WalletShown {
  readonly id: string;
  readonly balance: number;
  readonly asset: { readonly symbol: string };
}

async function readMoney(person: Person): Promise<Records> {
  const { body } = await person.web<{ wallets: readonly WalletShown[] }>("GET", "/api/defi/wallets");
  const money: Records = {};
  for (const { id, balance, asset } of body.wallets) {
    money[`accounts/${id}`] = { id, currency: asset.symbol, balance };
    const { decimals } = Assets.get(asset.symbol);
    for (const line of await Ledger.history(walletId("live", person.userId, asset.symbol), 1000)) {
      const net = line.available + line.held;
      const amount = Money.toNumber(net < 0n ? -net : net, decimals);
      money[`transactions/${line.entryId}_${asset.symbol.toLowerCase()}`] = { accountId: id, amount };
    }
  }
  return money;
}

interface CardShown {
  readonly id: string;
  readonly isDefault: boolean;
  readonly last4: string;
}

async function readCards(person: Person): Promise<Records> {
  const { body } = await person.web<{ data: readonly CardShown[] }>("GET", "/api/payments/cards");
  return Object.fromEntries(
    body.data.map(({ id, isDefault, last4 }) => [`cards/${id}`, { id, isDefault, last4 }]),
  );
}

async function readBeneficiaries({ userId }: Person): Promise<Records> {
  const user = await Users.fromId(userId);
  const all = user ? await Beneficiaries.list(user) : [];
  return Object.fromEntries(all.map((one) => [`beneficiaries/${one.id}`, { ...one }]));
}

/** Returns all records of a user, by collection and id. */
export async function readServerRecords(person: Person): Promise<Records> {
  const [app] = person.devices;
  const own = async (path: string) => (await app?.call<Fields>("GET", path))?.body ?? {};
  return {
    "profile/profile": await own("/user/profile"),
    "preferences/preferences": await own("/user/preferences"),
    "notificationPreferences/notificationPreferences": await own("/notifications/preferences"),
    ...(await readNotifications(person)),
    ...(await readMoney(person)),
    ...(await readCards(person)),
    ...(await readBeneficiaries(person)),
  };
}

/** Returns whether the ledger knows a record. Payments without a history line are known only to the provider. */
const isLedgerRecord = (key: string): boolean => !key.startsWith("transactions/") || key.includes("_");

/** Returns a mirror's records, each with the fields of the corresponding true record. */
export function comparableRecords(mirror: Mirror, truth: Readonly<Records>): Records {
  const all = Object.entries(mirror.contents()).filter(([key]) => isLedgerRecord(key));
  return Object.fromEntries(all.map(([key, data]) => [key, pickFields(truth[key], data as Fields)]));
}

const pickFields = (wanted: Fields | undefined, data: Fields): Fields =>
  wanted ? Object.fromEntries(Object.keys(wanted).map((name) => [name, data[name]])) : data;

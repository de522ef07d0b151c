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

async function toldOf({ devices: [app] }: Person): Promise<Records> {
  const told: Records = {};
  for (let cursor: string | null = ""; cursor !== null && app; ) {
    const query: string = `limit=100${cursor && `&cursor=${cursor}`}`;
    const { body } = await app.call<{ notifications: { id: string }[]; nextCursor: string | null }>(
      "GET",
      `/notifications/history?${query}`,
    );
    for (const one of body.notifications) told[`notifications/${one.id}`] = one;
    cursor = body.nextCursor;
  }
  return told;
}

interface WalletShown {
  readonly id: string;
  readonly balance: number;
  readonly asset: { readonly symbol: string };
}

async function moneyOf(who: Person): Promise<Records> {
  const { body } = await who.web<{ wallets: readonly WalletShown[] }>("GET", "/api/defi/wallets");
  const money: Records = {};
  for (const { id, balance, asset } of body.wallets) {
    money[`accounts/${id}`] = { id, currency: asset.symbol, balance };
    const { decimals } = Assets.get(asset.symbol);
    for (const line of await Ledger.history(walletId("live", who.userId, asset.symbol), 1000)) {
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

async function cardsOf(who: Person): Promise<Records> {
  const { body } = await who.web<{ data: readonly CardShown[] }>("GET", "/api/payments/cards");
  return Object.fromEntries(
    body.data.map(({ id, isDefault, last4 }) => [`cards/${id}`, { id, isDefault, last4 }]),
  );
}

async function beneficiariesOf({ userId }: Person): Promise<Records> {
  const user = await Users.fromId(userId);
  const all = user ? await Beneficiaries.list(user) : [];
  return Object.fromEntries(all.map((one) => [`beneficiaries/${one.id}`, { ...one }]));
}

/** Returns all records of a user, by collection and id. */
export async function truthOf(who: Person): Promise<Records> {
  const [app] = who.devices;
  const own = async (path: string) => (await app?.call<Fields>("GET", path))?.body ?? {};
  return {
    "profile/profile": await own("/user/profile"),
    "preferences/preferences": await own("/user/preferences"),
    "notificationPreferences/notificationPreferences": await own("/notifications/preferences"),
    ...(await toldOf(who)),
    ...(await moneyOf(who)),
    ...(await cardsOf(who)),
    ...(await beneficiariesOf(who)),
  };
}

/** Only the provider knows payments without a line in a wallet's history: they are excluded. */
const isOfLedger = (key: string): boolean => !key.startsWith("transactions/") || key.includes("_");

/** Returns a mirror's records, each with the fields of the corresponding true record. */
export function comparable(mirror: Mirror, truth: Readonly<Records>): Records {
  const all = Object.entries(mirror.contents()).filter(([key]) => isOfLedger(key));
  return Object.fromEntries(all.map(([key, data]) => [key, like(truth[key], data as Fields)]));
}

const like = (wanted: Fields | undefined, data: Fields): Fields =>
  wanted ? Object.fromEntries(Object.keys(wanted).map((name) => [name, data[name]])) : data;

import type Stripe from "stripe";
import * as Kyc from "../../core/identity/kyc/index.ts";
import { env } from "../../core/kernel/env.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import { walletId, walletRef } from "../../core/ledger/accounts.ts";
import type { AccountRef } from "../../core/ledger/schema.ts";
import { issuedCard } from "../../core/payments/issuing/entity.ts";
import type { IssuedCard } from "../../core/payments/issuing/schema.ts";
import * as Table from "../../core/platform/table/index.ts";
import * as Wallets from "../../core/wallets/opening.ts";
import { App } from "./app.ts";
import { deposit } from "./ledger.ts";
import type { Platform } from "./platform.ts";
import { stripeOf } from "./psp.ts";

/** Users with issued cards, and merchants that charge them. */

export interface Holder {
  readonly app: App;
  readonly userId: string;
  readonly email: string;
  readonly wallet: AccountRef;
  readonly accountId: string;
}

let count = 0;
const password = "Lovelace!1843";

/** Registers a user with a device and `cents` in a euro account. The user's identity is verified by default. */
export async function createHolder(
  platform: Platform,
  { cents = 100_000n, level = 1 }: { readonly cents?: bigint; readonly level?: number } = {},
): Promise<Holder> {
  const email = `holder-${++count}-${Ids.secret(4)}@example.com`.toLowerCase();
  const app = new App(platform);
  const { id: userId } = await app.register(email, password);
  const wallet = walletRef(walletId("live", userId, "EUR"));
  await Wallets.open({ userId }, Wallets.assetOf("EUR"));
  if (cents > 0n) await deposit(wallet, cents);
  if (level > 0) await verifyIdentity(userId, level);
  return { app, userId, email, wallet, accountId: walletId("live", userId, "EUR") };
}

export const verifyIdentity = (userId: string, level = 1) =>
  Kyc.decide("bank", userId, { decisionId: Ids.create("event"), status: "VALIDATED", level });

export interface CardView {
  readonly id: string;
  readonly source: "issued" | "saved";
  readonly type: string;
  readonly status: string;
  readonly last4: string;
  readonly accountId: string | null;
  readonly settings: { readonly limits: Record<string, number | null> } | null;
}

/** Returns the cards that the user's app lists. */
export const listCards = async ({ app }: Pick<Holder, "app">): Promise<readonly CardView[]> =>
  (await app.call<{ cards: CardView[] }>("GET", "/cards")).body.cards;

/** Runs the schedule that issues pending cards. */
export async function runIssuing(platform: Platform): Promise<void> {
  await platform.drain();
  await platform.advance(61);
  await platform.drain();
}

/** Registers a user and waits for the automatically issued card. */
export async function createCardHolder(platform: Platform, given: Parameters<typeof createHolder>[1] = {}) {
  const cardHolder = await createHolder(platform, given);
  await runIssuing(platform);
  const [card] = await listCards(cardHolder);
  if (!card) throw new Error("no card was issued");
  return { ...cardHolder, cardId: card.id, card: await readCard(cardHolder, card.id) };
}

/** Returns a stored card with the provider's id. */
export async function readCard(
  { userId }: Pick<Holder, "userId">,
  cardId: string,
): Promise<IssuedCard & { readonly pspCardId: string }> {
  const card = await Table.find(issuedCard, { userId, cardId });
  if (!card?.pspCardId) throw new Error(`the provider has made no card ${cardId}`);
  return { ...card, pspCardId: card.pspCardId };
}

/** Returns the provider's SDK, connected to the platform's double. */
export const providerSdk = (): Stripe => stripeOf(env("STRIPE_URL"), env("STRIPE_SECRET_KEY"));

type AuthorizationParams = Parameters<Stripe["testHelpers"]["issuing"]["authorizations"]["create"]>[0];

export const authorizePurchase = (
  { pspCardId }: { readonly pspCardId: string },
  amount: number,
  more: Partial<AuthorizationParams> = {},
): Promise<Stripe.Issuing.Authorization> =>
  providerSdk().testHelpers.issuing.authorizations.create({ card: pspCardId, amount, ...more });

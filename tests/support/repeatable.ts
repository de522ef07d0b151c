import type { RouteSpec } from "../../contract/route.ts";
import * as Address from "../../core/defi/addresses/index.ts";
import { addLiquidity } from "../../core/defi/exchange/add-liquidity.ts";
import { getPair } from "../../core/defi/exchange/pairs.ts";
import * as Farming from "../../core/defi/farming/index.ts";
import * as Governance from "../../core/defi/governance/index.ts";
import * as Staking from "../../core/defi/staking/index.ts";
import type { Role, WebActor } from "../../core/identity/actor.ts";
import * as Kyc from "../../core/identity/kyc/index.ts";
import { testReceivers } from "../../core/identity/sandboxes/people.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import * as Money from "../../core/kernel/money/index.ts";
import { walletId } from "../../core/ledger/accounts.ts";
import * as LoyaltyCards from "../../core/loyalty/cards/index.ts";
import * as Referrals from "../../core/loyalty/referrals/index.ts";
import * as Webhooks from "../../core/messaging/webhooks/index.ts";
import * as Setup from "../../core/payments/cards/saving.ts";
import * as Codes from "../../core/payments/codes/index.ts";
import * as Payments from "../../core/payments/payments/index.ts";
import * as Reservations from "../../core/transfers/reservations/index.ts";
import * as Wallets from "../../core/wallets/index.ts";
import { depositUnits } from "./exchange.ts";
import { proposalDraft } from "./governance.ts";
import { onWeb } from "./identity.ts";
import { createMember, createShop, payShop, processPaymentMessages } from "./loyalty.ts";
import { fundAccount } from "./money.ts";
import { createMerchant, payMerchant } from "./payments.ts";
import { createUser } from "./people.ts";
import { confirmSetup } from "./psp.ts";
import { sampleOf } from "./sample.ts";
import { enrollMerchant } from "./saveback.ts";

/** A successful request for each route that accepts an `Idempotency-Key`. */

export interface Scene {
  /** The caller's role. Defaults to the first one that the route accepts. */
  readonly role?: Role;
  /** Creates the request's preconditions. `advance` moves the clock. */
  prepare(actor: WebActor, advance: (seconds: number) => Promise<void>): Promise<Prepared> | Prepared;
}

export interface Prepared {
  readonly params?: Readonly<Record<string, string>>;
  /** Overrides of the document's example body. */
  readonly body?: object;
  /** Overrides for another valid request: of the path or of the body. */
  readonly other?: { readonly params?: Prepared["params"]; readonly body?: object };
}

const DAY = 86_400;
const inTwoDays = () => new Date(Clock.nowMs() + 2 * DAY * 1000).toISOString();
const createActor = async () => onWeb(await createUser());

async function createStake(actor: WebActor): Promise<string> {
  await depositUnits(actor, "YANI", "300");
  return (await Staking.stake(actor, { poolId: "flexible", amount: "100" })).position.id;
}

async function createProposal(actor: WebActor): Promise<string> {
  return (await Governance.create(actor, proposalDraft())).id;
}

async function confirmedSetupIntent(actor: WebActor): Promise<string> {
  const { id } = await Setup.createSetup(actor);
  await confirmSetup(id);
  return id;
}

/** Fits any ratio of the pool. */
const LIQUIDITY = { pairId: "BTC-USDC", amount0: "0.001", amount1: "100", slippage: "50" };

async function fundProvider(actor: WebActor): Promise<void> {
  await depositUnits(actor, "BTC", "1");
  await depositUnits(actor, "USDC", "100000");
}

async function stakeInFarm(actor: WebActor): Promise<string> {
  await fundProvider(actor);
  await addLiquidity(actor, LIQUIDITY);
  return (await Farming.stakeShares(actor, { farmId: "btc-usdc", amount: "0.001" })).position.id;
}

/** Creates a payment that waits for approval. */
async function createUnapprovedPayment(): Promise<string> {
  const request = { amount: 250_000, currency: "eur", description: "", metadata: {} };
  return (await Payments.create(await createActor(), { ...request, paymentMethodId: "pm_card_visa" })).id;
}

/** Creates a wallet with 100 euros in the actor's ledger. */
async function createEuroWallet(actor: WebActor): Promise<string> {
  await depositUnits(actor, "EUR", "100");
  return walletId(actor.mode, actor.userId, "EUR");
}

/** Holds 10 euros of the actor's wallet. */
async function createHold(actor: WebActor): Promise<string> {
  const request = {
    walletId: await createEuroWallet(actor),
    amount: "10",
    expiresAt: inTwoDays(),
    description: "",
  };
  return (await Reservations.create(actor, request)).holdId;
}

export const scenes: Readonly<Record<RouteSpec["id"], Scene>> = {
  "defi.wallets.create": { prepare: () => ({ other: { body: { assetSymbol: "ETH" } } }) },
  "defi.wallets.adjust": {
    role: "EMPLOYE",
    async prepare() {
      const { id } = await Wallets.create(await createActor(), { assetSymbol: "EUR" });
      return { params: { id }, other: { body: { amount: 2 } } };
    },
  },
  "defi.dex.swap": {
    async prepare(actor) {
      await depositUnits(actor, "EUR", "100");
      const body = { tokenIn: "EUR", tokenOut: "USDC", amountIn: "10", minAmountOut: "1" };
      return { body: { ...body, deadline: inTwoDays() }, other: { body: { amountIn: "11" } } };
    },
  },
  "defi.dex.liquidity.add": {
    async prepare(actor) {
      await fundProvider(actor);
      return { body: LIQUIDITY, other: { body: { amount0: "0.002" } } };
    },
  },
  "defi.dex.liquidity.remove": {
    async prepare(actor) {
      await fundProvider(actor);
      const { position } = await addLiquidity(actor, LIQUIDITY);
      const part = (of: bigint) =>
        Money.format(position.lpTokens / of, getPair(position.pairId).shareDecimals);
      const body = { positionId: position.id, lpTokens: part(2n), minAmount0: "0", minAmount1: "0" };
      return { body, other: { body: { lpTokens: part(4n) } } };
    },
  },
  "defi.staking.stake": {
    async prepare(actor) {
      await depositUnits(actor, "YANI", "200");
      return { body: { amount: "100" }, other: { body: { amount: "101" } } };
    },
  },
  "defi.staking.claim": {
    async prepare(actor, advance) {
      const positionId = await createStake(actor);
      const other = await createStake(actor);
      await advance(DAY);
      return { body: { positionId }, other: { body: { positionId: other } } };
    },
  },
  "defi.staking.unstake": {
    prepare: async (actor) => ({
      body: { positionId: await createStake(actor), amount: "10" },
      other: { body: { amount: "11" } },
    }),
  },
  "defi.governance.proposals.create": {
    async prepare(actor) {
      await depositUnits(actor, "YANI", "2000000");
      return { body: { actions: [] }, other: { body: { actions: [], title: "Raise the exchange fee" } } };
    },
  },
  "defi.governance.proposals.vote": {
    async prepare(actor, advance) {
      await depositUnits(actor, "YANI", "2000000");
      const [id, other] = [await createProposal(actor), await createProposal(actor)];
      await advance(2 * DAY + 1);
      return { params: { id }, other: { params: { id: other } } };
    },
  },
  "defi.governance.proposals.cancel": {
    async prepare(actor) {
      await depositUnits(actor, "YANI", "2000000");
      return {
        params: { id: await createProposal(actor) },
        other: { params: { id: await createProposal(actor) } },
      };
    },
  },
  "defi.governance.delegation.set": {
    async prepare(actor) {
      await depositUnits(actor, "YANI", "10");
      const [one, two] = [await createActor(), await createActor()];
      return {
        body: { delegatee: Address.ofUser(one.userId) },
        other: { body: { delegatee: Address.ofUser(two.userId) } },
      };
    },
  },
  "defi.governance.delegation.remove": { prepare: () => ({}) },
  "mobile.wallet.transfer": {
    async prepare(actor) {
      const fromAccountId = await fundAccount(actor.userId, "EUR", 10_000n);
      const { email } = await createActor();
      const body = { fromAccountId, toAccountId: undefined, toEmail: email, toPhone: undefined };
      return { body: { ...body, currency: "EUR" }, other: { body: { amount: 3 } } };
    },
  },
  "mobile.payments.scheduled.create": {
    async prepare(actor) {
      const accountId = await fundAccount(actor.userId, "EUR", 10_000n);
      const { email } = await createActor();
      const body = { accountId, toAccountId: undefined, toEmail: email, endDate: undefined };
      return { body: { ...body, currency: "EUR" }, other: { body: { amount: 3 } } };
    },
  },
  "mobile.cards.create": {
    async prepare(actor) {
      const accountId = await fundAccount(actor.userId, "EUR", 10_000n);
      const checked = { decisionId: Ids.create("event"), status: "VALIDATED" } as const;
      await Kyc.decide("bank", actor.userId, checked);
      return { body: { accountId, type: "virtual" }, other: { body: { type: "physical" } } };
    },
  },
  "loyalty.programs.create": {
    async prepare(actor) {
      await createMerchant(actor);
      return { other: { body: { rate: "3" } } };
    },
  },
  "loyalty.programs.redeem": {
    async prepare(actor) {
      const at = await createShop("1", actor);
      const payer = await createMember(at);
      await processPaymentMessages([await payShop(payer, at, 15_000)]);
      const [{ card }] = (await LoyaltyCards.list(payer)) as [LoyaltyCards.CardWithProgram];
      return {
        params: { id: at.program.programId },
        body: { number: card.number },
        other: { body: { points: 7 } },
      };
    },
  },
  "loyalty.challenges.create": {
    async prepare(actor) {
      const { program } = await createShop("1", actor);
      return {
        params: { id: program.programId },
        body: { endsAt: inTwoDays(), startsAt: undefined },
        other: { body: { points: 7 } },
      };
    },
  },
  "mobile.loyalty.claim-referral": {
    async prepare() {
      const referrer = await Clock.at(Clock.nowMs() - 60_000, () => createUser());
      const other = await Clock.at(Clock.nowMs() - 60_000, () => createUser());
      return {
        body: { code: await Referrals.ensureCode(referrer) },
        other: { body: { code: await Referrals.ensureCode(other) } },
      };
    },
  },
  "mobile.loyalty.enroll": {
    async prepare() {
      const [one, other] = [await enrollMerchant("2"), await enrollMerchant("3")];
      return { params: { programId: one.programId }, other: { params: { programId: other.programId } } };
    },
  },
  "mobile.wallet.topup": {
    async prepare(actor) {
      const accountId = await fundAccount(actor.userId, "EUR", 0n);
      return { body: { accountId }, other: { body: { amount: 51 } } };
    },
  },
  "mobile.wallet.withdraw": {
    async prepare(actor) {
      const accountId = await fundAccount(actor.userId, "EUR", 10_000n);
      return { body: { accountId }, other: { body: { amount: 3 } } };
    },
  },
  "mobile.payees.add": { prepare: () => ({ other: { body: { name: "Grace Hopper" } } }) },
  "mobile.payments.process": {
    async prepare(actor) {
      const accountId = await fundAccount(actor.userId, "EUR", 10_000n);
      const { email: recipient } = await createActor();
      return { body: { accountId, recipient }, other: { body: { amount: 3 } } };
    },
  },
  "mobile.payments.qr.generate": { prepare: () => ({ other: { body: { amount: 3 } } }) },
  "mobile.payments.qr.scan": {
    async prepare(actor) {
      const accountId = await fundAccount(actor.userId, "EUR", 10_000n);
      const request = { currency: "EUR", description: "", expiresInSeconds: 900, reusable: true };
      const { payload } = await Codes.generate(await createActor(), request);
      return { body: { accountId, payload, amount: 2 }, other: { body: { amount: 3 } } };
    },
  },
  "payments.create": { prepare: () => ({ other: { body: { amount: 1100 } } }) },
  "payments.psp": { prepare: () => ({ other: { body: { cancelUrl: "/orders" } } }) },
  "payments.validate": {
    prepare: async () => ({
      body: { paymentId: await createUnapprovedPayment() },
      other: { body: { action: "reject" } },
    }),
  },
  "payments.cards.create": {
    prepare: async (actor) => ({
      body: { setupIntentId: await confirmedSetupIntent(actor) },
      other: { body: { setDefault: true } },
    }),
  },
  "public.governance.proposals.create": {
    async prepare(actor) {
      await depositUnits(actor, "YANI", "2000000");
      return { body: { actions: [] }, other: { body: { actions: [], title: "Raise the exchange fee" } } };
    },
  },
  "public.governance.proposals.vote": {
    async prepare(actor, advance) {
      await depositUnits(actor, "YANI", "2000000");
      const [id, other] = [await createProposal(actor), await createProposal(actor)];
      await advance(2 * DAY + 1);
      return { params: { id }, other: { params: { id: other } } };
    },
  },
  "public.governance.delegation": {
    async prepare(actor) {
      await depositUnits(actor, "YANI", "10");
      const [one, two] = actor.mode === "live" ? [await createActor(), await createActor()] : testReceivers;
      return {
        body: { delegate: Address.ofUser(one.userId) },
        other: { body: { delegate: Address.ofUser(two.userId) } },
      };
    },
  },
  "public.test.advance": {
    prepare: () => ({ body: { advance_seconds: DAY }, other: { body: { advance_seconds: 2 * DAY } } }),
  },
  "public.test.reset": { prepare: () => ({}) },
  "public.test.faucet": { prepare: () => ({ other: { body: { amount: "7" } } }) },
  "public.exchange.swaps.create": {
    async prepare(actor) {
      await depositUnits(actor, "EUR", "100");
      const body = { asset_in: "EUR", asset_out: "USDC", amount_in: "10", min_amount_out: "1" };
      return { body: { ...body, deadline: inTwoDays() }, other: { body: { amount_in: "11" } } };
    },
  },
  "public.exchange.positions.create": {
    async prepare(actor) {
      await fundProvider(actor);
      const body = { pair: "BTC-USDC", base_amount: "0.001", quote_amount: "100", slippage: "50" };
      return { body, other: { body: { base_amount: "0.002" } } };
    },
  },
  "public.exchange.positions.remove": {
    async prepare(actor) {
      await fundProvider(actor);
      const { position } = await addLiquidity(actor, LIQUIDITY);
      const part = (of: bigint) =>
        Money.format(position.lpTokens / of, getPair(position.pairId).shareDecimals);
      return {
        params: { id: position.id },
        body: { shares: part(2n), min_base_amount: "0", min_quote_amount: "0" },
        other: { body: { shares: part(4n) } },
      };
    },
  },
  "public.farming.positions.create": {
    async prepare(actor) {
      await fundProvider(actor);
      await addLiquidity(actor, LIQUIDITY);
      return { body: { farm: "btc-usdc", shares: "0.0001" }, other: { body: { shares: "0.0002" } } };
    },
  },
  "public.farming.positions.withdraw": {
    prepare: async (actor) => ({
      params: { id: await stakeInFarm(actor) },
      body: { shares: "0.0001" },
      other: { body: { shares: "0.0002" } },
    }),
  },
  "public.farming.positions.harvest": {
    async prepare(actor, advance) {
      const id = await stakeInFarm(actor);
      await depositUnits(actor, "ETH", "1");
      await addLiquidity(actor, { ...LIQUIDITY, pairId: "ETH-USDC", amount0: "0.03" });
      const other = await Farming.stakeShares(actor, { farmId: "eth-usdc", amount: "0.001" });
      await advance(DAY);
      return { params: { id }, other: { params: { id: other.position.id } } };
    },
  },
  "public.staking.positions.create": {
    async prepare(actor) {
      await depositUnits(actor, "YANI", "200");
      return { body: { pool: "flexible", amount: "100" }, other: { body: { amount: "101" } } };
    },
  },
  "public.staking.positions.claim": {
    async prepare(actor, advance) {
      const [id, other] = [await createStake(actor), await createStake(actor)];
      await advance(DAY);
      return { params: { id }, other: { params: { id: other } } };
    },
  },
  "public.staking.positions.unstake": {
    prepare: async (actor) => ({
      params: { id: await createStake(actor) },
      body: { amount: "10" },
      other: { body: { amount: "11" } },
    }),
  },
  "public.staking.positions.compounding": {
    prepare: async (actor) => ({
      params: { id: await createStake(actor) },
      body: { enabled: true },
      other: { body: { enabled: false } },
    }),
  },
  "public.holds.create": {
    async prepare(actor) {
      const wallet = await createEuroWallet(actor);
      return { body: { wallet, amount: "10", expires_at: inTwoDays() }, other: { body: { amount: "11" } } };
    },
  },
  "public.holds.capture": {
    async prepare(actor) {
      const id = await createHold(actor);
      const receiver =
        actor.mode === "live" ? await createActor() : { ...testReceivers[0], mode: actor.mode };
      const to_wallet = walletId(receiver.mode, receiver.userId, "EUR");
      return { params: { id }, body: { to_wallet, amount: "2" }, other: { body: { amount: "3" } } };
    },
  },
  "public.holds.release": {
    prepare: async (actor) => ({
      params: { id: await createHold(actor) },
      other: { params: { id: await createHold(actor) } },
    }),
  },
  "public.transfers.create": {
    async prepare(actor) {
      const from_wallet = await createEuroWallet(actor);
      const { email } = actor.mode === "live" ? await createActor() : testReceivers[0];
      const body = { from_wallet, to_wallet: undefined, to_email: email, amount: "2" };
      return { body, other: { body: { amount: "3" } } };
    },
  },
  "public.wallets.withdraw": {
    prepare: async (actor) => ({
      params: { id: await createEuroWallet(actor) },
      body: { amount: "2" },
      other: { body: { amount: "3" } },
    }),
  },
  "public.wallets.create": { prepare: () => ({ other: { body: { asset: "BTC" } } }) },
  "payments.setup-intents.create": { prepare: () => ({}) },
  "payments.merchant.create": { prepare: () => ({ other: { body: { businessName: "Dupont & Fille" } } }) },
  "payments.merchant.refund": {
    async prepare(actor) {
      const paymentId = await payMerchant(await createMerchant(actor), 10_000n);
      return { body: { paymentId, amount: 100 }, other: { body: { amount: 200 } } };
    },
  },
  "admin.saveback-payout.request": {
    async prepare() {
      const { userId } = await createUser();
      return { body: { action: "execute" }, other: { body: { userId } } };
    },
  },
  "webhooks.replay": {
    async prepare(actor) {
      const hook = { name: "Replayed", url: "https://example.com/hook", events: ["job-done"] } as const;
      const { webhook } = await Webhooks.create(actor, hook);
      const body = { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z", types: undefined };
      const later = { ...body, to: "2026-01-03T00:00:00Z" };
      return { params: { id: webhook.webhookId }, body, other: { body: later } };
    },
  },
  "jobs.create": {
    prepare: () => ({ body: { type: "video", templateId: undefined }, other: { body: { priority: 2 } } }),
  },
};

export interface Sent {
  readonly path: string;
  readonly body: object | undefined;
}

/** Returns the request of a scene, and another valid one if the route's requests can differ. */
export function requestsOf(
  spec: RouteSpec,
  { params = {}, body = {}, other }: Prepared,
): { readonly request: Sent; readonly other: Sent | undefined } {
  const example = spec.request?.body ? (sampleOf(spec.request.body) as object) : undefined;
  const sent = (given: Prepared["params"], more: object): Sent => ({
    path: spec.path.replace(/\{(\w+)\}/g, (_, name: string) => ({ ...params, ...given })[name] ?? "absent"),
    body: example && { ...example, ...body, ...more },
  });
  return { request: sent({}, {}), other: other && sent(other.params, other.body ?? {}) };
}

import * as Beneficiaries from "../../core/banking/beneficiaries/index.ts";
import * as Payees from "../../core/banking/beneficiaries/payees.ts";
import * as Scheduled from "../../core/banking/scheduled/index.ts";
import { addLiquidity } from "../../core/defi/exchange/add-liquidity.ts";
import * as Swaps from "../../core/defi/exchange/swap.ts";
import * as Farming from "../../core/defi/farming/index.ts";
import * as Staking from "../../core/defi/staking/index.ts";
import * as Movements from "../../core/history/index.ts";
import type { WebActor } from "../../core/identity/actor.ts";
import * as ApiKeys from "../../core/identity/api-keys/index.ts";
import * as Devices from "../../core/identity/devices/index.ts";
import * as Kyc from "../../core/identity/kyc/index.ts";
import { passkey } from "../../core/identity/passkeys/entity.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import * as Users from "../../core/identity/users.ts";
import * as Jobs from "../../core/jobs/index.ts";
import * as Templates from "../../core/jobs/templates.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import { walletId } from "../../core/ledger/accounts.ts";
import * as Challenges from "../../core/loyalty/challenges/index.ts";
import * as Programs from "../../core/loyalty/programs/index.ts";
import * as History from "../../core/messaging/notifications/history.ts";
import * as Webhooks from "../../core/messaging/webhooks/index.ts";
import * as Saving from "../../core/payments/cards/saving.ts";
import { issue } from "../../core/payments/issuing/issue.ts";
import * as ApiEvents from "../../core/platform/api-events/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import { parseOutgoing } from "../../core/transfers/outgoing.ts";
import * as Reservations from "../../core/transfers/reservations/index.ts";
import * as Wallets from "../../core/wallets/index.ts";
import { depositUnits } from "./exchange.ts";
import { createMerchant, payMerchant } from "./payments.ts";
import { createUser } from "./people.ts";
import { confirmSetup } from "./psp.ts";
import { sendMoney } from "./transfers.ts";

export type Params = Readonly<Record<string, string>>;

/** Returns the path up to its first parameter, which identifies the kind of resource. */
export const resourceKind = ({ path }: { readonly path: string }): string =>
  path.slice(0, path.indexOf("}") + 1);

/** Returns the id of the actor's latest API event. */
async function latestEventId(actor: WebActor): Promise<string> {
  const [latest] = (await ApiEvents.list(actor, { limit: 1 })).events;
  if (!latest) throw new Error("the user has no API event");
  return latest.id;
}

/** Creates one resource of each kind that a path can name, all owned by the actor. */
export async function createResources(actor: WebActor): Promise<Readonly<Record<string, Params>>> {
  const client = { ip: "192.0.2.1", userAgent: "matrix" };
  const [wallet, { webhook }, job, template, { key: apiKey }, { sessionId }] = await Promise.all([
    Wallets.create(actor, { assetSymbol: "EUR" }),
    Webhooks.create(actor, { name: "matrix", url: "https://example.com/hook", events: ["job-done"] }),
    Jobs.create(actor, { type: "matrix", payload: {} }),
    Templates.create(actor, { name: "matrix", type: "matrix", payload: {} }),
    ApiKeys.create(actor, { name: "matrix", mode: "live", plan: "free", scopes: ["*"] }),
    Users.readOwn(actor).then((user) => Sessions.start(user, client)),
  ]);
  const id = Ids.create("notification");
  const event = { id: Ids.create("event"), type: "matrix", occurredAt: Clock.nowIso(), payload: {} };
  await History.store(actor, id, event, { category: "jobs", title: "Matrix", body: "A test notification." });
  return {
    "/api/v1/mobile/notifications/{id}": { id },
    "/api/v1/mobile/payees/{id}": { id: await addBankAccount(actor) },
    "/api/v1/mobile/cards/{id}": { id: await issueCard(actor, wallet.id) },
    "/api/v1/mobile/payments/scheduled/{id}": { id: await schedulePayment(actor, wallet.id) },
    "/api/v1/mobile/user/devices/{id}": { id: await startDevice(actor) },
    "/api/defi/wallets/{id}": { id: wallet.id },
    "/v1/wallets/{id}": { id: wallet.id },
    "/v1/exchange/swaps/{id}": { id: await createSwap(actor) },
    "/v1/exchange/positions/{id}": { id: await createLiquidity(actor) },
    "/v1/farming/positions/{id}": { id: await stakeInFarm(actor) },
    "/v1/staking/positions/{id}": { id: await createStake(actor) },
    "/v2/wallets/{id}": { id: wallet.id },
    "/v2/events/{id}": { id: await latestEventId(actor) },
    "/v2/holds/{id}": { id: await createHold(actor, wallet.id) },
    "/v1/transfers/{id}": { id: await createTransfer(actor, wallet.id) },
    "/api/v1/mobile/wallet/transactions/{id}": { id: await createMovement(actor) },
    "/api/webhooks/{id}": { id: webhook.webhookId, deliveryId: Ids.create("delivery") },
    "/api/jobs/{id}": { id: job.jobId },
    "/api/jobs/shared/{id}": { id: job.jobId },
    "/api/job-templates/{id}": { id: template.templateId },
    "/api/auth/sessions/{id}": { id: sessionId },
    "/api/auth/passkeys/{id}": await storePasskey(actor),
    "/api/v1/mobile/auth/passkeys/{id}": await storePasskey(actor),
    "/api/keys/{id}": { id: apiKey.keyId },
    "/api/loyalty/programs/{id}": await createProgram(actor),
  };
}

const payee = { name: "Ada Lovelace", iban: "DE89370400440532013000" };

const addBankAccount = async (actor: WebActor): Promise<string> =>
  (await Beneficiaries.add(actor, Ids.create("beneficiary"), payee)).id;

/** Adds another user as payee. */
async function addPerson(actor: WebActor): Promise<string> {
  const toAccountId = walletId("live", (await createUser()).userId, "EUR");
  return (await Payees.addPayee(actor, { name: "Ben", to: { toAccountId } })).id;
}

/** Moves money to the actor's account, and returns the movement's id in the history. */
async function createMovement(actor: WebActor): Promise<string> {
  await depositUnits(actor, "EUR", "1");
  const [latest] = (await Movements.list(actor, { limit: 1 })).transactions;
  if (!latest) throw new Error("the user has no movement");
  return latest.id;
}

/** Stores a passkey. The account does not count it, so that its other requests need no proof with it. */
async function storePasskey({ userId, ownershipId }: WebActor): Promise<Params> {
  const passkeyId = Ids.secret();
  const created = { name: "matrix", createdAt: Clock.nowIso(), isSynced: false, isBackedUp: false };
  const key = { credentialId: "AQID", publicKey: "AQID", counter: 0 };
  await Table.put(passkey.item({ userId, passkeyId, ownershipId, ...created, ...key }));
  return { id: passkeyId };
}

async function createTransfer(actor: WebActor, fromAccountId: string): Promise<string> {
  await depositUnits(actor, "EUR", "1");
  const { userId } = await createUser();
  const request = {
    fromAccountId,
    toAccountId: walletId("live", userId, "EUR"),
    amount: "1",
    description: "",
  };
  return (await sendMoney(actor, request)).transferId;
}

async function issueCard(actor: WebActor, accountId: string): Promise<string> {
  const checked = { decisionId: Ids.create("event"), status: "VALIDATED" } as const;
  await Kyc.decide("bank", actor.userId, checked);
  return (await issue(actor, { type: "virtual", accountId })).cardId;
}

async function createSwap(actor: WebActor): Promise<string> {
  await depositUnits(actor, "EUR", "10");
  const deadline = new Date(Clock.nowMs() + 60_000).toISOString();
  const order = { tokenIn: "EUR", tokenOut: "USDC", amountIn: "10", minAmountOut: "0", deadline };
  return (await Swaps.swap(actor, order)).entryId;
}

async function createLiquidity(actor: WebActor): Promise<string> {
  await depositUnits(actor, "BTC", "1");
  await depositUnits(actor, "USDC", "100000");
  const brought = { pairId: "BTC-USDC", amount0: "0.001", amount1: "100", slippage: "50" };
  return (await addLiquidity(actor, brought)).position.id;
}

/** Stakes shares of the actor's liquidity position in a farm. */
async function stakeInFarm(actor: WebActor): Promise<string> {
  await createLiquidity(actor);
  return (await Farming.stakeShares(actor, { farmId: "btc-usdc", amount: "0.0001" })).position.id;
}

async function createStake(actor: WebActor): Promise<string> {
  await depositUnits(actor, "YANI", "100");
  return (await Staking.stake(actor, { poolId: "flexible", amount: "100" })).position.id;
}

/** Creates a hold (reservation) on the actor's wallet. */
async function createHold(actor: WebActor, walletId: string): Promise<string> {
  await depositUnits(actor, "EUR", "1");
  const expiresAt = new Date(Clock.nowMs() + 86_400_000).toISOString();
  return (await Reservations.create(actor, { walletId, amount: "1", expiresAt, description: "" })).holdId;
}

async function schedulePayment(actor: WebActor, accountId: string): Promise<string> {
  const request = {
    accountId,
    toEmail: "recipient@example.com",
    amount: 1,
    currency: "EUR",
    description: "",
  };
  const when = { frequency: "monthly", startDate: "2099-01-31" } as const;
  const sum = parseOutgoing(actor, request);
  return (await Scheduled.create(actor, { ...request, ...when }, sum, async () => undefined)).scheduledId;
}

/** Creates a loyalty program of the actor with a challenge. */
async function createProgram(actor: WebActor): Promise<Params> {
  const merchantId = Ids.create("merchant");
  const { program, writes } = Programs.draftProgram({
    merchantId,
    ownerId: actor.userId,
    name: "Matrix",
    rate: "2",
  });
  await Table.commit(writes);
  const endsAt = new Date(Clock.nowMs() + 86_400_000).toISOString();
  const terms = {
    name: "Matrix",
    description: "",
    kind: "payments",
    target: 1n,
    points: 1n,
    endsAt,
  } as const;
  const { challengeId } = await Challenges.create(actor, program.programId, terms);
  return { id: program.programId, challengeId };
}

/** Starts a device session of the actor. */
async function startDevice({ userId }: WebActor): Promise<string> {
  const user = await Users.fromId(userId);
  if (!user) throw new Error("the user does not exist");
  const deviceInfo = { platform: "ios", model: "Phone 9", osVersion: "26.1", appVersion: "1.0.0" };
  const client = { ip: "192.0.2.7", userAgent: "matrix" };
  return (await Devices.start(user, client, { deviceId: Ids.secret(8), deviceInfo })).sessionId;
}

/** Creates a setup intent and confirms it as the actor's client. */
async function confirmedSetupIntent(actor: WebActor): Promise<string> {
  const { id } = await Saving.createSetup(actor);
  await confirmSetup(id);
  return id;
}

/** Creates one resource of each kind that a body can name, all owned by the actor. Keys are route id and field. */
export async function createBodyResources(actor: WebActor): Promise<Readonly<Record<string, string>>> {
  for (const [asset, amount] of [
    ["YANI", "1000"],
    ["BTC", "1"],
    ["USDC", "100000"],
  ] as const)
    await depositUnits(actor, asset, amount);
  const { position: stake } = await Staking.stake(actor, { poolId: "flexible", amount: "500" });
  const brought = { pairId: "BTC-USDC", amount0: "0.001", amount1: "100", slippage: "50" };
  const { position: liquidity } = await addLiquidity(actor, brought);
  const saved = await confirmedSetupIntent(actor);
  const card = await Saving.save(actor, { type: "virtual", setDefault: true, setupIntentId: saved });
  const template = await Templates.create(actor, { name: "bodies", type: "matrix" });
  // An actor with a resource of each kind in paths already has a wallet in euros.
  const euros = walletId("live", actor.userId, "EUR");
  await depositUnits(actor, "EUR", "1");
  const issued = await issueCard(actor, euros);
  const merchant = await createMerchant(actor);
  return {
    "mobile.cards.create accountId": euros,
    "mobile.cards.apple-pay cardId": issued,
    "mobile.cards.google-pay cardId": issued,
    "defi.staking.claim positionId": stake.id,
    "defi.staking.unstake positionId": stake.id,
    "defi.dex.liquidity.remove positionId": liquidity.id,
    "mobile.payments.process accountId": walletId("live", actor.userId, "BTC"),
    "mobile.payments.process cardId": card.cardId,
    "mobile.payments.process paymentMethodId": card.paymentMethodId,
    "mobile.payments.qr.generate merchantId": merchant.merchantId,
    "payments.merchant.refund paymentId": await payMerchant(merchant, 10_000n),
    "mobile.payments.qr.scan accountId": euros,
    "mobile.wallet.topup accountId": walletId("live", actor.userId, "BTC"),
    "mobile.wallet.topup cardId": card.cardId,
    "mobile.wallet.topup paymentMethodId": card.paymentMethodId,
    "mobile.wallet.withdraw accountId": walletId("live", actor.userId, "BTC"),
    "mobile.wallet.withdraw beneficiaryId": await addBankAccount(actor),
    "mobile.wallet.transfer toBeneficiaryId": await addPerson(actor),
    "mobile.payments.scheduled.create toBeneficiaryId": await addPerson(actor),
    "mobile.payments.scheduled.create accountId": walletId("live", actor.userId, "BTC"),
    "mobile.wallet.transfer fromAccountId": walletId("live", actor.userId, "BTC"),
    "payments.create cardId": card.cardId,
    "payments.create paymentMethodId": card.paymentMethodId,
    "payments.cards.create setupIntentId": await confirmedSetupIntent(actor),
    "jobs.create templateId": template.templateId,
  };
}

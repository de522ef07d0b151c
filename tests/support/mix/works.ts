import { expect } from "vitest";
import { testIbans } from "../../../local/bank-double/credit-transfers.ts";
import type { Answer } from "../platform.ts";
import { submit } from "../psp.ts";
import type { Player, Shop } from "./people.ts";
import * as Purchases from "./purchases.ts";
import type { Bought, TestOutcome, Told } from "./told.ts";
import type { World } from "./world.ts";

/** The operations that users perform, and the record of their results. */

/** A rejection. The web API has the code apart from the message. */
export interface Refused {
  readonly error?: string;
  readonly code?: string;
}

export interface Mix {
  readonly world: World;
  readonly players: readonly Player[];
  readonly shops: readonly Shop[];
  readonly told: Told;
  /** Calls a web route as an administrator. */
  readonly admin: Clerk;
  /** Calls a web route as the owner of the demo shop. */
  readonly merchant: Clerk;
}

/** Calls a web route as a staff member. */
export type Clerk = <T>(method: string, path: string, body: object) => Promise<Answer<T & Refused>>;

export type Work = (one: Player, mix: Mix) => Promise<void>;

export const euros = (cents: number): string => (cents / 100).toFixed(2);

/** Rejections that a lack of funds or a concurrent operation may cause. */
const REFUSALS = [
  ...["INSUFFICIENT_BALANCE", "ACCOUNT_IN_DEBT", "QR_ALREADY_USED", "CARD_REFUSED"],
  ...["INSUFFICIENT_POINTS", "PROVIDER_STATE_CONFLICT", "SCHEDULED_PAYMENT_ENDED"],
  ...["OWN_REFERRAL_CODE", "ALREADY_REFERRED"],
];

/** Returns whether an operation succeeded. Fails the test if it was rejected for another reason. */
export function isDone(answer: Answer<Refused>, { told }: Mix): boolean {
  if (answer.status < 300) return true;
  const { error = "", code: reason = error } = answer.body;
  expect(REFUSALS, `${answer.status} ${JSON.stringify(answer.body)}`).toContain(reason);
  told.refused.set(reason, (told.refused.get(reason) ?? 0) + 1);
  return false;
}

const otherThan = (one: Player, { players }: Mix): Player => one.chance.of(players.filter((p) => p !== one));

const transfer: Work = async (one, mix) => {
  const to = otherThan(one, mix);
  const cents = one.chance.between(1, 4000);
  const receiver = one.chance.of([{ toAccountId: to.eur }, { toEmail: to.email }]);
  const body = { fromAccountId: one.eur, ...receiver, amount: euros(cents), currency: "EUR" };
  const answer = await one.ask<{ transactionId: string }>("POST", "/wallet/transfer", body);
  if (!isDone(answer, mix)) return;
  mix.told.given.push({ from: one, to, cents, transactionId: answer.body.transactionId });
};

const pay: Work = async (one, mix) => {
  const to = otherThan(one, mix);
  const cents = one.chance.between(1, 3000);
  const recipient = one.chance.of([to.eur, to.email]);
  const body = { recipient, accountId: one.eur, amount: euros(cents), currency: "EUR" };
  const answer = await one.ask<{ paymentId: string }>("POST", "/payments/process", body);
  if (isDone(answer, mix)) mix.told.given.push({ from: one, to, cents, paymentId: answer.body.paymentId });
};

const buy: Work = async (one, mix) => {
  const { merchantId: demo } = await mix.world.seed();
  const shop = one.chance.of(
    one.chance.comes(0.3) ? mix.shops.filter(({ merchantId }) => merchantId === demo) : mix.shops,
  );
  const cents = one.chance.between(100, 5000);
  const byCard = one.chance.comes(0.5);
  const card = one.chance.of([
    "pm_card_visa",
    "pm_card_mastercard",
    "pm_card_visa",
    "pm_card_chargeDeclined",
  ]);
  const means = byCard ? { paymentMethodId: card } : { accountId: one.eur };
  const body = { merchantId: shop.merchantId, ...means, amount: euros(cents), currency: "EUR" };
  const answer = await one.ask<{ paymentId: string }>("POST", "/payments/process", body);
  if (!isDone(answer, mix)) return;
  const { paymentId } = answer.body;
  const bought = { by: one, shop, paymentId, cents, byCard, returned: 0 };
  mix.told.bought.push(bought);
  if (shop.merchantId === demo && one.chance.comes(0.7)) await giveBack(one, mix, bought);
  else if (byCard && one.chance.comes(0.5)) await refund(one, mix, paymentId, cents);
};

/** Refunds a part as the merchant. For card payments, the provider records the refund. */
async function giveBack({ chance }: Player, mix: Mix, bought: Bought): Promise<void> {
  const { paymentId, byCard, cents } = bought;
  const amount = chance.between(1, Math.floor(cents / 2));
  const answer = await mix.merchant("POST", "/api/payments/merchant/refunds", { paymentId, amount });
  // A card payment may not be booked yet, and a merchant with a charge-back may have no funds.
  expect([201, 402, 409, 422], JSON.stringify(answer.body)).toContain(answer.status);
  if (answer.status === 201 && !byCard) bought.returned += amount;
}

/** Refunds at most half, so that the payment still earns something. */
async function refund({ chance }: Player, { world }: Mix, payment_intent: string, cents: number) {
  const amount = chance.between(1, Math.floor(cents / 2));
  await world.provider((stripe, once) => stripe.refunds.create({ payment_intent, amount }, once));
}

const topUp: Work = async (one, mix) => {
  const isLarge = one.chance.comes(0.15);
  const cents = isLarge ? one.chance.between(100_000, 120_000) : one.chance.between(50, 9000);
  const paymentMethodId = one.chance.of([
    ...["pm_card_visa", "pm_card_visa", "pm_card_visa"],
    ...["pm_card_authenticationRequired", "pm_card_chargeDeclined", "pm_card_createDispute"],
  ]);
  const body = { accountId: one.eur, amount: euros(cents), currency: "EUR", paymentMethodId };
  const answer = await one.ask<{ transactionId: string; status: string }>("POST", "/wallet/topup", body);
  if (!isDone(answer, mix)) return;
  const { transactionId: paymentId, status } = answer.body;
  mix.told.topUps.push({ by: one, paymentId, cents });
  if (status === "requires_action") await consent(one, mix, paymentId);
  if (status === "awaiting_approval") await decide(one, mix, paymentId);
  else if (paymentMethodId === "pm_card_visa" && one.chance.comes(0.4))
    await refund(one, mix, paymentId, cents);
};

/** The cardholder may confirm the payment at the bank. */
async function consent({ chance }: Player, { world }: Mix, id: string): Promise<void> {
  const intent = await world.provider((stripe) => stripe.paymentIntents.retrieve(id));
  const url = intent?.next_action?.redirect_to_url?.url;
  if (url && chance.comes(0.8))
    await submit(url, { answer: chance.comes(0.7) ? "yes" : "no" }).catch(() => {});
}

async function decide({ chance }: Player, mix: Mix, paymentId: string): Promise<void> {
  const action = chance.comes(0.6) ? "approve" : "reject";
  const body = { paymentId, action, reason: "looked at it" };
  const answer = await mix.admin("POST", "/api/payments/validate", body);
  // If the platform died during the request, the retry is rejected as already decided.
  expect([200, 409], JSON.stringify(answer.body)).toContain(answer.status);
}

const testOutcomes: readonly TestOutcome[] = [
  "booked",
  "booked",
  "rejected",
  "returned",
  "silent",
  "refused",
];

const withdraw: Work = async (one, mix) => {
  const fate = one.chance.of(testOutcomes);
  const cents = one.chance.between(1, 3000);
  const payee = { iban: testIbans[fate], beneficiaryName: "Ada Lovelace" };
  const body = { accountId: one.eur, amount: euros(cents), currency: "EUR", ...payee };
  const answer = await one.ask<{ transactionId: string }>("POST", "/wallet/withdraw", body);
  if (!isDone(answer, mix)) return;
  mix.told.withdrawn.push({ by: one, transactionId: answer.body.transactionId, cents, fate });
};

/** A user shows a payment code, and several users scan it in parallel. */
const code: Work = async (one, mix) => {
  const cents = one.chance.between(1, 2000);
  const reusable = one.chance.comes(0.3);
  const wish = { amount: euros(cents), currency: "EUR", expiresInSeconds: 86_400, reusable };
  const { payload } = await one.must<{ payload: string }>("POST", "/payments/qr/generate", wish);
  const others = mix.players.filter((p) => p !== one);
  const scans = one.chance.some(others, 3).map(async (from) => {
    const body = { payload, accountId: from.eur };
    const answer = await from.ask<{ paymentId: string }>("POST", "/payments/qr/scan", body);
    if (!isDone(answer, mix)) return false;
    mix.told.given.push({ from, to: one, cents, paymentId: answer.body.paymentId });
    return true;
  });
  const paid = (await Promise.all(scans)).filter((done) => done).length;
  if (!reusable) expect(paid, "a code was paid more than once").toBeLessThanOrEqual(1);
};

const schedule: Work = async (one, mix) => {
  const cents = one.chance.between(1, 1500);
  const to = one.chance.comes(0.75) ? otherThan(one, mix) : undefined;
  const payee = to
    ? one.chance.of([{ toEmail: to.email }, { toAccountId: to.eur }])
    : { iban: testIbans.booked, beneficiaryName: "Ada Lovelace" };
  const startDate = (await mix.world.now()).slice(0, 10);
  const endDate = new Date(Date.parse(startDate) + 2 * 86_400_000).toISOString().slice(0, 10);
  const dates = one.chance.comes(0.5) ? { frequency: "once" } : { frequency: "daily", endDate };
  const wish = { ...{ accountId: one.eur, ...payee, amount: euros(cents), currency: "EUR" }, ...dates };
  const answer = await one.ask<{ id: string }>("POST", "/payments/scheduled", { ...wish, startDate });
  // The start date may already be past in the user's time zone.
  if (answer.body.error === "INVALID_REQUEST" || !isDone(answer, mix)) return;
  mix.told.scheduled.push({ by: one, id: answer.body.id, cents, to });
  if (one.chance.comes(0.2)) isDone(await one.ask("DELETE", `/payments/scheduled/${answer.body.id}`), mix);
};

const redeem: Work = async (one, mix) => {
  const [programId, number] = one.chance.of([...one.memberships]);
  const points = one.chance.between(1, 10);
  const answer = await mix.admin<{ redemptionId: string }>(
    "POST",
    `/api/loyalty/programs/${programId}/redemptions`,
    { number, points },
  );
  if (!isDone(answer, mix)) return;
  mix.told.redeemed.push({ by: one, programId, points, redemptionId: answer.body.redemptionId });
};

/** Claims another user's referral code. An account can do this once. */
const refer: Work = async (one, mix) => {
  const referrer = otherThan(one, mix);
  const { code } = await referrer.get<{ code: string }>("/loyalty/referral");
  const answer = await one.ask("POST", "/loyalty/referral", { code });
  if (isDone(answer, mix)) mix.told.referred.push({ by: one, referrer });
};

/** All operations with their weights. */
const works: readonly (readonly [name: string, work: Work, weight: number])[] = [
  ["transfer", transfer, 4],
  ["pay", pay, 2],
  ["buy", buy, 4],
  ["topUp", topUp, 3],
  ["withdraw", withdraw, 3],
  ["code", code, 2],
  ["schedule", schedule, 2],
  ["redeem", redeem, 1],
  ["refer", refer, 2],
  ["purchase", Purchases.purchase, 4],
  ["freeze", Purchases.freeze, 1],
];
const deck = works.flatMap(([name, work, weight]) => Array.from({ length: weight }, () => ({ name, work })));

/** Performs `count` random operations in sequence. */
export async function play(one: Player, mix: Mix, count: number, done = () => {}): Promise<void> {
  for (let step = 0; step < count; step++) {
    const { name, work } = one.chance.of(deck);
    await work(one, mix);
    mix.told.works.set(name, (mix.told.works.get(name) ?? 0) + 1);
    done();
  }
}

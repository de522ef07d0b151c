import { expect } from "vitest";
import { testIbans } from "../../../local/bank-double/credit-transfers.ts";
import type { Answer } from "../platform.ts";
import { submit } from "../psp.ts";
import type { Acknowledged, Purchase, TestOutcome } from "./acknowledged.ts";
import type { Player, Shop } from "./people.ts";
import * as Purchases from "./purchases.ts";
import type { World } from "./world.ts";

/** The operations that users perform, and the record of their results. */

/** A rejection. The web API has the code apart from the message. */
export interface Rejection {
  readonly error?: string;
  readonly code?: string;
}

export interface Mix {
  readonly world: World;
  readonly players: readonly Player[];
  readonly shops: readonly Shop[];
  readonly acknowledged: Acknowledged;
  readonly admin: StaffCall;
  /** Calls a web route as the owner of the demo shop. */
  readonly merchant: StaffCall;
}

/** Calls a web route as a staff member. */
export type StaffCall = <T>(method: string, path: string, body: object) => Promise<Answer<T & Rejection>>;

export type Operation = (player: Player, mix: Mix) => Promise<void>;

export const euros = (cents: number): string => (cents / 100).toFixed(2);

/** Rejections that a lack of funds or a concurrent operation may cause. */
const EXPECTED_REJECTIONS = [
  ...["INSUFFICIENT_BALANCE", "ACCOUNT_IN_DEBT", "QR_ALREADY_USED", "CARD_REFUSED"],
  ...["INSUFFICIENT_POINTS", "PROVIDER_STATE_CONFLICT", "SCHEDULED_PAYMENT_ENDED"],
  ...["OWN_REFERRAL_CODE", "ALREADY_REFERRED"],
];

/** Returns whether an operation succeeded. Fails the test if it was rejected for another reason. */
export function isDone(answer: Answer<Rejection>, { acknowledged }: Mix): boolean {
  if (answer.status < 300) return true;
  const { error = "", code: reason = error } = answer.body;
  expect(EXPECTED_REJECTIONS, `${answer.status} ${JSON.stringify(answer.body)}`).toContain(reason);
  acknowledged.rejections.set(reason, (acknowledged.rejections.get(reason) ?? 0) + 1);
  return false;
}

const otherThan = (player: Player, { players }: Mix): Player =>
  player.chance.pick(players.filter((p) => p !== player));

const transfer: Operation = async (player, mix) => {
  const to = otherThan(player, mix);
  const cents = player.chance.between(1, 4000);
  const receiver = player.chance.pick([{ toAccountId: to.eur }, { toEmail: to.email }]);
  const body = { fromAccountId: player.eur, ...receiver, amount: euros(cents), currency: "EUR" };
  const answer = await player.request<{ transactionId: string }>("POST", "/wallet/transfer", body);
  if (!isDone(answer, mix)) return;
  mix.acknowledged.transfers.push({ from: player, to, cents, transactionId: answer.body.transactionId });
};

const pay: Operation = async (player, mix) => {
  const to = otherThan(player, mix);
  const cents = player.chance.between(1, 3000);
  const recipient = player.chance.pick([to.eur, to.email]);
  const body = { recipient, accountId: player.eur, amount: euros(cents), currency: "EUR" };
  const answer = await player.request<{ paymentId: string }>("POST", "/payments/process", body);
  if (isDone(answer, mix))
    mix.acknowledged.transfers.push({ from: player, to, cents, paymentId: answer.body.paymentId });
};

const buy: Operation = async (player, mix) => {
  const { merchantId: demo } = await mix.world.seed();
  const shop = player.chance.pick(
    player.chance.flip(0.3) ? mix.shops.filter(({ merchantId }) => merchantId === demo) : mix.shops,
  );
  const cents = player.chance.between(100, 5000);
  const byCard = player.chance.flip(0.5);
  const card = player.chance.pick([
    "pm_card_visa",
    "pm_card_mastercard",
    "pm_card_visa",
    "pm_card_chargeDeclined",
  ]);
  const means = byCard ? { paymentMethodId: card } : { accountId: player.eur };
  const body = { merchantId: shop.merchantId, ...means, amount: euros(cents), currency: "EUR" };
  const answer = await player.request<{ paymentId: string }>("POST", "/payments/process", body);
  if (!isDone(answer, mix)) return;
  const { paymentId } = answer.body;
  const bought = { by: player, shop, paymentId, cents, byCard, returned: 0 };
  mix.acknowledged.purchases.push(bought);
  if (shop.merchantId === demo && player.chance.flip(0.7)) await refundAsMerchant(player, mix, bought);
  else if (byCard && player.chance.flip(0.5)) await refund(player, mix, paymentId, cents);
};

/** Refunds a part as the merchant. For card payments, the provider records the refund. */
async function refundAsMerchant({ chance }: Player, mix: Mix, bought: Purchase): Promise<void> {
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

const topUp: Operation = async (player, mix) => {
  const isLarge = player.chance.flip(0.15);
  const cents = isLarge ? player.chance.between(100_000, 120_000) : player.chance.between(50, 9000);
  const paymentMethodId = player.chance.pick([
    ...["pm_card_visa", "pm_card_visa", "pm_card_visa"],
    ...["pm_card_authenticationRequired", "pm_card_chargeDeclined", "pm_card_createDispute"],
  ]);
  const body = { accountId: player.eur, amount: euros(cents), currency: "EUR", paymentMethodId };
  const answer = await player.request<{ transactionId: string; status: string }>(
    "POST",
    "/wallet/topup",
    body,
  );
  if (!isDone(answer, mix)) return;
  const { transactionId: paymentId, status } = answer.body;
  mix.acknowledged.topUps.push({ by: player, paymentId, cents });
  if (status === "requires_action") await confirmAtBank(player, mix, paymentId);
  if (status === "awaiting_approval") await decideApproval(player, mix, paymentId);
  else if (paymentMethodId === "pm_card_visa" && player.chance.flip(0.4))
    await refund(player, mix, paymentId, cents);
};

/** Confirms or rejects the payment at the bank as the cardholder, in most cases. */
async function confirmAtBank({ chance }: Player, { world }: Mix, id: string): Promise<void> {
  const intent = await world.provider((stripe) => stripe.paymentIntents.retrieve(id));
  const url = intent?.next_action?.redirect_to_url?.url;
  if (url && chance.flip(0.8)) await submit(url, { answer: chance.flip(0.7) ? "yes" : "no" }).catch(() => {});
}

async function decideApproval({ chance }: Player, mix: Mix, paymentId: string): Promise<void> {
  const action = chance.flip(0.6) ? "approve" : "reject";
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

const withdraw: Operation = async (player, mix) => {
  const outcome = player.chance.pick(testOutcomes);
  const cents = player.chance.between(1, 3000);
  const payee = { iban: testIbans[outcome], beneficiaryName: "Ada Lovelace" };
  const body = { accountId: player.eur, amount: euros(cents), currency: "EUR", ...payee };
  const answer = await player.request<{ transactionId: string }>("POST", "/wallet/withdraw", body);
  if (!isDone(answer, mix)) return;
  mix.acknowledged.withdrawals.push({ by: player, transactionId: answer.body.transactionId, cents, outcome });
};

/** Creates a payment code, which several other users scan in parallel. */
const payByCode: Operation = async (player, mix) => {
  const cents = player.chance.between(1, 2000);
  const reusable = player.chance.flip(0.3);
  const request = { amount: euros(cents), currency: "EUR", expiresInSeconds: 86_400, reusable };
  const { payload } = await player.call<{ payload: string }>("POST", "/payments/qr/generate", request);
  const others = mix.players.filter((p) => p !== player);
  const scans = player.chance.sample(others, 3).map(async (from) => {
    const body = { payload, accountId: from.eur };
    const answer = await from.request<{ paymentId: string }>("POST", "/payments/qr/scan", body);
    if (!isDone(answer, mix)) return false;
    mix.acknowledged.transfers.push({ from, to: player, cents, paymentId: answer.body.paymentId });
    return true;
  });
  const paid = (await Promise.all(scans)).filter((done) => done).length;
  if (!reusable) expect(paid, "a code was paid more than once").toBeLessThanOrEqual(1);
};

const schedule: Operation = async (player, mix) => {
  const cents = player.chance.between(1, 1500);
  const to = player.chance.flip(0.75) ? otherThan(player, mix) : undefined;
  const payee = to
    ? player.chance.pick([{ toEmail: to.email }, { toAccountId: to.eur }])
    : { iban: testIbans.booked, beneficiaryName: "Ada Lovelace" };
  const startDate = (await mix.world.now()).slice(0, 10);
  const endDate = new Date(Date.parse(startDate) + 2 * 86_400_000).toISOString().slice(0, 10);
  const dates = player.chance.flip(0.5) ? { frequency: "once" } : { frequency: "daily", endDate };
  const request = { ...{ accountId: player.eur, ...payee, amount: euros(cents), currency: "EUR" }, ...dates };
  const answer = await player.request<{ id: string }>("POST", "/payments/scheduled", {
    ...request,
    startDate,
  });
  // The start date may already be past in the user's time zone.
  if (answer.body.error === "INVALID_REQUEST" || !isDone(answer, mix)) return;
  mix.acknowledged.scheduled.push({ by: player, id: answer.body.id, cents, to });
  if (player.chance.flip(0.2))
    isDone(await player.request("DELETE", `/payments/scheduled/${answer.body.id}`), mix);
};

const redeem: Operation = async (player, mix) => {
  const [programId, number] = player.chance.pick([...player.memberships]);
  const points = player.chance.between(1, 10);
  const answer = await mix.admin<{ redemptionId: string }>(
    "POST",
    `/api/loyalty/programs/${programId}/redemptions`,
    { number, points },
  );
  if (!isDone(answer, mix)) return;
  mix.acknowledged.redemptions.push({
    by: player,
    programId,
    points,
    redemptionId: answer.body.redemptionId,
  });
};

/** Claims another user's referral code. An account can do this once. */
const refer: Operation = async (player, mix) => {
  const referrer = otherThan(player, mix);
  const { code } = await referrer.get<{ code: string }>("/loyalty/referral");
  const answer = await player.request("POST", "/loyalty/referral", { code });
  if (isDone(answer, mix)) mix.acknowledged.referrals.push({ by: player, referrer });
};

const operations: readonly (readonly [name: string, work: Operation, weight: number])[] = [
  ["transfer", transfer, 4],
  ["pay", pay, 2],
  ["buy", buy, 4],
  ["topUp", topUp, 3],
  ["withdraw", withdraw, 3],
  ["code", payByCode, 2],
  ["schedule", schedule, 2],
  ["redeem", redeem, 1],
  ["refer", refer, 2],
  ["purchase", Purchases.purchase, 4],
  ["freeze", Purchases.freeze, 1],
];
const deck = operations.flatMap(([name, work, weight]) =>
  Array.from({ length: weight }, () => ({ name, work })),
);

/** Performs `count` random operations in sequence. */
export async function play(player: Player, mix: Mix, count: number, done = () => {}): Promise<void> {
  for (let step = 0; step < count; step++) {
    const { name, work } = player.chance.pick(deck);
    await work(player, mix);
    mix.acknowledged.completed.set(name, (mix.acknowledged.completed.get(name) ?? 0) + 1);
    done();
  }
}

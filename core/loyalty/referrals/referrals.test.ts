import { afterAll, afterEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { onWeb } from "../../../tests/support/identity.ts";
import {
  createShop,
  deliverMessages,
  paymentMessages,
  payShop,
  processPaymentMessages,
  refundPayment,
} from "../../../tests/support/loyalty.ts";
import { createUser } from "../../../tests/support/people.ts";
import { audit } from "../../audit/index.ts";
import type { LiveActor } from "../../identity/actor.ts";
import * as Kyc from "../../identity/kyc/index.ts";
import * as Throttle from "../../identity/throttle.ts";
import * as Users from "../../identity/users.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Cards from "../cards/index.ts";
import * as Referrals from "./index.ts";
import { settle } from "./rewards.ts";
import { CLAIM_DAYS, MAX_REWARDED, REFERRAL_POINTS } from "./schema.ts";

withDatabase();

afterEach(() => Clock.setOffset(0));

afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

let addresses = 0;

/** Signs in a new user, by default from a unique IP address. */
async function someone(ip = `203.0.113.${++addresses % 250}`): Promise<LiveActor> {
  const user = await createUser();
  await Throttle.rememberAddress(user, ip);
  return onWeb(user);
}

/** Creates a referrer, and a new user who entered the code. */
async function pair(ip?: string) {
  const referrer = await someone(ip);
  Clock.setOffset(1000);
  const friend = await someone(ip);
  const claimed = await Referrals.claim(friend, await Referrals.ensureCode(referrer));
  return { referrer, friend, claimed };
}

const verify = async ({ userId }: LiveActor) => {
  await Kyc.decide("bank", userId, { decisionId: Ids.create("event"), status: "VALIDATED" });
  await settle(userId);
};
const pointsOf = async (actor: LiveActor) => (await Cards.overview(actor)).points;
const both = async ({ referrer, friend }: { readonly referrer: LiveActor; readonly friend: LiveActor }) => [
  await pointsOf(referrer),
  await pointsOf(friend),
];

describe("a referral", () => {
  it("rewards both users after the new user's verification and payment, in either order", async () => {
    const café = await createShop();
    const [one, other] = [await pair(), await pair()];
    await verify(one.friend);
    expect(await both(one)).toEqual([0n, 0n]);
    await processPaymentMessages([await payShop(one.friend, café)]);
    expect(await both(one)).toEqual([REFERRAL_POINTS, REFERRAL_POINTS]);

    await processPaymentMessages([await payShop(other.friend, café)]);
    expect(await both(other)).toEqual([0n, 0n]);
    await verify(other.friend);
    expect(await both(other)).toEqual([REFERRAL_POINTS, REFERRAL_POINTS]);
    expect(await Referrals.overview(one.referrer)).toMatchObject({
      statistics: { invited: 1, pending: 0, rewarded: 1, refused: 0 },
      points: REFERRAL_POINTS,
    });
  });

  it("rewards both users once under repeated and parallel events of several payments", async () => {
    const café = await createShop();
    const two = await pair();
    const intents = await Promise.all(Array.from({ length: 5 }, () => payShop(two.friend, café)));
    const messages = await paymentMessages(intents);
    await Promise.all([verify(two.friend), deliverMessages([...messages, ...messages]), verify(two.friend)]);
    await deliverMessages(messages);
    expect(await both(two)).toEqual([REFERRAL_POINTS, REFERRAL_POINTS]);
  });

  it("takes back both rewards if the payment is refunded, and credits them again for another payment", async () => {
    const café = await createShop();
    const two = await pair();
    await verify(two.friend);
    const intent = await payShop(two.friend, café);
    await processPaymentMessages([intent]);
    await refundPayment(intent, 2000);
    await processPaymentMessages([intent]);
    expect(await both(two)).toEqual([REFERRAL_POINTS, REFERRAL_POINTS]);
    await refundPayment(intent, 5000);
    await processPaymentMessages([intent]);
    await processPaymentMessages([intent]);
    expect(await both(two)).toEqual([0n, 0n]);
    await processPaymentMessages([await payShop(two.friend, café)]);
    expect(await both(two)).toEqual([REFERRAL_POINTS, REFERRAL_POINTS]);
  });

  it("does not count a payment below the minimum, or one that a refund brings below it", async () => {
    const café = await createShop();
    const two = await pair();
    await verify(two.friend);
    await processPaymentMessages(
      await Promise.all(Array.from({ length: 10 }, () => payShop(two.friend, café, 999))),
    );
    expect(await both(two)).toEqual([0n, 0n]);
    const enough = await payShop(two.friend, café, 1000);
    await processPaymentMessages([enough]);
    expect(await pointsOf(two.referrer)).toBe(REFERRAL_POINTS);
    await refundPayment(enough, 1);
    await processPaymentMessages([enough]);
    expect(await pointsOf(two.referrer)).toBe(0n);
  });

  it("does not count a payment to the referrer's own merchant", async () => {
    const café = await createShop();
    const { referrer, friend } = await pair();
    const own = await createShop("1", referrer);
    await verify(friend);
    await processPaymentMessages([await payShop(friend, own)]);
    expect(await both({ referrer, friend })).toEqual([0n, 0n]);
    await processPaymentMessages([await payShop(friend, café)]);
    expect(await pointsOf(friend)).toBe(REFERRAL_POINTS);
  });
});

describe("accounts of one person", () => {
  it("are not rewarded if they share an IP address, even after the code was entered", async () => {
    const café = await createShop();
    const same = await pair("198.51.100.7");
    expect(same.claimed).toMatchObject({ status: "refused", refusal: "same-client" });
    const later = await pair();
    for (const { userId } of [later.friend, later.referrer]) {
      const user = await Users.fromId(userId);
      if (user) await Throttle.rememberAddress(user, "198.51.100.9");
    }
    for (const one of [same, later]) {
      await processPaymentMessages([await payShop(one.friend, café)]);
      await verify(one.friend);
      expect(await both(one)).toEqual([0n, 0n]);
    }
    expect((await Referrals.overview(later.friend)).own).toMatchObject({ status: "refused" });
  });

  it("cannot refer each other mutually, or themselves", async () => {
    const { referrer, friend } = await pair();
    await expect(Referrals.claim(referrer, await Referrals.ensureCode(friend))).rejects.toMatchObject({
      code: "OWN_REFERRAL_CODE",
    });
    await expect(Referrals.claim(friend, await Referrals.ensureCode(friend))).rejects.toMatchObject({
      code: "OWN_REFERRAL_CODE",
    });
  });
});

describe("a referral code", () => {
  it("is the same for parallel and repeated requests", async () => {
    const actor = await someone();
    const codes = await Promise.all(Array.from({ length: 8 }, () => Referrals.ensureCode(actor)));
    expect(new Set([...codes, await Referrals.ensureCode(actor)]).size).toBe(1);
    expect(codes[0]).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  });

  it(`can be entered once, within ${CLAIM_DAYS} days`, async () => {
    const referrer = await someone();
    Clock.setOffset(1000);
    const friend = await someone();
    const code = await Referrals.ensureCode(referrer);
    await expect(Referrals.claim(friend, "00000000")).rejects.toMatchObject({
      code: "REFERRAL_CODE_UNKNOWN",
    });
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => Referrals.claim(friend, code)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const late = await someone();
    Clock.setOffset((CLAIM_DAYS + 1) * 86_400_000);
    await expect(Referrals.claim(late, code)).rejects.toMatchObject({ code: "REFERRAL_TOO_LATE" });
  });

  it(`rewards at most ${MAX_REWARDED} referrals a year under parallel payments`, async () => {
    const café = await createShop();
    const referrer = await someone();
    Clock.setOffset(1000);
    const code = await Referrals.ensureCode(referrer);
    const friends = await Promise.all(Array.from({ length: MAX_REWARDED + 5 }, () => someone()));
    for (const friend of friends) await Referrals.claim(friend, code);
    const intents = await Promise.all(friends.map((friend) => payShop(friend, café)));
    await Promise.all(friends.map(verify));
    await processPaymentMessages(intents);
    expect(await pointsOf(referrer)).toBe(REFERRAL_POINTS * BigInt(MAX_REWARDED));
    const { statistics } = await Referrals.overview(referrer);
    expect(statistics).toMatchObject({ rewarded: MAX_REWARDED, refused: 5 });
  }, 60_000);
});

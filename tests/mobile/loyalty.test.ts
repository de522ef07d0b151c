import { beforeEach, describe, expect, it } from "vitest";
import * as Kyc from "../../core/identity/kyc/index.ts";
import * as Challenges from "../../core/loyalty/challenges/index.ts";
import { App } from "../support/app.ts";
import { createShop, payShop, refundPayment, type Shop } from "../support/loyalty.ts";
import { Mirror } from "../support/mirror.ts";
import { withPlatform } from "../support/platform.ts";

/** Loyalty programs in the app. */

const platform = withPlatform({ seeded: false });
const password = "Lovelace!1843";

interface Program {
  readonly id: string;
  readonly name: string;
  readonly enrolled: boolean;
  readonly logoUrl: string;
}
interface Card {
  readonly id: string;
  readonly number: string;
  readonly barcode: string;
  readonly points: number;
}
interface Page {
  readonly programs: readonly Program[];
  readonly nextCursor: string | null;
}

let count = 0;
let app: App;
let userId = "";
let café: Shop;
beforeEach(async () => {
  app = new App(platform);
  userId = (await app.register(`loyalty${++count}@example.com`, password)).id;
  café = await createShop("2");
});

const enroll = (programId: string) => app.call<Card>("POST", `/loyalty/enroll/${programId}`);
const status = async () => (await app.call<Record<string, unknown>>("GET", "/loyalty/status")).body;

/** Pays the shop and processes the payment's points. */
async function pay(amount: number, at = café) {
  const intent = await payShop({ userId } as Parameters<typeof payShop>[0], at, amount);
  await platform.drain();
  return intent;
}

describe("the catalog", () => {
  it("lists every program in pages, with its picture and the user's membership", async () => {
    const shops = [await createShop(), await createShop(), café];
    await enroll(café.program.programId);
    const seen: Program[] = [];
    let cursor: string | null = null;
    do {
      const path: string = `/loyalty/catalog?limit=2${cursor ? `&cursor=${cursor}` : ""}`;
      const { body }: { readonly body: Page } = await app.call<Page>("GET", path);
      seen.push(...body.programs);
      cursor = body.nextCursor;
    } while (cursor);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    for (const { program } of shops)
      expect(seen).toContainEqual(expect.objectContaining({ id: program.programId }));
    expect(seen.filter((one) => one.enrolled).map(({ id }) => id)).toEqual([café.program.programId]);
    const picture = await fetch(platform.url + seen[0]?.logoUrl);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    expect(await picture.text()).toMatch(/^<svg.*<\/svg>\n$/s);
  });
});

describe("a program", () => {
  it("issues a card, credits points for payments until they are refunded, and can be left", async () => {
    const { programId } = café.program;
    const joined = await enroll(programId);
    expect(joined.status).toBe(201);
    expect(joined.body).toMatchObject({ programId, number: expect.stringMatching(/^9\d{15}$/), points: 0 });
    expect(
      Buffer.from(joined.body.barcode.split(",")[1] ?? "", "base64")
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
    const again = await enroll(programId);
    expect([again.status, again.body.number]).toEqual([201, joined.body.number]);

    const intent = await pay(2550);
    expect((await app.call<{ cards: Card[] }>("GET", "/loyalty/cards")).body.cards).toEqual([
      { ...joined.body, points: 51 },
    ]);
    expect((await app.call<{ programs: unknown[] }>("GET", "/loyalty/programs")).body.programs).toMatchObject(
      [{ id: programId, points: 51, tier: "bronze", pointsPerEuro: 2, rate: 2 }],
    );
    expect(await status()).toMatchObject({
      tier: "bronze",
      points: 51,
      pointsToNextTier: 949,
      pointsOwed: 0,
    });

    await refundPayment(intent, 2550);
    await platform.drain();
    const { history } = (await app.call<{ history: unknown[] }>("GET", "/loyalty/history")).body;
    expect(history).toMatchObject([
      {
        type: "taken_back",
        points: -51,
        balance: 0,
        cause: { kind: "payment", id: intent.id, name: "Café" },
      },
      { type: "earned", points: 51, balance: 51 },
    ]);

    const left = await app.call<{ success: boolean }>("DELETE", `/loyalty/enroll/${programId}`);
    expect([left.status, left.body.success]).toEqual([200, true]);
    expect((await app.call<{ cards: Card[] }>("GET", "/loyalty/cards")).body.cards).toEqual([]);
    const twice = await app.call<{ error: string }>("DELETE", `/loyalty/enroll/${programId}`);
    expect([twice.status, twice.body.error]).toEqual([404, "NOT_ENROLLED"]);
  });

  it("cannot be joined if it does not exist", async () => {
    const { status: code, body } = await app.call<{ error: string }>("POST", "/loyalty/enroll/lop_none");
    expect([code, body.error]).toEqual([404, "LOYALTY_PROGRAM_NOT_FOUND"]);
  });
});

describe("challenges", () => {
  it("show the user's progress and whether they are completed", async () => {
    const { owner, program } = café;
    const endsAt = new Date(Date.now() + 86_400_000).toISOString();
    const terms = {
      name: "Two coffees",
      description: "",
      kind: "amount",
      target: 2000n,
      points: 70n,
    } as const;
    await Challenges.create(owner, program.programId, { ...terms, endsAt });
    const challenges = async () =>
      (await app.call<{ challenges: unknown[] }>("GET", "/loyalty/challenges")).body.challenges;
    expect(await challenges()).toEqual([]);
    await enroll(program.programId);
    await pay(1250);
    expect(await challenges()).toMatchObject([
      { name: "Two coffees", type: "amount", target: 20, progress: 12.5, points: 70, completed: false },
    ]);
    await pay(1250);
    expect(await challenges()).toMatchObject([
      { progress: 20, completed: true, completedAt: expect.any(String) },
    ]);
    expect(await status()).toMatchObject({ points: 50 + 70 });
  });
});

describe("a referral", () => {
  interface Referral {
    readonly code: string;
    readonly link: string;
    readonly statistics: object;
    readonly rewards: { readonly points: number };
    readonly referredBy: object | null;
  }
  const referral = async (of: App) => (await of.call<Referral>("GET", "/loyalty/referral")).body;

  it("rewards both users after the invited user is verified and has paid", async () => {
    const { code, link } = await referral(app);
    expect(link).toMatch(new RegExp(`/auth/register\\?referralCode=${code}$`));
    const friend = new App(platform);
    const { id } = await friend.register(`friend${count}@example.com`, password, {
      referralCode: code.toLowerCase(),
    });
    expect((await referral(friend)).referredBy).toMatchObject({ status: "pending", points: 0 });
    await payShop({ userId: id } as Parameters<typeof payShop>[0], café);
    await Kyc.decide("bank", id, { decisionId: "kyc", status: "VALIDATED" });
    await platform.drain();
    expect(await referral(app)).toMatchObject({
      statistics: { invited: 1, pending: 0, rewarded: 1, refused: 0 },
      rewards: { points: 500, referrals: [{ status: "rewarded", points: 500 }] },
    });
    expect((await friend.call<object>("GET", "/loyalty/status")).body).toMatchObject({ points: 500 });
  });

  it("can be claimed once after registration, and an unknown code rejects the registration", async () => {
    const { code } = await referral(app);
    const email = `late${count}@example.com`;
    const friend = new App(platform);
    const unknown = await friend.call<{ error: string }>("POST", "/auth/register", {
      body: {
        ...{ firstName: "Ada", lastName: "Lovelace", email, password, referralCode: "ZZZZZZZZ" },
        ...{ deviceId: friend.deviceId, deviceInfo: friend.deviceInfo },
      },
    });
    expect([unknown.status, unknown.body.error]).toEqual([400, "REFERRAL_CODE_UNKNOWN"]);
    await friend.register(email, password);
    const claim = () => friend.call<{ error?: string }>("POST", "/loyalty/referral", { body: { code } });
    expect((await claim()).status).toBe(201);
    expect(await claim()).toMatchObject({ status: 409, body: { error: "ALREADY_REFERRED" } });
  });

  it("is rejected if both users have the same IP address", async () => {
    const { code } = await referral(app);
    const own = new App(platform, { ip: "198.51.100.77" });
    await app.call("POST", "/auth/logout");
    const again = new App(platform, { ip: "198.51.100.77" });
    await again.login(`loyalty${count}@example.com`, password);
    await own.register(`own${count}@example.com`, password, { referralCode: code });
    expect((await referral(own)).referredBy).toMatchObject({ status: "refused", refusal: "same-client" });
  });
});

describe("cashback", () => {
  it("is pending for 14 days and then available, and is canceled for a refunded payment", async () => {
    await pay(10_000);
    const back = await pay(5000);
    await refundPayment(back, 5000);
    const { programId, name } = café.program;
    const cashback = async () => (await app.call<Record<string, unknown>>("GET", "/loyalty/cashback")).body;
    expect(await cashback()).toMatchObject({
      programs: [{ programId, programName: name, currency: "EUR", available: 0, pending: 2 }],
      history: [
        { paymentId: back.id, amount: 0, status: "canceled" },
        { amount: 2, status: "pending" },
      ],
    });
    await platform.advance(14 * 86_400 + 1);
    await app.login(`loyalty${count}@example.com`, password);
    expect(await cashback()).toMatchObject({ programs: [{ available: 2, pending: 0 }] });
  });
});

describe("the sync feed", () => {
  it("contains the user's loyalty cards, but no card of a program that the user left", async () => {
    const mirror = new Mirror(app);
    await enroll(café.program.programId);
    await pay(1000);
    await platform.drain();
    await mirror.pull();
    expect(mirror.all("loyalty").map(({ data }) => data)).toMatchObject([
      { id: café.program.programId, points: 20 },
    ]);
    await app.call("DELETE", `/loyalty/enroll/${café.program.programId}`);
    await platform.drain();
    await mirror.pull();
    expect(mirror.all("loyalty").map(({ data }) => data)).toEqual([]);
  });
});

import { afterAll, afterEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import {
  createMember,
  createShop,
  payShop,
  processPaymentMessages,
  refundPayment,
  type Shop,
} from "../../../tests/support/loyalty.ts";
import { isReplayed } from "../../../tests/support/replayed.ts";
import { enrollMerchant } from "../../../tests/support/saveback.ts";
import { audit } from "../../audit/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import { pointsExpiring } from "../events.ts";
import * as Programs from "../programs/index.ts";
import { processDuePoints } from "./booking.ts";
import { checkDigit, joinProgram } from "./enrolling.ts";
import * as Cards from "./index.ts";
import { redeem } from "./members.ts";
import { MAX_CARDS } from "./schema.ts";

withDatabase();

afterEach(() => Clock.setOffset(0));

afterAll(async () => {
  const { differences, assets } = await audit();
  expect(differences).toEqual([]);
  // The balances of the cards equal the ledger.
  const points = assets.get("POINTS");
  expect(points?.users).toBeGreaterThan(0n);
  expect(points?.system).toBe(-(points?.users ?? 0n));
});

const later = (days: number) => Clock.setOffset(days * DAY_MS);

const numberOf = async (actor: { readonly userId: string }): Promise<string> =>
  (await Cards.list(actor))[0]?.card.number ?? "";
const linesOf = async (actor: { readonly userId: string }) =>
  (await Cards.history(actor, { limit: 100 })).items.map(({ type, points }) => [type, points]);

/** Creates a member with the points of one payment. */
async function withPoints(
  points: number,
): Promise<{ readonly payer: Awaited<ReturnType<typeof createMember>>; at: Shop }> {
  const at = await createShop("10");
  const payer = await createMember(at);
  await processPaymentMessages([await payShop(payer, at, points * 10)]);
  return { payer, at };
}

/** Returns the points in a user's notices of expiry. */
async function warnings(userId: string): Promise<string[]> {
  const found: string[] = [];
  for await (const item of Table.scan())
    if (String(item["pk"]).startsWith("OUTBOX#") && item["type"] === pointsExpiring.type) {
      const payload = JSON.parse(String(item["payload"])) as { userId: string; points: string };
      if (payload.userId === userId) found.push(payload.points);
    }
  return found;
}

describe("joining a program", () => {
  it("returns a card with a unique number, and the same card for a repeated request", async () => {
    const [café, bakery] = [await enrollMerchant("5"), await enrollMerchant("5")];
    const [one, other] = [newActor(), newActor()];
    const first = await joinProgram(one, café.programId);
    const { number = "", joinedAt } = first.card;
    expect(number).toBe(number.slice(0, 15) + checkDigit(number.slice(0, 15)));
    expect(number).toMatch(/^9\d{15}$/);
    expect((await joinProgram(one, café.programId)).card).toMatchObject({ number, joinedAt });
    const numbers = [first.card.number, (await joinProgram(other, café.programId)).card.number];
    numbers.push((await joinProgram(one, bakery.programId)).card.number);
    expect(new Set(numbers).size).toBe(3);
    expect((await Cards.list(one)).map(({ program }) => program)).toEqual([bakery, café]);
  });

  it(`is limited to ${MAX_CARDS} programs at a time under parallel requests`, async () => {
    const actor = newActor();
    const programs = await Promise.all(Array.from({ length: MAX_CARDS + 10 }, () => enrollMerchant("1")));
    const outcomes = await Promise.allSettled(
      [...programs, ...programs].map(({ programId }) => joinProgram(actor, programId)),
    );
    const reasons = outcomes.flatMap((one) => (one.status === "rejected" ? one.reason.code : []));
    expect(new Set(reasons)).toEqual(new Set(["LOYALTY_CARD_LIMIT_REACHED"]));
    const mine = await Cards.list(actor);
    expect(mine).toHaveLength(MAX_CARDS);
    const other = programs.find(({ programId }) =>
      mine.every(({ program }) => program.programId !== programId),
    );
    await Cards.leaveProgram(actor, mine[0]?.program.programId ?? "");
    await joinProgram(actor, other?.programId ?? "");
    expect(await Cards.list(actor)).toHaveLength(MAX_CARDS);
  }, 60_000);

  it("is rejected for an unknown, ended or own program", async () => {
    const café = await createShop();
    const actor = newActor();
    for (const none of ["lop_x", "platform", ""])
      await expect(joinProgram(actor, none)).rejects.toMatchObject({ code: "LOYALTY_PROGRAM_NOT_FOUND" });
    await expect(joinProgram(café.owner, café.program.programId)).rejects.toMatchObject({
      code: "OWN_PROGRAM",
    });
    await Programs.end(café.owner, café.program.programId);
    await expect(joinProgram(actor, café.program.programId)).rejects.toMatchObject({
      code: "LOYALTY_PROGRAM_ENDED",
      message: expect.stringContaining("Choose an active one"),
    });
  });
});

describe("leaving a program", () => {
  it("preserves the points and the card number for a user who joins again within 90 days", async () => {
    const { payer, at } = await withPoints(120);
    const number = await numberOf(payer);
    await Cards.leaveProgram(payer, at.program.programId);
    expect(await Cards.list(payer)).toEqual([]);
    await expect(Cards.leaveProgram(payer, at.program.programId)).rejects.toMatchObject({
      code: "NOT_ENROLLED",
    });
    later(89);
    await processDuePoints();
    const { card } = await joinProgram(payer, at.program.programId);
    expect(card.number).toBe(number);
    later(95);
    await processDuePoints();
    expect((await Cards.overview(payer)).points).toBe(120n);
  });

  it("expires the points after 90 days, with an earlier notice", async () => {
    const { payer, at } = await withPoints(120);
    await Cards.leaveProgram(payer, at.program.programId);
    later(61);
    await processDuePoints();
    expect(await warnings(payer.userId)).toEqual(["120"]);
    later(91);
    await processDuePoints();
    expect(await linesOf(payer)).toEqual([
      ["expired", -120n],
      ["earned", 120n],
    ]);
    const { card } = await joinProgram(payer, at.program.programId);
    expect(card.lots).toEqual([]);
  });
});

describe("points", () => {
  it("expire once after 12 months, oldest first, with one notice 30 days before", async () => {
    const { payer, at } = await withPoints(100);
    later(40);
    await processPaymentMessages([await payShop(payer, at, 500)]);
    later(330);
    await processDuePoints();
    expect(await warnings(payer.userId)).toEqual([]);
    later(340);
    for (let round = 0; round < 3; round++) await processDuePoints();
    expect(await warnings(payer.userId)).toEqual(["100"]);
    expect(await Cards.overview(payer)).toMatchObject({ points: 150n, expiring: { points: 100n } });
    later(364);
    await processDuePoints();
    expect((await Cards.overview(payer)).points).toBe(150n);
    later(367);
    await Promise.all([processDuePoints(), processDuePoints()]);
    expect(await Cards.overview(payer)).toMatchObject({ points: 50n, earned: 50n });
    later(380);
    await processDuePoints();
    later(408);
    await processDuePoints();
    expect(await linesOf(payer)).toEqual([
      ["expired", -50n],
      ["expired", -100n],
      ["earned", 50n],
      ["earned", 100n],
    ]);
    expect(await warnings(payer.userId)).toEqual(["100", "50"]);
  });

  it("cannot be spent after their expiry, even before the schedule removes them", async () => {
    const { payer, at } = await withPoints(100);
    const number = await numberOf(payer);
    later(367);
    const order = { number, points: 1n, description: "Coffee" };
    await expect(redeem(at.owner, at.program.programId, order)).rejects.toMatchObject({
      code: "INSUFFICIENT_POINTS",
    });
    expect(await Cards.overview(payer)).toMatchObject({ points: 0n, tier: "bronze" });
  });

  it("are not taken back by a refund after their expiry", async () => {
    const at = await createShop();
    const payer = await createMember(at);
    const intent = await payShop(payer, at, 10_000);
    await processPaymentMessages([intent]);
    later(367);
    await processPaymentMessages([await payShop(payer, at, 3000)]);
    await processDuePoints();
    await refundPayment(intent, 10_000);
    await processPaymentMessages([intent]);
    expect(await Cards.overview(payer)).toMatchObject({ points: 30n, owed: 0n });
  });

  it("determine the tier for 12 months after they are earned, even if they are spent", async () => {
    const { payer, at } = await withPoints(1200);
    await redeem(at.owner, at.program.programId, {
      number: await numberOf(payer),
      points: 1200n,
      description: "A feast",
    });
    expect(await Cards.overview(payer)).toMatchObject({
      points: 0n,
      tier: "silver",
      nextTier: "gold",
      pointsToNextTier: 3800n,
    });
    later(367);
    expect(await Cards.overview(payer)).toMatchObject({ tier: "bronze", pointsToNextTier: 1000n });
  });
});

describe("spending points at the till", () => {
  it("never takes more than the balance, under parallel requests", async () => {
    const { payer, at } = await withPoints(100);
    const order = { number: await numberOf(payer), points: 30n, description: "Coffee" };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => redeem(at.owner, at.program.programId, order)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect((await Cards.overview(payer)).points).toBe(10n);
  });

  it("succeeds once under an idempotency key", async () => {
    const { payer, at } = await withPoints(100);
    const order = { number: await numberOf(payer), points: 60n, description: "Coffee" };
    const claim = Idempotency.claim<never>(at.owner.userId, "test", "key-of-a-till", order);
    const first = await redeem(at.owner, at.program.programId, order, claim);
    expect(await isReplayed(claim, () => redeem(at.owner, at.program.programId, order, claim) as never)).toBe(
      true,
    );
    expect(first).toMatchObject({ points: 60n, balance: 40n });
    expect((await Cards.overview(payer)).points).toBe(40n);
  });

  it("is possible only for the program's merchant and its members' cards", async () => {
    const { payer, at } = await withPoints(100);
    const other = await createShop();
    const order = { number: await numberOf(payer), points: 1n, description: "" };
    await expect(redeem(other.owner, at.program.programId, order)).rejects.toMatchObject({
      code: "LOYALTY_PROGRAM_NOT_FOUND",
    });
    await expect(redeem(other.owner, other.program.programId, order)).rejects.toMatchObject({
      code: "LOYALTY_CARD_NOT_FOUND",
    });
    await Cards.leaveProgram(payer, at.program.programId);
    await expect(redeem(at.owner, at.program.programId, order)).rejects.toMatchObject({
      code: "LOYALTY_CARD_NOT_FOUND",
    });
  });
});

import fc from "fast-check";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import {
  createMember,
  createShop,
  deliverMessages,
  paymentMessages,
  payShop,
  processPaymentMessages,
  refundPayment,
} from "../../../tests/support/loyalty.ts";
import { audit } from "../../audit/index.ts";
import type { LiveActor } from "../../identity/actor.ts";
import * as Kyc from "../../identity/kyc/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import * as Cards from "../cards/index.ts";
import { PLATFORM } from "../cards/schema.ts";
import { creditCompleted } from "../counting/index.ts";
import * as Challenges from "./index.ts";
import { decideOutcome, newProgress, countPart as progressed, progressOf } from "./progress.ts";
import { type Challenge, MAX_CHALLENGES, type Progress } from "./schema.ts";

withDatabase();

const admin = newActor("ADMIN");
const made: Challenge[] = [];

afterEach(async () => {
  Clock.setOffset(0);
  // The platform's own challenges would count the payments of the next test too.
  for (const { programId, challengeId } of made.splice(0))
    if (programId === PLATFORM) await Challenges.end(admin, programId, challengeId);
});

afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

async function challenge(
  owner: LiveActor,
  programId: string,
  terms: Partial<Challenges.NewChallenge> & Pick<Challenges.NewChallenge, "kind" | "target">,
): Promise<Challenge> {
  const endsAt = new Date(Clock.nowMs() + 7 * DAY_MS).toISOString();
  const one = await Challenges.create(owner, programId, {
    name: "A week of coffee",
    description: "",
    points: 500n,
    endsAt,
    ...terms,
  });
  made.push(one);
  return one;
}

const verify = ({ userId }: LiveActor) =>
  Kyc.decide("bank", userId, { decisionId: Ids.create("event"), status: "VALIDATED" });
const pointsOf = async (actor: LiveActor) => (await Cards.overview(actor)).points;
const bonuses = async (actor: LiveActor) =>
  (await Cards.history(actor, { limit: 100 })).items
    .filter(({ cause }) => cause.kind === "challenge")
    .map(({ points }) => points);
const readProgress = async (actor: LiveActor, { challengeId, programId }: Challenge) =>
  (await Challenges.listActive(actor.userId, [programId])).find(
    (one) => one.challenge.challengeId === challengeId,
  )?.progress;

describe("a challenge", () => {
  it("for a number of payments credits its points once, with the payment that reaches the target", async () => {
    const café = await createShop();
    const payer = await createMember(café);
    const one = await challenge(café.owner, café.program.programId, { kind: "payments", target: 3n });
    for (const left of [2, 1, 0]) {
      await processPaymentMessages([await payShop(payer, café, 100)]);
      expect(await bonuses(payer)).toEqual(left === 0 ? [500n] : []);
    }
    await processPaymentMessages([await payShop(payer, café, 100)]);
    await processPaymentMessages();
    expect(await bonuses(payer)).toEqual([500n]);
    expect(await pointsOf(payer)).toBe(504n);
    expect(await readProgress(payer, one)).toMatchObject({ payments: 4n, credited: { points: 500n } });
  });

  it("credits once under parallel payments and repeated events", async () => {
    const café = await createShop();
    const payer = await createMember(café);
    await challenge(café.owner, café.program.programId, { kind: "amount", target: 20_00n });
    const intents = await Promise.all(Array.from({ length: 50 }, () => payShop(payer, café, 100)));
    const messages = await paymentMessages(intents);
    await deliverMessages([...messages, ...messages]);
    expect(await bonuses(payer)).toEqual([500n]);
    expect(await pointsOf(payer)).toBe(550n);
  });

  it("takes its points back if a refund goes below the target, and credits them again at the target", async () => {
    const café = await createShop();
    const payer = await createMember(café);
    const one = await challenge(café.owner, café.program.programId, { kind: "amount", target: 30_00n });
    const intent = await payShop(payer, café, 3000);
    await processPaymentMessages([intent]);
    expect(await pointsOf(payer)).toBe(530n);
    await refundPayment(intent, 500);
    await processPaymentMessages([intent]);
    expect(await pointsOf(payer)).toBe(25n);
    expect(await readProgress(payer, one)).toMatchObject({ amountMinor: 2500n });
    await processPaymentMessages([await payShop(payer, café, 500)]);
    expect(await pointsOf(payer)).toBe(530n);
    expect(await bonuses(payer)).toEqual([500n, -500n, 500n]);
  });

  it("takes its points back for a refund after its end too", async () => {
    const café = await createShop();
    const payer = await createMember(café);
    const { programId } = café.program;
    const one = await challenge(café.owner, programId, { kind: "payments", target: 1n });
    const intent = await payShop(payer, café, 3000);
    await processPaymentMessages([intent]);
    await Challenges.end(café.owner, programId, one.challengeId);
    await refundPayment(intent, 3000);
    await processPaymentMessages([intent]);
    expect(await pointsOf(payer)).toBe(0n);
  });

  it("counts only payments made between its start and its end, even if their events arrive later", async () => {
    const café = await createShop();
    const payer = await createMember(café);
    const { programId } = café.program;
    const before = await payShop(payer, café, 100);
    const one = await challenge(café.owner, programId, {
      kind: "payments",
      target: 10n,
      startsAt: new Date(Clock.nowMs() + DAY_MS).toISOString(),
    });
    const early = await payShop(payer, café, 100);
    Clock.setOffset(2 * DAY_MS);
    const within = await payShop(payer, café, 100);
    Clock.setOffset(8 * DAY_MS);
    const late = await payShop(payer, café, 100);
    await processPaymentMessages([before, early, within, late]);
    Clock.setOffset(2 * DAY_MS);
    expect(await readProgress(payer, one)).toMatchObject({ payments: 1n });
  });

  it("credits only members if it belongs to a program, and every user if it belongs to the platform", async () => {
    const [café, bakery, other] = [await createShop(), await createShop(), await createShop()];
    const [stranger, payer] = [newActor(), await createMember(café)];
    await challenge(café.owner, café.program.programId, { kind: "payments", target: 1n });
    await challenge(admin, PLATFORM, { kind: "merchants", target: 3n, points: 70n });
    for (const user of [stranger, payer]) await verify(user);
    for (const user of [stranger, payer])
      for (const at of [café, café, bakery, other])
        await processPaymentMessages([await payShop(user, at, 100)]);
    expect(await bonuses(stranger)).toEqual([70n]);
    expect(await bonuses(payer)).toEqual([70n, 500n]);
    const own = (await Cards.history(stranger, { limit: 1 })).items[0];
    expect(own).toMatchObject({ programId: PLATFORM, points: 70n });
  });
});

describe("a challenge under abuse", () => {
  it("counts no payment below the minimum, even if only a refund makes it smaller", async () => {
    const café = await createShop();
    const payer = await createMember(café);
    const { programId } = café.program;
    const all = await Promise.all(
      (["payments", "amount"] as const).map((kind) =>
        challenge(café.owner, programId, { kind, target: 10n }),
      ),
    );
    const intents = await Promise.all(Array.from({ length: 12 }, () => payShop(payer, café, 99)));
    const shrunk = await payShop(payer, café, 5000);
    await processPaymentMessages([...intents, shrunk]);
    await refundPayment(shrunk, 4901);
    await processPaymentMessages([shrunk]);
    for (const one of all)
      expect(await readProgress(payer, one)).toMatchObject({ payments: 0n, amountMinor: 0n, merchants: {} });
    await processPaymentMessages([await payShop(payer, café, 100)]);
    for (const one of all)
      expect(await readProgress(payer, one)).toMatchObject({ payments: 1n, amountMinor: 100n });
  });

  it("of the platform credits an unverified user only after the identity check, and once", async () => {
    const café = await createShop();
    const payer = newActor();
    const one = await challenge(admin, PLATFORM, { kind: "payments", target: 2n, points: 70n });
    await processPaymentMessages([await payShop(payer, café, 100), await payShop(payer, café, 100)]);
    expect(await bonuses(payer)).toEqual([]);
    expect(await readProgress(payer, one)).toMatchObject({ payments: 2n });
    await Challenges.end(admin, PLATFORM, one.challengeId);
    await verify(payer);
    await Promise.all([creditCompleted(payer.userId), creditCompleted(payer.userId)]);
    expect(await bonuses(payer)).toEqual([70n]);
    expect(await pointsOf(payer)).toBe(70n);
  });
});

describe("a challenge's owner", () => {
  const soon = () => new Date(Clock.nowMs() + DAY_MS).toISOString();
  const terms = () => ({ name: "x", description: "", kind: "payments" as const, target: 1n, points: 1n });

  it(`has at most ${MAX_CHALLENGES} active challenges at a time`, async () => {
    const { owner, program } = await createShop();
    const all = [];
    for (let round = 0; round < MAX_CHALLENGES; round++)
      all.push(await challenge(owner, program.programId, { kind: "payments", target: 1n }));
    const more = () => Challenges.create(owner, program.programId, { ...terms(), endsAt: soon() });
    await expect(more()).rejects.toMatchObject({ code: "CHALLENGE_LIMIT_REACHED" });
    await Challenges.end(owner, program.programId, all[0]?.challengeId ?? "");
    await more();
  });

  it("is the owner of the program: for other users program and challenge do not exist", async () => {
    const { owner, program } = await createShop();
    const one = await challenge(owner, program.programId, { kind: "payments", target: 1n });
    const missing = { code: "LOYALTY_PROGRAM_NOT_FOUND" };
    const other = newActor("PROFESSIONNEL");
    for (const act of [
      () => Challenges.create(other, program.programId, { ...terms(), endsAt: soon() }),
      () => Challenges.create(other, PLATFORM, { ...terms(), endsAt: soon() }),
      () => Challenges.change(other, program.programId, one.challengeId, { name: "y" }),
      () => Challenges.end(other, program.programId, one.challengeId),
      () => Challenges.list(other, program.programId),
      () => Challenges.list(other, PLATFORM),
    ])
      await expect(act()).rejects.toMatchObject(missing);
    expect((await Challenges.list(owner, program.programId)).map(({ name }) => name)).toEqual([one.name]);
  });

  it("must set an end that is in the future, after the start and within a year, and a kind for programs", async () => {
    const { owner, program } = await createShop();
    const wrong = { code: "INVALID_CHALLENGE" };
    const at = (days: number) => new Date(Clock.nowMs() + days * DAY_MS).toISOString();
    for (const given of [
      { endsAt: at(-1) },
      { startsAt: at(3), endsAt: at(2) },
      { endsAt: at(400) },
      { endsAt: at(1), kind: "merchants" as const },
    ])
      await expect(
        Challenges.create(owner, program.programId, { ...terms(), ...given }),
      ).rejects.toMatchObject(wrong);
  });

  it("may change the challenge until it ends", async () => {
    const { owner, program } = await createShop();
    const one = await challenge(owner, program.programId, { kind: "payments", target: 1n });
    const { programId, challengeId } = one;
    expect(await Challenges.change(owner, programId, challengeId, { name: "Two weeks" })).toEqual({
      ...one,
      name: "Two weeks",
    });
    await Challenges.end(owner, programId, challengeId);
    await expect(Challenges.change(owner, programId, challengeId, { endsAt: soon() })).rejects.toMatchObject({
      code: "CHALLENGE_OVER",
    });
  });
});

describe("progress", () => {
  const merchantId = fc.constantFrom("mer_a", "mer_b", "mer_c");
  const payment = fc.record({
    merchantId,
    nets: fc.array(fc.bigInt(0n, 100n), { minLength: 1, maxLength: 4 }),
  });
  const kind = fc.constantFrom("payments" as const, "amount" as const, "merchants" as const);

  it("counts payments that are not fully refunded, and earns points exactly while it reaches the target", () => {
    fc.assert(
      fc.property(fc.array(payment, { maxLength: 12 }), kind, fc.bigInt(1n, 200n), (payments, of, target) => {
        const one = { challengeId: "c", programId: "p", name: "", kind: of, target, points: 9n } as Challenge;
        let progress: Progress = newProgress("usr", one);
        let balance = 0n;
        for (const { merchantId: id, nets } of payments)
          for (const [at, afterMinor] of nets.entries()) {
            const part = { merchantId: id, beforeMinor: nets[at - 1] ?? 0n, afterMinor };
            const outcome = decideOutcome(one, progressed(progress, part), "2026-11-22T00:00:00.000Z", true);
            progress = outcome.progress;
            for (const { type } of outcome.moves) balance += type === "earned" ? 9n : -9n;
            expect(balance).toBe(progressOf(one, progress) >= target ? 9n : 0n);
          }
        const left = payments.filter(({ nets }) => (nets.at(-1) ?? 0n) > 0n);
        expect(progressOf({ kind: "payments" }, progress)).toBe(BigInt(left.length));
        expect(progressOf({ kind: "amount" }, progress)).toBe(
          left.reduce((sum, { nets }) => sum + (nets.at(-1) ?? 0n), 0n),
        );
        expect(progressOf({ kind: "merchants" }, progress)).toBe(
          BigInt(new Set(left.map((each) => each.merchantId)).size),
        );
      }),
    );
  });
});

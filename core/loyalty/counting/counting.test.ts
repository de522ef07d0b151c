import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
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
import * as Ledger from "../../ledger/index.ts";
import { programAccount } from "../cards/booking.ts";
import { joinProgram } from "../cards/enrolling.ts";
import * as Cards from "../cards/index.ts";
import { redeem } from "../cards/members.ts";
import { POINTS } from "../cards/schema.ts";
import * as Programs from "../programs/index.ts";

withDatabase();

afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

const pointsOf = async (actor: { readonly userId: string }) => (await Cards.overview(actor)).points;
const linesOf = async (actor: { readonly userId: string }) =>
  (await Cards.history(actor, { limit: 100 })).items;
const outstanding = async (programId: string) => {
  const parts = await Promise.all(
    (["given", "spent", "expired"] as const).map((part) =>
      Ledger.balance(programAccount(programId, part).account, POINTS),
    ),
  );
  return -parts.reduce((sum, one) => sum + one, 0n);
};

describe("a payment at a program's merchant", () => {
  it("credits a member with the program's points per euro, rounded down, and records the payment", async () => {
    const café = await createShop("2.5");
    const payer = await createMember(café);
    const intent = await payShop(payer, café, 1999);
    await processPaymentMessages([intent]);
    expect(await pointsOf(payer)).toBe(49n);
    expect(await linesOf(payer)).toMatchObject([
      {
        type: "earned",
        points: 49n,
        balance: 49n,
        programId: café.program.programId,
        cause: { kind: "payment", id: intent.id, name: "Café" },
      },
    ]);
    expect(await outstanding(café.program.programId)).toBe(49n);
  });

  it("credits nothing to users who are not members at the time of the payment", async () => {
    const café = await createShop();
    const [stranger, late, gone] = [newActor(), newActor(), await createMember(café)];
    await Cards.leaveProgram(gone, café.program.programId);
    const intents = [await payShop(stranger, café), await payShop(late, café), await payShop(gone, café)];
    await joinProgram(late, café.program.programId);
    await processPaymentMessages(intents);
    for (const payer of [stranger, late, gone]) expect(await pointsOf(payer)).toBe(0n);
  });

  it("earns points at the rate of its own time, even after the program's rate changes", async () => {
    const café = await createShop("3");
    const payer = await createMember(café);
    const before = await payShop(payer, café, 1000);
    await Programs.change(café.owner, café.program.programId, { pointsPerEuro: "1" });
    const after = await payShop(payer, café, 1000);
    await processPaymentMessages([before, after]);
    expect(await pointsOf(payer)).toBe(40n);
  });

  it("earns points once under repeated and parallel events", async () => {
    const café = await createShop();
    const payer = await createMember(café);
    const intent = await payShop(payer, café);
    const messages = await paymentMessages([intent]);
    await deliverMessages(Array.from({ length: 10 }, () => messages).flat());
    await deliverMessages(messages);
    expect(await pointsOf(payer)).toBe(50n);
    expect(await linesOf(payer)).toHaveLength(1);
  });

  it("earns points under 50 parallel payments of one member", async () => {
    const café = await createShop();
    const payer = await createMember(café);
    const intents = await Promise.all(
      Array.from({ length: 50 }, (_, at) => payShop(payer, café, 100 * (at + 1))),
    );
    await processPaymentMessages(intents);
    expect(await pointsOf(payer)).toBe((50n * 51n) / 2n);
    expect(await linesOf(payer)).toHaveLength(50);
    expect(await outstanding(café.program.programId)).toBe((50n * 51n) / 2n);
  });
});

describe("a refund", () => {
  it("takes back points in proportion to the refunded amount", async () => {
    const café = await createShop("2");
    const payer = await createMember(café);
    const intent = await payShop(payer, café, 5000);
    await processPaymentMessages([intent]);
    await refundPayment(intent, 1250);
    await processPaymentMessages([intent]);
    expect(await pointsOf(payer)).toBe(75n);
    await refundPayment(intent, 5000);
    await processPaymentMessages([intent]);
    expect(await pointsOf(payer)).toBe(0n);
    expect((await linesOf(payer)).map(({ type, points }) => [type, points])).toEqual([
      ["taken_back", -75n],
      ["taken_back", -25n],
      ["earned", 100n],
    ]);
  });

  it("leaves the same points for any order and repetition of the events", async () => {
    const café = await createShop();
    const payer = await createMember(café);
    const intents = [await payShop(payer, café, 3000), await payShop(payer, café, 7000)] as const;
    for (const gone of [500, 1500, 2900]) await refundPayment(intents[0], gone);
    await refundPayment(intents[1], 7000);
    const messages = await paymentMessages(intents);
    expect(messages).toHaveLength(6);
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...messages, ...messages], { minLength: messages.length }),
        async (some) => {
          await deliverMessages(some);
        },
      ),
      { numRuns: 10 },
    );
    await deliverMessages(messages.toReversed());
    expect(await pointsOf(payer)).toBe(1n);
  });

  it("creates a debt for points that are already spent, which the next earned points pay", async () => {
    const café = await createShop();
    const payer = await createMember(café);
    const { programId } = café.program;
    const intent = await payShop(payer, café, 10_000);
    await processPaymentMessages([intent]);
    const [{ card }] = (await Cards.list(payer)) as [Cards.CardWithProgram];
    await redeem(café.owner, programId, { number: card.number ?? "", points: 80n, description: "A cake" });
    await refundPayment(intent, 10_000);
    await processPaymentMessages([intent]);
    expect(await Cards.overview(payer)).toMatchObject({ points: 0n, owed: 80n, earned: 0n });
    const more = await payShop(payer, café, 10_000);
    await processPaymentMessages([more]);
    expect(await Cards.overview(payer)).toMatchObject({ points: 20n, owed: 0n, earned: 100n });
    expect(await outstanding(programId)).toBe(20n);
  });
});

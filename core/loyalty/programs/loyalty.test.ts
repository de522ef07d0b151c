import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import type { LiveActor } from "../../identity/actor.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Loyalty from "./index.ts";
import { parseRate, rewardOf, toBasisPoints } from "./index.ts";
import type { Program } from "./schema.ts";

withDatabase();

async function enrolled(owner: LiveActor, merchantId = Ids.create("merchant"), rate = "5"): Promise<Program> {
  const { program, writes } = Loyalty.draftProgram({ merchantId, ownerId: owner.userId, name: "Café", rate });
  await Table.commit(writes);
  return program;
}

describe("a rate", () => {
  it.each([
    ["0.01", "0.01"],
    ["2.5", "2.5"],
    ["5.00", "5"],
    ["12.75", "12.75"],
    ["20", "20"],
    ["20.00", "20"],
  ])("of %s is stored as %s", (given, stored) => {
    expect(parseRate(given)).toBe(stored);
  });

  it.each(["0", "0.00", "20.01", "21", "100", "-1", "", "5%", "5.", ".5", "1.234", "1e1", " 5", "NaN"])(
    "is rejected if it is %j",
    (given) => {
      expect(() => parseRate(given)).toThrow(expect.objectContaining({ code: "INVALID_LOYALTY_RATE" }));
    },
  );

  it.each<[bigint, string, bigint]>([
    [1000n, "5", 50n],
    [999n, "2.5", 24n],
    [39n, "2.5", 0n],
    [40n, "2.5", 1n],
    [1n, "20", 0n],
    [5n, "20", 1n],
    [99_999_999n, "0.01", 9999n],
    [0n, "5", 0n],
  ])("turns %d minor units at %s percent into a reward of %d", (amount, rate, reward) => {
    expect(rewardOf(amount, rate)).toBe(reward);
  });

  it("yields a reward that is the exact percentage rounded down", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 12n), fc.integer({ min: 1, max: 2000 }), (amount, bps) => {
        const rate = parseRate((bps / 100).toFixed(2));
        expect(toBasisPoints(rate)).toBe(BigInt(bps));
        const short = amount * BigInt(bps) - rewardOf(amount, rate) * 10_000n;
        expect(short).toBeGreaterThanOrEqual(0n);
        expect(short).toBeLessThan(10_000n);
      }),
    );
  });
});

describe("a loyalty program", () => {
  it("is found by its id and by its merchant", async () => {
    const program = await enrolled(newActor("PROFESSIONNEL"));
    expect(program.programId).toMatch(Ids.pattern("program"));
    expect(await Loyalty.fromId(program.programId)).toEqual(program);
    expect(await Loyalty.findActive(program.merchantId)).toEqual(program);
  });

  it("is created once per merchant under parallel requests", async () => {
    const merchantId = Ids.create("merchant");
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => enrolled(newActor("PROFESSIONNEL"), merchantId)),
    );
    const made = outcomes.filter((one) => one.status === "fulfilled");
    expect(made).toHaveLength(1);
    expect(await Loyalty.findActive(merchantId)).toEqual(made[0]?.value);
  });

  it("has its rate changed by its owner and by an administrator", async () => {
    const owner = newActor("PROFESSIONNEL");
    const { programId, merchantId } = await enrolled(owner);
    expect((await Loyalty.change(owner, programId, { rate: "7.50" })).rate).toBe("7.5");
    expect((await Loyalty.findActive(merchantId))?.rate).toBe("7.5");
    await Loyalty.change(newActor("ADMIN"), programId, { rate: "3" });
    expect((await Loyalty.findActive(merchantId))?.rate).toBe("3");
  });

  it("is neither created nor changed with an invalid rate", async () => {
    const owner = newActor("PROFESSIONNEL");
    const { programId } = await enrolled(owner);
    await expect(Loyalty.change(owner, programId, { rate: "25" })).rejects.toMatchObject({
      code: "INVALID_LOYALTY_RATE",
    });
    expect((await Loyalty.fromId(programId))?.rate).toBe("5");
    const enrolment = { merchantId: Ids.create("merchant"), ownerId: owner.userId, name: "x", rate: "0" };
    expect(() => Loyalty.draftProgram(enrolment)).toThrow(
      expect.objectContaining({ code: "INVALID_LOYALTY_RATE" }),
    );
  });

  it("cannot be found, changed or ended by other users", async () => {
    const { programId } = await enrolled(newActor("PROFESSIONNEL"));
    const missing = { code: "LOYALTY_PROGRAM_NOT_FOUND", kind: "not-found" };
    for (const other of [newActor("PROFESSIONNEL"), newActor("EMPLOYE")]) {
      await expect(Loyalty.change(other, programId, { rate: "1" })).rejects.toMatchObject(missing);
      await expect(Loyalty.end(other, programId)).rejects.toMatchObject(missing);
    }
    for (const none of [Ids.create("program"), "lop_x", "", "a#b"])
      await expect(Loyalty.end(newActor("ADMIN"), none)).rejects.toMatchObject(missing);
    expect(await Loyalty.fromId(programId)).toMatchObject({ rate: "5", status: "active" });
  });

  it("can be read after its end, while its merchant has no active program and can create another", async () => {
    const owner = newActor("PROFESSIONNEL");
    const { programId, merchantId } = await enrolled(owner);
    const ended = await Loyalty.end(owner, programId);
    expect(ended).toMatchObject({ status: "ended", endedAt: expect.any(String) });
    expect(await Loyalty.findActive(merchantId)).toBeUndefined();
    expect(await Loyalty.fromId(programId)).toEqual(ended);
    await expect(Loyalty.change(owner, programId, { rate: "1" })).rejects.toMatchObject({
      code: "LOYALTY_PROGRAM_ENDED",
    });
    const next = await enrolled(owner, merchantId, "2");
    expect(await Loyalty.end(owner, programId)).toEqual(ended);
    expect(await Loyalty.findActive(merchantId)).toEqual(next);
  });

  it("ends once under parallel requests to end it and to change its rate", async () => {
    const owner = newActor("PROFESSIONNEL");
    const { programId, merchantId } = await enrolled(owner);
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 4 }, () => Loyalty.end(owner, programId)),
      ...["1", "2", "3", "4"].map((rate) => Loyalty.change(owner, programId, { rate })),
    ]);
    const ends = outcomes.slice(0, 4).map((one) => (one.status === "fulfilled" ? one.value.endedAt : one));
    const ended = await Loyalty.fromId(programId);
    expect(ended?.status).toBe("ended");
    expect(ends).toEqual(ends.map(() => ended?.endedAt));
    expect(await Loyalty.findActive(merchantId)).toBeUndefined();
  });

  it("is read together with others by id, in more than one batch; unknown ids are omitted", async () => {
    const owner = newActor("PROFESSIONNEL");
    const programs = await Promise.all(Array.from({ length: 130 }, () => enrolled(owner)));
    const ids = programs.map(({ programId }) => programId);
    const found = await Loyalty.fromIds([Ids.create("program"), ...ids]);
    expect([...found.keys()].sort()).toEqual([...ids].sort());
  });
});

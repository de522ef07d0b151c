import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { createFundedWallet, newActor, readBalances } from "../../tests/support/ledger.ts";
import vectors from "../../tests/vectors/ledger.json" with { type: "json" };
import { audit } from "../audit/index.ts";
import { SvcError } from "../kernel/errors.ts";
import * as Money from "../kernel/money/index.ts";
import { changes, sums } from "./entry.ts";
import type { AccountRef, HoldRef, Posting } from "./schema.ts";
import { withoutPolicies as Kernel } from "./verbs.ts";

// Without the local mutex, as for requests of different processes.
vi.mock("../platform/mutex/index.ts", () => import("../../tests/support/without-mutex.ts"));

withDatabase();

const by = { actorId: "test", reason: "a test", result: ({ entryId }: { entryId: string }) => entryId };

it.each(vectors.floatTraps_medici)(
  "sums decimals exactly that are inexact as floats: %j",
  ({ entries, balanced }) => {
    const postings = entries.map(
      ([side, amount], i): Posting => ({
        account: `account ${i}`,
        asset: "ETH",
        bucket: "available",
        amount: Money.parse(amount ?? "", 18) * (side === "credit" ? 1n : -1n),
      }),
    );
    expect([...sums(postings).values()].every((sum) => sum === 0n)).toBe(balanced);
  },
);

it("nets postings to one change per account and asset, with the same sums", () => {
  const posting = fc.record({
    account: fc.constantFrom("a", "b", "c"),
    asset: fc.constantFrom("EUR", "BTC"),
    bucket: fc.constantFrom("available" as const, "held" as const),
    amount: fc.bigInt(-1000n, 1000n),
  });
  fc.assert(
    fc.property(fc.array(posting, { maxLength: 20 }), (postings) => {
      const net = changes(postings);
      expect(new Set(net.map((one) => one.account + one.asset)).size).toBe(net.length);
      for (const [asset, sum] of sums(postings)) {
        const ofAsset = net.filter((one) => one.asset === asset);
        expect(ofAsset.reduce((all, one) => all + one.available + one.held, 0n)).toBe(sum);
      }
    }),
  );
});

type Op =
  | { readonly op: "transfer"; readonly from: number; readonly to: number; readonly amount: bigint }
  | { readonly op: "hold"; readonly from: number; readonly amount: bigint }
  | {
      readonly op: "capture";
      readonly hold: number;
      readonly to: number;
      readonly amount: bigint | undefined;
    }
  | { readonly op: "release"; readonly hold: number; readonly amount: bigint | undefined }
  | { readonly op: "reverse"; readonly entry: number };

const amount = fc.bigInt(1n, 60n);
const account = fc.nat({ max: 3 });
const some = fc.nat({ max: 30 });
const operation: fc.Arbitrary<Op> = fc.oneof(
  fc.record({ op: fc.constant("transfer" as const), from: account, to: account, amount }),
  fc.record({ op: fc.constant("hold" as const), from: account, amount }),
  fc.record({
    op: fc.constant("capture" as const),
    hold: some,
    to: account,
    amount: fc.option(amount, { nil: undefined }),
  }),
  fc.record({
    op: fc.constant("release" as const),
    hold: some,
    amount: fc.option(amount, { nil: undefined }),
  }),
  fc.record({ op: fc.constant("reverse" as const), entry: some }),
);

it("conserves the total, keeps balances at zero or above, and passes the audit after any operations", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 25 }), async (operations) => {
      const wallets = await Promise.all([0, 1, 2, 3].map(() => createFundedWallet(newActor(), "BTC", 100n)));
      const holds: HoldRef[] = [];
      const entries: string[] = [];
      for (const one of operations) {
        const before = await Promise.all(wallets.map(readBalances));
        const done = await attempt(one, wallets, holds, entries);
        const after = await Promise.all(wallets.map(readBalances));
        expect(after.reduce((sum, { available, held }) => sum + available + held, 0n)).toBe(400n);
        expect(after.every(({ available, held }) => available >= 0n && held >= 0n)).toBe(true);
        if (!done) expect(after).toEqual(before);
      }
    }),
    { numRuns: 8 },
  );
  expect((await audit()).differences).toEqual([]);
});

/** Tries an operation. @returns whether it was executed and not rejected */
async function attempt(
  one: Op,
  wallets: readonly AccountRef[],
  holds: HoldRef[],
  entries: string[],
): Promise<boolean> {
  const at = (index: number) => wallets[index] as AccountRef;
  const hold = "hold" in one ? holds[one.hold % Math.max(1, holds.length)] : undefined;
  try {
    if (one.op === "transfer") entries.push(await Kernel.transfer(at(one.from), at(one.to), one.amount, by));
    if (one.op === "hold") {
      const result = (_: unknown, holdId: string) => holdId;
      holds.push({ ...at(one.from), holdId: await Kernel.hold(at(one.from), one.amount, { ...by, result }) });
    }
    if (one.op === "capture" && hold) entries.push(await Kernel.capture(hold, at(one.to), one.amount, by));
    if (one.op === "release" && hold) await Kernel.release(hold, one.amount, by);
    const entry = one.op === "reverse" ? entries[one.entry % Math.max(1, entries.length)] : undefined;
    if (entry !== undefined) entries.push(await Kernel.reverse(entry, by));
    return true;
  } catch (error) {
    if (!(error instanceof SvcError) || error.kind === "unavailable") throw error;
    return false;
  }
}

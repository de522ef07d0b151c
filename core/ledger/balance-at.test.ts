import fc from "fast-check";
import { decodeTime } from "ulid";
import { afterEach, describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { interleave } from "../../tests/support/interleave.ts";
import { createFundedWallet, deposit, newActor, readBalances } from "../../tests/support/ledger.ts";
import { audit } from "../audit/index.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Table from "../platform/table/index.ts";
import { walletId, walletRef } from "./accounts.ts";
import { balanceAt } from "./balance-at.ts";
import * as Ledger from "./index.ts";
import { withoutPolicies as Kernel } from "./verbs.ts";

// Without the local mutex, as for requests of different processes.
vi.mock("../platform/mutex/index.ts", () => import("../../tests/support/without-mutex.ts"));

const database = withDatabase();

const later = (ms: number) => Clock.setOffset(Clock.offset() + ms);
afterEach(() => Clock.setOffset(0));

const movement = { actorId: "test", reason: "test", result: () => undefined };

describe("the balance at an instant", () => {
  it("is the balance after the latest entry up to and including the instant's millisecond", async () => {
    const wallet = await createFundedWallet(newActor(), "EUR", 0n);
    let before = 0n;
    for (const amount of [100n, 20n, 3n]) {
      later(1000);
      const entryId = await deposit(wallet, amount);
      const atMs = decodeTime(entryId.slice("txn_".length).toUpperCase());
      later(1000);
      expect(await balanceAt(wallet, atMs - 1)).toEqual({ available: before, held: 0n });
      before += amount;
      expect(await balanceAt(wallet, atMs)).toEqual({ available: before, held: 0n });
      expect(await balanceAt(wallet, atMs + 1000)).toEqual({ available: before, held: 0n });
    }
  });

  it("is zero if the account does not exist or was opened later", async () => {
    const newUser = newActor();
    const ref = walletRef(walletId("live", newUser.userId, "EUR"));
    expect(await balanceAt(ref, Clock.nowMs())).toEqual({ available: 0n, held: 0n });
    const wallet = await createFundedWallet(newUser, "EUR", 5n);
    expect(await balanceAt(wallet, Clock.nowMs() - 86_400_000)).toEqual({ available: 0n, held: 0n });
  });

  it("includes the amount that was held at the instant", async () => {
    const wallet = await createFundedWallet(newActor(), "EUR", 100n);
    later(1000);
    const holdId = await Kernel.hold(wallet, 60n, { ...movement, result: (_, id) => id });
    const heldMs = Clock.nowMs();
    later(1000);
    await Kernel.release({ ...wallet, holdId }, 50n, movement);
    expect(await balanceAt(wallet, heldMs)).toEqual({ available: 40n, held: 60n });
    expect(await balanceAt(wallet, Clock.nowMs())).toEqual({ available: 90n, held: 10n });
  });

  it("does not change while later transfers credit the account concurrently", async () => {
    const [one, other] = await Promise.all([
      createFundedWallet(newActor(), "EUR", 1000n),
      createFundedWallet(newActor(), "EUR", 0n),
    ]);
    const atMs = Clock.nowMs();
    later(1000);
    let moved = 0n;
    let isRead = false;
    const move = async () => {
      do {
        await Kernel.transfer(one, other, 1n, movement);
        moved++;
      } while (!isRead);
    };
    const moves = Promise.all([move(), move()]);
    const seen = await Promise.all(Array.from({ length: 20 }, () => balanceAt(other, atMs)));
    isRead = true;
    await moves;
    for (const balance of [...seen, await balanceAt(other, atMs)]) {
      expect(balance).toEqual({ available: 0n, held: 0n });
    }
    expect(await readBalances(other)).toEqual({ available: moved, held: 0n });
  });

  it("is correct if an entry changes the account before each of its reads", async () => {
    const wallet = await createFundedWallet(newActor(), "EUR", 1000n);
    later(1000);
    const holdId = await Kernel.hold(wallet, 60n, { ...movement, result: (_, id) => id });
    const atMs = Clock.nowMs();
    later(1000);
    await Kernel.release({ ...wallet, holdId }, 10n, movement);
    let reads = 0;
    const found = await interleave(
      database.endpoint,
      () => balanceAt(wallet, atMs),
      () => {
        reads++;
        return deposit(wallet, 1n);
      },
    );
    expect(found).toEqual({ available: 940n, held: 60n });
    expect(reads).toBeLessThan(30);
  });

  it("takes one query, regardless of the number of later entries", async () => {
    const wallet = await createFundedWallet(newActor(), "EUR", 1000n);
    const atMs = Clock.nowMs();
    later(1000);
    for (let i = 0; i < 20; i++) await deposit(wallet, 1n);
    const calls: Table.Usage[] = [];
    Table.observe((usage) => calls.push(usage));
    const found = await balanceAt(wallet, atMs);
    Table.observe(undefined);
    expect(found).toEqual({ available: 1000n, held: 0n });
    expect(calls).toMatchObject([{ operation: "Query", capacityUnits: 1 }]);
  });

  it("does not depend on entries committed between its reads, even up to 59 s after their timestamps", {
    timeout: 60_000,
  }, async () => {
    const entry = fc.record({ amount: fc.integer({ min: 1, max: 50 }), lateMs: fc.nat(59_000) });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(entry, { maxLength: 2 }), { maxLength: 20 }), async (plan) => {
        Clock.setOffset(0);
        const wallet = await createFundedWallet(newActor(), "EUR", 1000n);
        const atMs = Clock.nowMs();
        later(120_000);
        const batches = plan.values();
        const found = await interleave(
          database.endpoint,
          () => balanceAt(wallet, atMs),
          async () => {
            for (const { amount, lateMs } of batches.next().value ?? []) {
              later(-lateMs);
              await deposit(wallet, BigInt(amount));
              later(lateMs);
            }
          },
        );
        expect(found).toEqual({ available: 1000n, held: 0n });
      }),
      { numRuns: 25 },
    );
  });

  it("equals the balance after each entry of a random history", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 12 }), async (changes) => {
        const wallet = await createFundedWallet(newActor(), "EUR", 1000n);
        const bank = { account: "clearing:bank", asset: "EUR" };
        const seen = [{ atMs: Clock.nowMs(), available: 1000n }];
        for (const change of changes.filter((one) => one !== 0)) {
          later(10);
          const amount = BigInt(Math.abs(change));
          await (change > 0
            ? Kernel.post({
                ...movement,
                type: "DEPOSIT",
                postings: Ledger.move(bank, wallet, amount),
              })
            : Kernel.transfer(wallet, bank, amount, movement));
          seen.push({ atMs: Clock.nowMs(), available: (seen.at(-1)?.available ?? 0n) + BigInt(change) });
          later(10);
        }
        for (const { atMs, available } of seen) {
          expect(await balanceAt(wallet, atMs)).toEqual({ available, held: 0n });
        }
      }),
      { numRuns: 10 },
    );
    expect((await audit()).differences).toEqual([]);
  });
});

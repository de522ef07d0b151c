import { afterEach, describe, expect, it, vi } from "vitest";
import { clientConfig } from "../../local/database.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { bare } from "../../tests/support/items.ts";
import { createFundedWallet, deposit, newActor, readBalances } from "../../tests/support/ledger.ts";
import { loseResponses } from "../../tests/support/lost-responses.ts";
import { audit } from "../audit/index.ts";
import * as Ids from "../kernel/ids/index.ts";
import * as Idempotency from "../platform/idempotency/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { GENESIS, walletId, walletOf, walletRef } from "./accounts.ts";
import { hashOf } from "./entry.ts";
import { HoldClosed } from "./errors.ts";
import * as Ledger from "./index.ts";
import { type Policy, withPolicies } from "./post.ts";
import type { AccountRef, HoldRef } from "./schema.ts";
import { withoutPolicies as Kernel } from "./verbs.ts";

// Without the local mutex, as for requests of different processes.
vi.mock("../platform/mutex/index.ts", () => import("../../tests/support/without-mutex.ts"));

const database = withDatabase();

const by = { actorId: "test", reason: "a test", result: ({ entryId }: { entryId: string }) => entryId };
const holdOf = async (wallet: AccountRef, amount: bigint): Promise<HoldRef> => ({
  ...wallet,
  holdId: await Kernel.hold(wallet, amount, { ...by, result: (_, holdId) => holdId }),
});
const shop = async () => createFundedWallet(newActor(), "EUR", 0n);

describe("a movement", () => {
  it("changes both accounts, and returns the initiator's new balance", async () => {
    const from = await createFundedWallet(newActor(), "EUR", 1000n);
    const to = await shop();
    const after = await Kernel.transfer(from, to, 300n, {
      ...by,
      result: ({ balances }) => balances(from.account),
    });
    expect(after).toEqual({ available: 700n, held: 0n });
    expect([await readBalances(from), await readBalances(to)]).toMatchObject([
      { available: 700n },
      { available: 300n },
    ]);
  });

  it("is rejected completely if the balance is insufficient, with the required and the available amount", async () => {
    const from = await createFundedWallet(newActor(), "BTC", 150_000_000n);
    const to = await createFundedWallet(newActor(), "BTC", 0n);
    await expect(Kernel.transfer(from, to, 150_000_001n, by)).rejects.toMatchObject({
      code: "INSUFFICIENT_BALANCE",
      details: { required: "1.50000001", available: "1.5", currency: "BTC" },
    });
    expect([await readBalances(from), await readBalances(to)]).toMatchObject([
      { available: 150_000_000n },
      { available: 0n },
    ]);
  });

  it("is rejected from or to an unopened account, and within one account", async () => {
    const from = await createFundedWallet(newActor(), "EUR", 100n);
    const unopened = walletRef(walletId("live", Ids.create("user"), "EUR"));
    await expect(Kernel.transfer(from, unopened, 1n, by)).rejects.toMatchObject({
      code: "ACCOUNT_NOT_FOUND",
    });
    await expect(Kernel.transfer(unopened, from, 1n, by)).rejects.toMatchObject({
      code: "ACCOUNT_NOT_FOUND",
    });
    await expect(Kernel.transfer(from, from, 1n, by)).rejects.toMatchObject({ code: "SAME_ACCOUNT" });
  });

  it("is rejected if it breaks a rule of double entry", async () => {
    const from = await createFundedWallet(newActor(), "EUR", 100n);
    const to = await shop();
    const postings = Ledger.move(from, to, 10n);
    const draft = { ...by, type: "TRANSFER" as const, initiator: from.account };
    const posting = { ...to, bucket: "available" as const, amount: 11n };
    const held = { ...to, bucket: "held" as const, amount: 10n };
    const first = postings.slice(0, 1);
    await expect(Kernel.post({ ...draft, postings: [...first, posting] })).rejects.toThrow("sum to 1");
    await expect(Kernel.post({ ...draft, postings: [...first, held] })).rejects.toThrow(
      "its held bucket by 10",
    );
    await expect(Kernel.post({ ...draft, postings, initiator: "treasury" })).rejects.toThrow(
      "not a user account",
    );
    await expect(
      Kernel.post({ ...draft, postings: Ledger.move(from, { account: "mattress", asset: "EUR" }, 1n) }),
    ).rejects.toThrow("no account mattress");
    await expect(
      Kernel.post({ ...draft, postings: Ledger.move(from, { ...to, asset: "USD" }, 1n) }),
    ).rejects.toThrow("sum to");
    expect(await readBalances(from)).toEqual({ available: 100n, held: 0n });
  });

  it("extends its initiator's chain: each entry contains the hash of the previous entry", async () => {
    const from = await createFundedWallet(newActor(), "EUR", 0n);
    const ids = [await deposit(from, 5n), await deposit(from, 6n)];
    const [first, second] = await Promise.all(ids.map(Ledger.find));
    expect(first?.link).toEqual({ initiator: from.account, seq: 1n, prevHash: GENESIS });
    expect(second?.link).toEqual({ initiator: from.account, seq: 2n, prevHash: first?.transactionHash });
    expect(second?.transactionHash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(second && hashOf(second)).toBe(second?.transactionHash);
  });

  it("stores its reference, which its hash covers", async () => {
    const [from, to] = [
      await createFundedWallet(newActor(), "EUR", 100n),
      await createFundedWallet(newActor(), "EUR", 0n),
    ];
    const reference = { kind: "payment", id: "pay_1" } as const;
    const entry = await Ledger.find(await Kernel.transfer(from, to, 1n, { ...by, reference }));
    expect(entry).toMatchObject({ reference });
    expect(entry && hashOf(entry)).toBe(entry?.transactionHash);
    expect(entry && hashOf({ ...entry, reference: { ...reference, id: "pay_2" } })).not.toBe(
      entry?.transactionHash,
    );
    expect(entry && hashOf({ ...entry, reference: undefined })).not.toBe(entry?.transactionHash);
  });

  it("is stored with a valid hash if its reason contains an unpaired surrogate", async () => {
    const from = await createFundedWallet(newActor(), "EUR", 10n);
    const entryId = await Kernel.transfer(from, await shop(), 1n, { ...by, reason: "half \ud83d" });
    const entry = await Ledger.find(entryId);
    expect(entry && hashOf(entry)).toBe(entry?.transactionHash);
  });

  it("is in the history of both wallets, newest first", async () => {
    const from = await createFundedWallet(newActor(), "EUR", 100n);
    const to = await shop();
    const entryId = await Kernel.transfer(from, to, 30n, by);
    const [sent, received] = await Promise.all(
      [from, to].map((ref) => Ledger.history(walletOf(ref.account) ?? "", 50)),
    );
    expect(sent?.map((line) => line.type)).toEqual(["TRANSFER_OUT", "DEPOSIT"]);
    expect(sent?.at(-1)?.from).toBe("clearing:bank");
    expect(received).toMatchObject([
      { entryId, type: "TRANSFER_IN", available: 30n, from: walletOf(from.account) },
    ]);
  });

  it("takes one read and one transaction", async () => {
    const from = await createFundedWallet(newActor(), "EUR", 100n);
    const to = await shop();
    const calls: string[] = [];
    Table.observe(({ operation }) => calls.push(operation));
    await Kernel.transfer(from, to, 30n, by);
    Table.observe(undefined);
    expect(calls).toEqual(["BatchGetItem", "TransactWriteItems"]);
  });
});

describe("a platform account", () => {
  it("pays more than one of its shards holds, and never more than all hold together", async () => {
    const wallet = await createFundedWallet(newActor(), "ETH", 1_000n);
    const treasury = { account: "treasury", asset: "ETH" };
    for (let i = 0; i < 20; i++) await Kernel.transfer(wallet, treasury, 50n, by);
    expect(await Ledger.balance("treasury", "ETH")).toBe(1_000n);
    const pay = (amount: bigint) =>
      Kernel.post({
        ...by,
        type: "TRANSFER",
        postings: Ledger.move(treasury, wallet, amount),
        initiator: wallet.account,
      });
    await pay(990n);
    await expect(pay(11n)).rejects.toMatchObject({ code: "PLATFORM_ACCOUNT_SHORT", cause: treasury });
    await pay(10n);
    expect([await Ledger.balance("treasury", "ETH"), await readBalances(wallet)]).toMatchObject([
      0n,
      { available: 1_000n },
    ]);
  });
});

describe("a hold", () => {
  it("reserves money so that a transfer cannot spend it", async () => {
    const wallet = await createFundedWallet(newActor(), "EUR", 100n);
    await holdOf(wallet, 80n);
    expect(await readBalances(wallet)).toEqual({ available: 20n, held: 80n });
    await expect(Kernel.transfer(wallet, await shop(), 21n, by)).rejects.toMatchObject({
      code: "INSUFFICIENT_BALANCE",
    });
  });

  it("is captured in parts up to its amount, and then closed", async () => {
    const wallet = await createFundedWallet(newActor(), "EUR", 100n);
    const to = await shop();
    const ref = await holdOf(wallet, 80n);
    await expect(Kernel.capture(ref, to, 81n, by)).rejects.toMatchObject({ code: "HOLD_EXCEEDED" });
    await expect(Kernel.capture(ref, ref, 1n, by)).rejects.toMatchObject({ code: "SAME_ACCOUNT" });
    await Kernel.capture(ref, to, 30n, by);
    await expect(Kernel.capture(ref, to, 51n, by)).rejects.toMatchObject({ code: "HOLD_EXCEEDED" });
    await Kernel.capture(ref, to, undefined, by);
    expect([await readBalances(wallet), await readBalances(to)]).toEqual([
      { available: 20n, held: 0n },
      { available: 80n, held: 0n },
    ]);
    await expect(Kernel.capture(ref, to, 1n, by)).rejects.toMatchObject({ code: "HOLD_CLOSED" });
    await expect(Kernel.release(ref, undefined, by)).rejects.toMatchObject({ code: "HOLD_CLOSED" });
  });

  it("is released once", async () => {
    const wallet = await createFundedWallet(newActor(), "EUR", 100n);
    const ref = await holdOf(wallet, 80n);
    await Kernel.release(ref, undefined, by);
    expect(await readBalances(wallet)).toEqual({ available: 100n, held: 0n });
    await expect(Kernel.release(ref, undefined, by)).rejects.toMatchObject({ code: "HOLD_CLOSED" });
    await expect(Kernel.capture(ref, await shop(), 1n, by)).rejects.toMatchObject({ code: "HOLD_CLOSED" });
  });

  it("is not found under another account", async () => {
    const ref = await holdOf(await createFundedWallet(newActor(), "EUR", 100n), 80n);
    const other = await createFundedWallet(newActor(), "EUR", 100n);
    await expect(Kernel.release({ ...other, holdId: ref.holdId }, 1n, by)).rejects.toMatchObject({
      code: "HOLD_NOT_FOUND",
    });
  });

  it("is captured ten times by 20 parallel captures of a tenth each", async () => {
    const wallet = await createFundedWallet(newActor(), "EUR", 100n);
    const to = await shop();
    const ref = await holdOf(wallet, 100n);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => Kernel.capture(ref, to, 10n, by)),
    );
    expect(outcomes.filter((one) => one.status === "fulfilled")).toHaveLength(10);
    expect([await readBalances(wallet), await readBalances(to)]).toEqual([
      { available: 0n, held: 0n },
      { available: 100n, held: 0n },
    ]);
  });

  it("is captured up to its amount by parallel captures of different sizes", async () => {
    const wallet = await createFundedWallet(newActor(), "EUR", 100n);
    const to = await shop();
    const ref = await holdOf(wallet, 100n);
    const parts = [40n, 35n, 30n, 25n, 20n, 15n, 10n, 5n, 3n, 2n];
    const outcomes = await Promise.allSettled(parts.map((part) => Kernel.capture(ref, to, part, by)));
    const taken = parts.filter((_, index) => outcomes[index]?.status === "fulfilled");
    const sum = taken.reduce((total, part) => total + part, 0n);
    expect(sum).toBeLessThanOrEqual(100n);
    expect([await readBalances(wallet), await readBalances(to)]).toEqual([
      { available: 0n, held: 100n - sum },
      { available: sum, held: 0n },
    ]);
    // A rejected capture exceeded the amount left at that time, so it also exceeds the amount left now.
    for (const [index, one] of outcomes.entries()) {
      if (one.status === "fulfilled") continue;
      expect(["HOLD_EXCEEDED", "HOLD_CLOSED"]).toContain(one.reason.code);
      expect(parts[index]).toBeGreaterThan(100n - sum);
    }
  });

  it.each([1, 2, 3, 4, 5])(
    "is either captured or released completely under parallel requests (%i)",
    async () => {
      const wallet = await createFundedWallet(newActor(), "EUR", 100n);
      const to = await shop();
      const ref = await holdOf(wallet, 100n);
      const outcomes = await Promise.allSettled([
        Kernel.capture(ref, to, undefined, by),
        Kernel.release(ref, undefined, by),
        Kernel.release(ref, undefined, by),
      ]);
      const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
      expect(refused).toEqual(["HOLD_CLOSED", "HOLD_CLOSED"]);
      const captured = outcomes[0]?.status === "fulfilled";
      expect([await readBalances(wallet), await readBalances(to)]).toEqual([
        { available: captured ? 0n : 100n, held: 0n },
        { available: captured ? 100n : 0n, held: 0n },
      ]);
    },
  );

  it("is captured once under a repeated idempotency key", async () => {
    const wallet = await createFundedWallet(newActor(), "EUR", 100n);
    const to = await shop();
    const ref = await holdOf(wallet, 100n);
    const claim = Idempotency.claim<string>("test", "capture", Ids.secret(), { amount: 100 });
    const entryId = await Kernel.capture(ref, to, undefined, { ...by, idempotency: claim });
    const again = () => Kernel.capture(ref, to, 100n, { ...by, idempotency: claim });
    expect(await Idempotency.once(claim, undefined, again)).toEqual({ result: entryId, replayed: true });
  });
});

describe("a reversal", () => {
  it("posts an entry with opposite postings, once", async () => {
    const from = await createFundedWallet(newActor(), "EUR", 100n);
    const to = await shop();
    const entryId = await Kernel.transfer(from, to, 40n, by);
    const reversalId = await Kernel.reverse(entryId, by);
    expect([await readBalances(from), await readBalances(to)]).toMatchObject([
      { available: 100n },
      { available: 0n },
    ]);
    expect(await Ledger.find(reversalId)).toMatchObject({ type: "REVERSAL", reverses: entryId });
    await expect(Kernel.reverse(entryId, by)).rejects.toMatchObject({
      code: "ALREADY_REVERSED",
      details: { entryId },
    });
  });

  it("is rejected while the balance is insufficient, then posted once under 10 parallel requests", async () => {
    const from = await createFundedWallet(newActor(), "EUR", 100n);
    const to = await shop();
    const entryId = await Kernel.transfer(from, to, 40n, by);
    await Kernel.transfer(to, from, 1n, by);
    await expect(Kernel.reverse(entryId, by)).rejects.toMatchObject({ code: "INSUFFICIENT_BALANCE" });
    await deposit(to, 1_000n);
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => Kernel.reverse(entryId, by)));
    expect(outcomes.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    expect((await readBalances(from)).available).toBe(101n);
  });

  it("is rejected for the entry of a hold and for an unknown entry", async () => {
    const wallet = await createFundedWallet(newActor(), "EUR", 100n);
    const entryId = await Kernel.hold(wallet, 10n, by);
    await expect(Kernel.reverse(entryId, by)).rejects.toMatchObject({ code: "NOT_REVERSIBLE" });
    await expect(Kernel.reverse(Ids.create("entry"), by)).rejects.toMatchObject({ code: "ENTRY_NOT_FOUND" });
  });
});

describe("a transfer whose response from the database is lost", () => {
  afterEach(() => Table.configure(clientConfig(database.endpoint)));

  it("is posted once after one to three lost responses", async () => {
    const from = await createFundedWallet(newActor(), "EUR", 100n);
    const to = await shop();
    for (const losses of [1, 2, 3]) {
      let left = losses;
      const { lost } = loseResponses(database.endpoint, () => left-- > 0, 1);
      const entryId = await Kernel.transfer(from, to, 10n, by);
      expect(lost()).toBe(losses);
      expect((await Ledger.find(entryId))?.postings).toHaveLength(2);
    }
    expect([await readBalances(from), await readBalances(to)]).toMatchObject([
      { available: 70n },
      { available: 30n },
    ]);
  });

  it("succeeds if its entry is in the journal", async () => {
    const [from, to] = [await createFundedWallet(newActor(), "EUR", 100n), await shop()];
    loseResponses(database.endpoint, () => true, 1);
    const entryId = await Kernel.transfer(from, to, 10n, by);
    expect(await Ledger.find(entryId)).toMatchObject({ entryId });
    expect([await readBalances(from), await readBalances(to)]).toMatchObject([
      { available: 90n },
      { available: 10n },
    ]);
  });

  it("is rejected as unavailable if its entry is not in the journal", async () => {
    const [from, to] = [await createFundedWallet(newActor(), "EUR", 100n), await shop()];
    loseResponses(database.endpoint, () => true, 1, false);
    await expect(Kernel.transfer(from, to, 10n, by)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect([await readBalances(from), await readBalances(to)]).toMatchObject([
      { available: 100n },
      { available: 0n },
    ]);
  });
});

it("leaves no difference for the audit after the tests above", async () => {
  expect((await audit()).differences).toEqual([]);
});

describe("an entry that depends on other items", () => {
  /** A counter that every entry of these tests increments if it still has the value that was read. */
  const key = bare({ pk: "TEST#COUNTER", sk: "COUNTER" });
  const countOf = (item: Table.Item | undefined): bigint => (item?.["count"] as bigint | undefined) ?? 0n;

  const raising = (seen: bigint): Table.Write => ({
    put: { ...key, count: seen + 1n },
    where: Where.any(Where.absent, Where.is({ count: seen })),
  });

  const treasury = { account: "treasury", asset: "EUR" };
  const plain = { type: "TRANSFER", actorId: "test", reason: "a test" } as const;

  it("is planned again from the item that the rejected transaction returns", async () => {
    const wallet = await createFundedWallet(newActor(), "EUR", 100n);
    await Table.put({ ...key, count: 0n });
    const seen: bigint[] = [];
    const calls: string[] = [];
    const outcome = await Kernel.post(
      { initiator: wallet.account, reads: { counter: key } },
      async ({ items }) => {
        const count = countOf(items.counter);
        seen.push(count);
        // A concurrent update, the first time.
        if (seen.length === 1) await Table.put({ ...key, count: 7n });
        if (seen.length === 1) Table.observe(({ operation }) => calls.push(operation));
        return {
          ...plain,
          postings: Ledger.move(wallet, treasury, 1n + count),
          extraWrites: [raising(count)],
          result: () => count,
        };
      },
    );
    Table.observe(undefined);
    expect([outcome, seen]).toEqual([7n, [0n, 7n]]);
    expect(await readBalances(wallet)).toMatchObject({ available: 92n });
    expect(countOf(await Table.get(key))).toBe(8n);
    // The rejected transaction showed the item: nothing was read again.
    expect(calls).toEqual(["TransactWriteItems"]);
  });

  it("is not retried if the rejected write states an error", async () => {
    const wallet = await createFundedWallet(newActor(), "EUR", 100n);
    const post = (refused: Table.OnConditionFailed) =>
      Kernel.post({ initiator: wallet.account, reads: { counter: key } }, () => ({
        ...plain,
        postings: Ledger.move(wallet, treasury, 1n),
        extraWrites: [{ ...raising(1000n), onConditionFailed: refused }],
        result: () => undefined,
      }));
    await expect(post(() => new RangeError("mine"))).rejects.toThrow("mine");
    await expect(post(HoldClosed)).rejects.toMatchObject({ code: "HOLD_CLOSED" });
    expect(await readBalances(wallet)).toMatchObject({ available: 100n });
  });

  it("is posted exactly once although 31 other entries change the same item at the same time", async () => {
    const wallets = await Promise.all(
      Array.from({ length: 32 }, () => createFundedWallet(newActor(), "EUR", 100n)),
    );
    const before = countOf(await Table.get(key));
    const outcomes = await Promise.all(
      wallets.map((wallet) =>
        Kernel.post({ initiator: wallet.account, reads: { counter: key } }, ({ items }) => ({
          ...plain,
          postings: Ledger.move(wallet, treasury, 1n),
          extraWrites: [raising(countOf(items.counter))],
          result: () => countOf(items.counter),
        })),
      ),
    );
    expect(countOf(await Table.get(key))).toBe(before + 32n);
    expect(new Set(outcomes).size).toBe(32);
    expect((await audit()).differences).toEqual([]);
  });

  it("is planned again if its account changed and returned to the same balance", async () => {
    const [wallet, other] = [
      await createFundedWallet(newActor(), "EUR", 100n),
      await createFundedWallet(newActor(), "EUR", 100n),
    ];
    let attempts = 0;
    await Kernel.post({ initiator: wallet.account }, async () => {
      if (attempts++ === 0) {
        await Kernel.transfer(wallet, other, 5n, by);
        await Kernel.transfer(other, wallet, 5n, by);
      }
      return { ...plain, postings: Ledger.move(wallet, treasury, 1n), result: () => undefined };
    });
    expect(attempts).toBe(2);
    expect(await readBalances(wallet)).toMatchObject({ available: 99n });
    expect((await audit()).differences).toEqual([]);
  });

  it("is not committed if a policy's postings do not sum to zero", async () => {
    const wallet = await createFundedWallet(newActor(), "EUR", 100n);
    const broken: Policy<object> = {
      name: "broken",
      apply: (draft) => ({ ...draft, postings: draft.postings.slice(0, 1) }),
    };
    const draft = { ...plain, postings: Ledger.move(wallet, treasury, 1n), result: () => undefined };
    await expect(withPolicies([broken]).post(draft)).rejects.toThrow(TypeError);
    expect(await readBalances(wallet)).toMatchObject({ available: 100n });
  });
});

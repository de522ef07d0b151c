import { afterEach, describe, expect, it, vi } from "vitest";
import { clientConfig } from "../../local/database.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { createFundedWallet, newActor, readBalances } from "../../tests/support/ledger.ts";
import vectors from "../../tests/vectors/ledger.json" with { type: "json" };
import { audit } from "../audit/index.ts";
import * as Idempotency from "../platform/idempotency/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Ledger from "./index.ts";
import type { AccountRef } from "./schema.ts";
import type { withoutPolicies as Kernel } from "./verbs.ts";

const database = withDatabase();
afterEach(() => Table.configure(clientConfig(database.endpoint)));

interface Instance {
  readonly ledger: typeof Kernel;
  readonly lost: () => number;
}

/** Makes independent ledgers, like the instances of a function: each loads the modules separately. */
async function instances(count: number, lose: () => boolean = () => false): Promise<Instance[]> {
  const made: Instance[] = [];
  for (let i = 0; i < count; i++) {
    vi.resetModules();
    const { loseResponses: loseAnswers } = await import("../../tests/support/lost-responses.ts");
    made.push({
      ledger: (await import("./verbs.ts")).withoutPolicies,
      ...loseAnswers(database.endpoint, lose),
    });
  }
  return made;
}

const CLIENTS = 64;
const USERS = 20;

/** Returns a generator of pseudorandom numbers that are the same in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const by = { actorId: "test", reason: "a test", result: ({ entryId }: { entryId: string }) => entryId };

const inParallel = (count: number, client: (index: number) => Promise<unknown>): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, (_, index) => client(index)));

/** Transfers money. @returns the entry's id; undefined if the balance is insufficient */
async function move(
  ledger: typeof Kernel,
  [from, to]: readonly [AccountRef, AccountRef],
  amount: bigint,
  idempotency?: Idempotency.Claim<string>,
): Promise<string | undefined> {
  try {
    return await ledger.transfer(from, to, amount, { ...by, idempotency });
  } catch (error) {
    if ((error as { code?: unknown }).code === "INSUFFICIENT_BALANCE") return undefined;
    throw error;
  }
}

/** Draws two different elements. */
function pair<T>(all: readonly T[], roll: (sides: number) => number): [T, T] {
  const first = roll(all.length);
  const second = (first + 1 + roll(all.length - 1)) % all.length;
  return [all[first] as T, all[second] as T];
}

const total = async (wallets: readonly AccountRef[]): Promise<bigint> => {
  const all = await Promise.all(wallets.map(readBalances));
  return all.reduce((sum, { available, held }) => sum + available + held, 0n);
};

describe("the ledger under parallel clients", () => {
  it("posts each transfer exactly once, and without an error, if responses of the database are lost", async () => {
    const wallets = await Promise.all(
      Array.from({ length: USERS }, () => createFundedWallet(newActor(), "EUR", 10_000n)),
    );
    const roll = dice(7);
    const servers = await instances(8, () => roll(5) === 0);
    const acknowledged: string[] = [];
    await inParallel(CLIENTS, async (client) => {
      const { ledger } = servers[client % servers.length] as Instance;
      for (let i = 0; i < 3; i++) {
        const parties = pair(wallets, roll);
        const claim = Idempotency.claim<string>(`client-${client}`, "transfer", String(i), { parties });
        const entryId = await move(ledger, parties, BigInt(1 + roll(3_000)), claim);
        if (entryId) acknowledged.push(entryId);
      }
    });
    expect(servers.reduce((sum, { lost }) => sum + lost(), 0)).toBeGreaterThan(20);
    expect(await total(wallets)).toBe(BigInt(USERS) * 10_000n);
    const report = await audit();
    expect(report.differences).toEqual([]);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    expect(report.entries).toBe(USERS + acknowledged.length);
    const stored = await Promise.all(acknowledged.map(Ledger.find));
    expect(stored.every((entry) => entry !== undefined)).toBe(true);
  });

  it("posts 32 transfers from one wallet by 8 instances", async () => {
    const wallet = await createFundedWallet(newActor(), "EUR", 32n);
    const shop = await createFundedWallet(newActor(), "EUR", 0n);
    const servers = await instances(8);
    await inParallel(32, (i) => (servers[i % 8] as Instance).ledger.transfer(wallet, shop, 1n, by));
    expect([await readBalances(wallet), await readBalances(shop)]).toMatchObject([
      { available: 0n },
      { available: 32n },
    ]);
  });

  it("spends the last unit once under 10 parallel transfers", async () => {
    const wallet = await createFundedWallet(newActor(), "EUR", 1n);
    const shops = await Promise.all(
      Array.from({ length: 10 }, () => createFundedWallet(newActor(), "EUR", 0n)),
    );
    const servers = await instances(5);
    const spent = await Promise.all(
      shops.map((shop, i) => move((servers[i % 5] as Instance).ledger, [wallet, shop], 1n)),
    );
    expect(spent.filter((entryId) => entryId !== undefined)).toHaveLength(1);
    expect(await total(shops)).toBe(1n);
  });

  it("conserves the total and never shows a negative balance (Jepsen's bank test)", async () => {
    const { accounts, totalAmount, maxTransfer } = vectors.jepsenBank.setup;
    const wallets = await Promise.all(
      Array.from({ length: accounts }, (_, i) =>
        createFundedWallet(newActor(), "USD", i === 0 ? BigInt(totalAmount) : 0n),
      ),
    );
    const roll = dice(11);
    const servers = await instances(4);
    await inParallel(16, async (client) => {
      const { ledger } = servers[client % 4] as Instance;
      for (let i = 0; i < 6; i++) {
        await move(ledger, pair(wallets, roll), BigInt(1 + roll(maxTransfer)));
        const balances = await Promise.all(wallets.map(readBalances));
        expect(balances.every(({ available }) => available >= 0n)).toBe(true);
      }
    });
    expect(await total(wallets)).toBe(BigInt(totalAmount));
    expect((await audit()).differences).toEqual([]);
  });
});

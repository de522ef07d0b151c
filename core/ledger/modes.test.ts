import { expect, it, vi } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { createFundedWallet, newActor, readBalances } from "../../tests/support/ledger.ts";
import { ledgers } from "../../tests/support/sandboxes.ts";
import { audit } from "../audit/index.ts";
import * as Ids from "../kernel/ids/index.ts";
import { sandboxOf } from "../kernel/mode.ts";
import { accountOf, modeOf, parseWalletId, systemRef, walletId } from "./accounts.ts";
import * as Ledger from "./index.ts";
import { MAX_WALLETS } from "./opening.ts";
import { withoutPolicies as Kernel } from "./verbs.ts";

// The limit of wallets exceeds the number of assets, so these tests add assets.
vi.mock("../kernel/assets/index.ts", async (importOriginal) => {
  const real = await importOriginal<typeof import("../kernel/assets/index.ts")>();
  const more = (symbol: string) =>
    /^[A-F][1-6]$/i.test(symbol) ? { ...real.get("BTC"), symbol: symbol.toUpperCase() } : undefined;
  const find = (symbol: string) => real.find(symbol) ?? more(symbol);
  return {
    ...real,
    find,
    format: (units: bigint, symbol: string) => real.format(units, find(symbol) ? "BTC" : symbol),
  };
});

// Without the local mutex, as for requests of different processes.
vi.mock("../platform/mutex/index.ts", () => import("../../tests/support/without-mutex.ts"));

withDatabase();

const by = { type: "TRANSFER", actorId: "test", reason: "a test" } as const;
const result = ({ balances }: { balances: (account: string) => unknown }) => balances;

it("derives the ledger from an account's name, and ledger, user and asset from a wallet's id", () => {
  const userId = Ids.create("user");
  for (const mode of ledgers) {
    expect(parseWalletId(walletId(mode, userId, "BTC"))).toEqual({ mode, userId, asset: "BTC" });
    expect(modeOf(accountOf({ mode, userId }, "BTC").account)).toBe(mode);
    expect(modeOf(systemRef(mode, "treasury", "EUR").account)).toBe(mode);
    expect(modeOf(systemRef(mode, "pool:BTC-USDC", "BTC").account)).toBe(mode);
  }
});

it("rejects an entry between the live ledger and a sandbox, and between two sandboxes", async () => {
  const { userId } = newActor();
  for (const [here, there] of ledgers.flatMap((here) => ledgers.map((there) => [here, there] as const))) {
    if (here === there) continue;
    const [from, to] = [here, there].map((mode) => accountOf({ mode, userId }, "EUR"));
    if (!from || !to) throw new Error("no accounts");
    const moved = (into: typeof to) =>
      Kernel.post({ ...by, postings: Ledger.move(from, into, 1n), opens: [from, to], result });
    await expect(moved(to)).rejects.toThrow("an entry moves money of one ledger");
    await expect(moved(systemRef(there, "treasury", "EUR"))).rejects.toThrow(
      "an entry moves money of one ledger",
    );
  }
});

it("opens an entry's missing wallets, each once under parallel entries, up to the limit of the ledger", async () => {
  const { userId } = newActor();
  const mode = sandboxOf(userId);
  const wallet = accountOf({ mode, userId }, "EUR");
  const bank = systemRef(mode, "clearing:bank", "EUR");
  const deposit = () =>
    Kernel.post({ ...by, postings: Ledger.move(bank, wallet, 5n), opens: [wallet], result: () => undefined });
  await Promise.all(Array.from({ length: 16 }, deposit));
  expect(await readBalances(wallet)).toEqual({ available: 80n, held: 0n });

  const assets = ["BTC", "ETH", "USD", "USDC", "A1", "B2", "C3", "D4", "E5"];
  const refs = assets.map((asset) => accountOf({ mode, userId }, asset));
  const into = (ref: (typeof refs)[number]) =>
    Kernel.post({
      ...by,
      postings: Ledger.move(systemRef(mode, "clearing:bank", ref.asset), ref, 5n),
      opens: [ref],
      result: () => undefined,
    });
  await Promise.all(refs.map(into));
  expect(refs.length + 1).toBe(MAX_WALLETS);
  await expect(into(accountOf({ mode, userId }, "F6"))).rejects.toMatchObject({
    code: "WALLET_LIMIT_REACHED",
  });
  // The live ledger has its own count of wallets.
  const live = accountOf({ mode: "live", userId }, "EUR");
  const liveBank = systemRef("live", "clearing:bank", "EUR");
  await Kernel.post({
    ...by,
    postings: Ledger.move(liveBank, live, 5n),
    opens: [live],
    result: () => undefined,
  });
  expect((await audit()).differences).toEqual([]);
});

it("states in the error whether the sender's or the recipient's account is missing", async () => {
  const wallet = await createFundedWallet(newActor(), "EUR", 100n);
  const unopened = accountOf({ mode: "live", userId: Ids.create("user") }, "EUR");
  const movement = { actorId: "test", reason: "a test", result: () => undefined };
  await expect(Kernel.transfer(wallet, unopened, 1n, movement)).rejects.toMatchObject({
    code: "ACCOUNT_NOT_FOUND",
    details: { account: "receiver", currency: "EUR" },
  });
  await expect(Kernel.transfer(unopened, wallet, 1n, movement)).rejects.toMatchObject({
    code: "ACCOUNT_NOT_FOUND",
    details: { account: "sender", currency: "EUR" },
  });
});

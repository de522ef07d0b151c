import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { setVariables } from "../../../local/environment.ts";
import { createMember, handleBankEvent, outboxPayloads } from "../../../tests/support/bank.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { depositUnits } from "../../../tests/support/exchange.ts";
import { withKey } from "../../../tests/support/identity.ts";
import { readBalances } from "../../../tests/support/ledger.ts";
import { audit } from "../../audit/index.ts";
import type { LiveActor, UserActor } from "../../identity/actor.ts";
import * as LedgerClock from "../../kernel/clock/ledger.ts";
import { sandboxOf } from "../../kernel/mode.ts";
import { accountOf, walletId } from "../../ledger/accounts.ts";
import * as Table from "../../platform/table/index.ts";
import { isAddressOf } from "../../wallets/address.ts";
import { keyOf, withdrawal } from "./entity.ts";
import { settlements } from "./order.ts";
import { networkFees, type Withdrawal } from "./schema.ts";
import { send } from "./send.ts";
import { testAddresses, testIbans } from "./test-outcomes.ts";

/** Tests withdrawals that programs request: to addresses, and in sandboxes. */

withDatabase();

const BITCOIN = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

let actor: LiveActor;
let tester: UserActor;
let unset = () => {};
beforeEach(async () => {
  unset = setVariables({ BANK_URL: "http://127.0.0.1:1", WITHDRAWAL_FEE_MINOR: "100" });
  actor = await createMember();
  tester = withKey(actor, { mode: sandboxOf(actor.userId) });
});
afterEach(() => unset());
afterAll(async () => expect((await audit()).differences).toEqual([]));

const sendBitcoin = async (amount: string): Promise<Withdrawal> => {
  await depositUnits(actor, "BTC", "1");
  const destination = { type: "address", network: "bitcoin", address: BITCOIN } as const;
  const request = { walletId: walletId("live", actor.userId, "BTC"), amount, destination, description: "" };
  return send(actor, request);
};
const sendInSandbox = async (iban: string): Promise<Withdrawal> => {
  await depositUnits(tester, "EUR", "100");
  const destination = { type: "iban", iban, name: "Ada Lovelace" } as const;
  const request = { walletId: walletId(tester.mode, actor.userId, "EUR"), amount: "10", destination };
  return send(tester, { ...request, description: "" });
};
const stored = async (one: Withdrawal): Promise<Withdrawal> =>
  withdrawal.parse((await Table.get(keyOf(one))) ?? {});

describe("a withdrawal to an address", () => {
  const booked = ({ endToEndId }: Withdrawal, value: string, more: object = {}) => ({
    type: "transaction.booked",
    occurredAt: "2026-01-01T00:00:01.000Z",
    data: {
      ...{ transactionId: `bank-${endToEndId}`, endToEndId, direction: "debit" },
      ...{ amount: { value, currency: "BTC" }, ...more },
    },
  });

  it("is paid by a booking of exactly its amount, to the asset's last decimal", async () => {
    const one = await sendBitcoin("0.02345678");
    const account = accountOf(actor, "BTC");
    expect(await readBalances(account)).toEqual({ available: 97_654_322n, held: 2_345_678n });
    await handleBankEvent(booked(one, "0.02345679"));
    expect((await stored(one)).flagged).toMatch(/another amount/);
    await handleBankEvent(booked(one, "0.023456780"));
    expect((await stored(one)).state).toBe("booked");
    expect(await readBalances(account)).toEqual({ available: 97_654_322n, held: 0n });
  });

  it.each([
    ["with too many decimals", { value: "0.023456785", currency: "BTC" }, /8 decimals/],
    ["of another asset", { value: "0.02345678", currency: "ETH" }, /another amount/],
    ["of an unknown asset", { value: "0.02345678", currency: "XYZ" }, /XYZ/],
  ])("is flagged, and moves no money, if the bank books an amount %s", async (_, amount, why) => {
    const one = await sendBitcoin("0.02345678");
    await handleBankEvent(booked(one, "1", { amount }));
    expect((await stored(one)).flagged).toMatch(why);
    expect((await readBalances(accountOf(actor, "BTC"))).held).toBe(2_345_678n);
  });

  it("has no transaction record, because records are only of fiat currencies", async () => {
    const { withdrawalId } = await sendBitcoin("0.05");
    const named: string[] = [];
    for await (const { pk, sk } of Table.scan())
      if (`${pk} ${sk}`.includes(withdrawalId)) named.push(`${pk} ${sk}`);
    expect(named).toEqual([`USER#${actor.userId} WITHDRAWAL#${withdrawalId}`]);
  });
});

describe("a withdrawal of a sandbox", () => {
  const later = (ms: number, one: Withdrawal) =>
    LedgerClock.under(ms, async () => settlements.work((await Table.get(keyOf(one))) ?? {}));

  it("is settled once by concurrent sweeps, and not before its time", async () => {
    const one = await sendInSandbox(testIbans.returned);
    const account = accountOf(tester, "EUR");
    expect(await later(9000, one)).toBe(false);
    expect(await readBalances(account)).toEqual({ available: 8900n, held: 1100n });
    await Promise.all(Array.from({ length: 8 }, () => later(11_000, one)));
    expect(await readBalances(account)).toEqual({ available: 8900n, held: 0n });
    await Promise.all(Array.from({ length: 8 }, () => later(71_000, one)));
    expect(await readBalances(account)).toEqual({ available: 10_000n, held: 0n });
    expect(await later(7_200_000, one)).toBe(false);
    expect(await settlements.open(tester)).toEqual([]);
  });

  it("creates no order and no notification, and is not found by the bank's events", async () => {
    const { endToEndId } = await sendInSandbox(testIbans.booked);
    const events = async () => [
      ...(await outboxPayloads("withdrawal-requested")),
      ...(await outboxPayloads("withdrawal-begun")),
    ];
    expect((await events()).filter(({ userId }) => userId === actor.userId)).toEqual([]);
    const amount = { value: "10", currency: "EUR" };
    const data = { transactionId: `bank-${endToEndId}`, endToEndId, direction: "debit", amount };
    await handleBankEvent({ type: "transaction.booked", data });
    expect((await readBalances(accountOf(tester, "EUR"))).held).toBe(1100n);
  });

  it("is compared with its hold by the audit, like a live withdrawal", async () => {
    const one = await sendInSandbox(testIbans.booked);
    const item = await Table.get(keyOf(one));
    await Table.update(keyOf(one), { set: { feeMinor: 99n } });
    expect((await audit()).differences.join()).toMatch(/withdrawal .* but its hold has 11 EUR/);
    await Table.remove(keyOf(one));
    expect((await audit()).differences.join()).toMatch(/hold .* belongs to a withdrawal that does not exist/);
    await Table.put({ ...item, ...keyOf(one) });
  });
});

it("accepts every test address as a destination", () => {
  for (const addresses of Object.values(testAddresses)) {
    const [test, main, ethereum] = addresses;
    expect(isAddressOf("bitcoin", test, "test")).toBe(true);
    expect(isAddressOf("bitcoin", main)).toBe(true);
    expect(isAddressOf("ethereum", ethereum)).toBe(true);
  }
});

it.each([
  ["BTC:0.00005 ETH:0.0005 USDC:1", true],
  ["", true],
  ["BTC:0.000000001", false],
  ["BTC:", false],
  ["EUR:1", false],
  ["XYZ:1", false],
  ["BTC:-1", false],
])("validates the fee setting %j: %s", (setting, isValid) => {
  expect(networkFees.safeParse(setting).success).toBe(isValid);
});

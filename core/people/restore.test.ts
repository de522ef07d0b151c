import { SendEmailCommand } from "@aws-sdk/client-sesv2";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { outboxPayloads, platformBalances } from "../../tests/support/bank.ts";
import { withDatabase } from "../../tests/support/database.ts";
import {
  createAccount,
  eraseAccount,
  passGracePeriod,
  refreshActor,
  withMockedEmail,
} from "../../tests/support/erasure.ts";
import { depositUnits, provideLiquidity } from "../../tests/support/exchange.ts";
import { withSecrets } from "../../tests/support/identity.ts";
import { overwrite, wipe } from "../../tests/support/items.ts";
import { deposit, differencesWithoutSupply } from "../../tests/support/ledger.ts";
import { withObjects } from "../../tests/support/objects.ts";
import { chargeOf, handlePspEvent, intentOf } from "../../tests/support/payments.ts";
import { withPsp } from "../../tests/support/psp.ts";
import { tokens } from "../../tests/support/staking.ts";
import { audit } from "../audit/index.ts";
import { position as LiquidityPosition } from "../defi/exchange/entity.ts";
import * as Funding from "../defi/farming/funding.ts";
import * as Farming from "../defi/farming/index.ts";
import { withdrawShares } from "../defi/farming/withdraw.ts";
import * as Staking from "../defi/staking/index.ts";
import { token } from "../defi/staking/token.ts";
import { unstake } from "../defi/staking/unstake.ts";
import { flag } from "../flags/entity.ts";
import type { WebActor } from "../identity/actor.ts";
import { userPlan } from "../identity/plans/entity.ts";
import * as Sessions from "../identity/sessions.ts";
import * as Trail from "../identity/trail/index.ts";
import * as Users from "../identity/users.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Ids from "../kernel/ids/index.ts";
import { walletId, walletRef } from "../ledger/accounts.ts";
import { balanceNow } from "../ledger/balance-at.ts";
import * as Ledger from "../ledger/index.ts";
import type { Reference } from "../ledger/schema.ts";
import * as Supply from "../ledger/supply.ts";
import { releaseDue } from "../payments/payments/clearing.ts";
import * as Table from "../platform/table/index.ts";
import * as Policy from "../policy/index.ts";
import { flagKey, OWNER_ERASED, RECEIVER_ERASED } from "../policy/suspense.ts";
import { expireDue } from "../transfers/reservations/end.ts";
import * as Reservations from "../transfers/reservations/index.ts";
import { ensure } from "../wallets/opening.ts";
import { erasure } from "./entity.ts";
import { runDue } from "./erasure.ts";
import * as HeldUp from "./held-up.ts";
import { requestErasure } from "./requests.ts";
import { eraseAgain, listErased, postponeErasures } from "./restore.ts";
import { recordErased } from "./steps.ts";

// A restored table contains users who were erased after the backup.

withDatabase();
withSecrets();
withObjects();
withPsp();
const ses = withMockedEmail();
afterAll(async () => expect((await audit()).differences).toEqual([]));

const operator = { operator: "grace" };

let items: readonly Table.Item[] = [];
/** Copies the table, for a later restore. */
const backUp = async () => {
  items = await Array.fromAsync(Table.scan());
};
/** Restores the copy of the table. */
async function restore(): Promise<void> {
  const now = await Array.fromAsync(Table.scan());
  for (const item of now) await wipe(item);
  for (const item of items) await overwrite(item);
}
beforeEach(async () => {
  for await (const item of Table.scan()) await wipe(item);
});

const statusOf = async ({ userId }: Pick<WebActor, "userId">) =>
  (await Array.fromAsync(listErased())).find((one) => one.userId === userId)?.status;

it("closes a restored account immediately, and erases it in the next run without another email", async () => {
  const [actor, other] = [await createAccount(), await createAccount()];
  const { userId } = actor;
  await backUp();
  await eraseAccount(actor);
  expect(await statusOf(actor)).toBe("erased");
  const emails = () => ses.commandCalls(SendEmailCommand).length;
  const sent = emails();
  await restore();
  expect(await statusOf(actor)).toBe("back");
  expect(await statusOf(other)).toBeUndefined();
  await eraseAgain(operator, userId);
  await eraseAgain(operator, userId);
  expect(await statusOf(actor)).toBe("under-way");
  expect(await Users.fromId(userId)).toMatchObject({ blocked: true, closedAt: expect.any(String) });
  await runDue();
  expect(await statusOf(actor)).toBe("erased");
  expect((await Users.fromId(userId))?.email).toBe("");
  expect(emails()).toBe(sent);
  const actions = (await Trail.list({ limit: 9 }, userId)).items;
  expect(actions.map(({ deed, by }) => [deed, by])).toEqual([
    ["user-erased", userId],
    ["user-erased-again", "operator:grace"],
  ]);
  expect((await Users.fromId(other.userId))?.blocked).toBe(false);
});

it("closes a restored administrator's account with money, which then holds the erasure up", async () => {
  const [admin, actor] = [await createAccount("ADMIN"), await createAccount("ADMIN")];
  await ensure(actor, "EUR");
  await deposit(walletRef(walletId("live", actor.userId, "EUR")), 700n);
  await backUp();
  await recordErased({ userId: actor.userId, erasedAt: Clock.nowIso() });
  await recordErased({ userId: admin.userId, erasedAt: Clock.nowIso() });
  await restore();
  await eraseAgain(operator, actor.userId);
  await expect(eraseAgain(operator, admin.userId)).rejects.toMatchObject({ code: "LAST_ADMINISTRATOR" });
  await runDue();
  expect(await statusOf(actor)).toBe("held-up");
  expect(await Users.fromId(actor.userId)).toMatchObject({ blocked: true, role: "PARTICULIER" });
  const { items: held } = await HeldUp.list(await refreshActor(admin), { limit: 50 });
  expect(held).toMatchObject([{ userId: actor.userId, status: "running", reasons: [{ code: "MONEY" }] }]);
});

it("holds the erasure of a restored account up until its blockers are settled, and deletes no data before", async () => {
  const [actor, admin] = [await createAccount(), await createAccount("ADMIN")];
  const { userId } = actor;
  const runs = { subscriptionId: "sub_1", createdSeconds: 1n, status: "active" };
  const plan = userPlan.item({ userId, version: 1n, subscriptions: [runs] });
  await Table.put(plan);
  await recordErased({ userId, erasedAt: Clock.nowIso() });
  await eraseAgain(operator, userId);
  await runDue();
  expect(await statusOf(actor)).toBe("held-up");
  const { items: held } = await HeldUp.list(admin, { limit: 50 });
  expect(held).toMatchObject([{ userId, status: "running", reasons: [{ code: "SUBSCRIPTION" }] }]);
  expect(await Table.find(erasure, { userId })).toMatchObject({ stepsDone: ["farewell"] });
  expect((await Users.fromId(userId))?.email).not.toBe("");
  await Table.remove(userPlan.key({ userId }));
  Clock.setOffset(Clock.offset() + 86_400_000);
  await runDue();
  expect(await statusOf(actor)).toBe("erased");
});

const suspenseBalance = (asset: string) => Ledger.balance("suspense", asset);
/** Returns the flagged amounts and causes of a user in suspense. */
async function flaggedMoney({ userId }: WebActor, asset: string) {
  const flags = (await Table.queryAll({ pk: flag.partition({}) })).map((item) => flag.parse(item));
  const own = flags.filter((one) => one.userId === userId && one.asset === asset && !one.resolution);
  expect(new Set(own.map(({ why }) => why))).toEqual(new Set([OWNER_ERASED]));
  return own.reduce((sum, { amount = 0n }) => sum + amount, 0n);
}
const move = (from: string, to: string, amount: bigint, initiator?: string) =>
  Policy.post({
    initiator,
    type: "TREASURY_TRANSFER",
    postings: Ledger.move(
      { account: from, asset: token.symbol },
      { account: to, asset: token.symbol },
      amount,
    ),
    actorId: "test",
    reason: "a test",
    result: () => undefined,
  });

it("withdraws stakes and shares of a restored account into suspense with flags, also locked ones", async () => {
  const actor = await createAccount();
  await Supply.issue("live");
  await Funding.open("live");
  await provideLiquidity("ETH-USDC", "1", "4000", actor);
  await Farming.stakeShares(actor, { farmId: "eth-usdc", amount: "10" });
  await depositUnits(actor, token.symbol, "300");
  await Staking.stake(actor, { poolId: "flexible", amount: "100" });
  await Staking.stake(actor, { poolId: "locked-90", amount: "200" });
  Clock.setOffset(Clock.offset() + 86_400_000);
  await recordErased({ userId: actor.userId, erasedAt: Clock.nowIso() });
  await eraseAgain(operator, actor.userId);
  await runDue();
  expect(await statusOf(actor)).toBe("erased");
  expect(await suspenseBalance(token.symbol)).toBeGreaterThan(tokens(300));
  // Except for the pool's rounding.
  expect(await suspenseBalance("ETH")).toBeGreaterThan(10n ** 18n - 10n ** 9n);
  expect(await suspenseBalance("USDC")).toBeGreaterThan(4_000_000_000n - 10n);
  for (const asset of ["ETH", "USDC", token.symbol])
    expect(await flaggedMoney(actor, asset), asset).toBe(await suspenseBalance(asset));
  expect(await differencesWithoutSupply()).toEqual([]);
});

it("withdraws rewards without a position, staking rewards only once their account has funds", async () => {
  const [actor, admin] = [await createAccount(), await createAccount("ADMIN")];
  const { userId } = actor;
  await Supply.issue("live");
  await Funding.open("live");
  await provideLiquidity("ETH-USDC", "1", "4000", actor);
  const { position: farmed } = await Farming.stakeShares(actor, { farmId: "eth-usdc", amount: "10" });
  await depositUnits(actor, token.symbol, "300");
  const { position: first } = await Staking.stake(actor, { poolId: "flexible", amount: "100" });
  await Staking.stake(actor, { poolId: "flexible", amount: "200" });
  Clock.setOffset(Clock.offset() + 86_400_000);
  const pot = await Ledger.balance("rewards", token.symbol);
  await move("rewards", "treasury", pot);
  await withdrawShares(actor, { positionId: farmed.id, amount: "10" });
  // The stake was paid without its rewards.
  await unstake(actor, { positionId: first.id, amount: "100" });
  const wallet = walletRef(walletId("live", userId, token.symbol));
  const { available } = await balanceNow(wallet);
  await move(wallet.account, "treasury", available, wallet.account);
  await recordErased({ userId, erasedAt: Clock.nowIso() });
  await eraseAgain(operator, userId);
  await runDue();
  const { items: held } = await HeldUp.list(await refreshActor(admin), { limit: 50 });
  expect(held.map(({ reasons }) => reasons.map(({ code }) => code))).toEqual([["STAKES"]]);
  const before = await suspenseBalance(token.symbol);
  expect(before).toBeGreaterThan(tokens(200));
  await move("treasury", "rewards", pot);
  Clock.setOffset(Clock.offset() + 86_400_000);
  await runDue();
  expect(await statusOf(actor)).toBe("erased");
  expect(await suspenseBalance(token.symbol)).toBeGreaterThan(before);
  expect(await flaggedMoney(actor, token.symbol)).toBe(await suspenseBalance(token.symbol));
  expect(await differencesWithoutSupply()).toEqual([]);
});

it("ignores a share that is too small to be withdrawn", async () => {
  const [actor, other] = [await createAccount(), await createAccount()];
  await provideLiquidity("ETH-USDC", "1", "4000", other);
  await Table.put(
    LiquidityPosition.item({
      ...{ mode: "live", userId: actor.userId, pairId: "ETH-USDC", positionId: Ids.create("event") },
      ...{ lpTokens: 1n, farmed: 0n, token0Deposited: 1n, token1Deposited: 1n, rootDeposited: 0n },
      ...{ createdAt: Clock.nowIso(), version: 1n },
    }),
  );
  await recordErased({ userId: actor.userId, erasedAt: Clock.nowIso() });
  await eraseAgain(operator, actor.userId);
  await runDue();
  expect(await statusOf(actor)).toBe("erased");
});

it("flags the money that an expired reservation or a cleared card payment releases", async () => {
  const actor = await createAccount();
  const wallet = walletRef(walletId("live", actor.userId, "EUR"));
  await ensure(actor, "EUR");
  await deposit(wallet, 700n);
  const expiresAt = new Date(Clock.nowMs() + 3_600_000).toISOString();
  const request = {
    walletId: walletId("live", actor.userId, "EUR"),
    amount: "7",
    description: "",
    expiresAt,
  };
  const { holdId } = await Reservations.create(await refreshActor(actor), request);
  vi.stubEnv("CARD_HOLD_HOURS", "1");
  const intent = intentOf(actor);
  await handlePspEvent("payment_intent.succeeded", intent);
  await recordErased({ userId: actor.userId, erasedAt: Clock.nowIso() });
  await eraseAgain(operator, actor.userId);
  await runDue();
  expect(await statusOf(actor)).toBe("held-up");
  Clock.setOffset(Clock.offset() + 86_400_000);
  await expireDue();
  await releaseDue();
  expect((await platformBalances()).suspense).toBe(5700n);
  const flagged = async (source: Reference) => flag.parse((await Table.get(flagKey(source))) ?? {});
  const about = { kind: "suspense", why: RECEIVER_ERASED, userId: actor.userId, asset: "EUR" };
  expect(await flagged({ kind: "hold", id: holdId })).toMatchObject({ ...about, amount: 700n });
  const ofPayment = { kind: "payment_intent", id: intent.id } as const;
  expect(await flagged(ofPayment)).toMatchObject({ ...about, amount: 5000n });
  await runDue();
  expect(await statusOf(actor)).toBe("erased");
  await handlePspEvent("charge.refunded", chargeOf(intent, { amount_refunded: 5000 }));
  expect((await platformBalances()).suspense).toBe(700n);
  expect(await flagged(ofPayment)).toMatchObject({ amount: 0n, resolution: { by: "psp" } });
});

it("ignores an account that is not in the table", async () => {
  const userId = Ids.create("user");
  await recordErased({ userId, erasedAt: Clock.nowIso() });
  expect(await statusOf({ userId })).toBe("unknown");
  await expect(eraseAgain(operator, userId)).rejects.toMatchObject({ code: "AUTH_USER_NOT_FOUND" });
});

it("postpones an erasure that may have been canceled once per restore, and notifies its user", async () => {
  const [called, waits, early] = [await createAccount(), await createAccount(), await createAccount()];
  await passGracePeriod(called);
  await requestErasure(await refreshActor(waits));
  const moment = Clock.nowIso();
  await backUp();
  await Sessions.start(await Users.readOwn(called), { ip: "192.0.2.9", userAgent: "test" });
  await restore();
  const before = await Table.find(erasure, waits);
  expect(await postponeErasures(moment, false)).toBe(1);
  expect(await postponeErasures(moment, true)).toBe(1);
  await runDue();
  const user = await Users.fromId(called.userId);
  expect(user?.closedAt).toBeUndefined();
  expect(Date.parse(user?.erasureAt ?? "") - Clock.nowMs()).toBeGreaterThan(6 * 86_400_000);
  const sent = (await outboxPayloads("account-erasure-asked")).filter(
    (one) => one["userId"] === called.userId,
  );
  expect(sent.map(({ dueAt }) => dueAt)).toContain(user?.erasureAt);
  // A user with a distant due date has time to cancel again.
  expect(await Table.find(erasure, waits)).toEqual(before);
  expect((await Users.fromId(early.userId))?.erasureAt).toBeUndefined();
  // Only once for repeated runs, because the law allows a month and each email states the due date.
  const dueOf = async () => (await Users.fromId(called.userId))?.erasureAt;
  for (const days of [0, 2]) {
    Clock.setOffset(Clock.offset() + days * 86_400_000);
    for (const change of [false, true]) expect(await postponeErasures(moment, change)).toBe(0);
    expect(await dueOf()).toBe(user?.erasureAt);
  }
  const emails = async () =>
    (await outboxPayloads("account-erasure-asked")).filter((one) => one["userId"] === called.userId);
  expect(await emails()).toHaveLength(2);
  // Another restore loses other cancellations.
  expect(await postponeErasures(Clock.nowIso(), true)).toBe(1);
  expect(await emails()).toHaveLength(3);
});

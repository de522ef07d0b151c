import { afterAll, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { has, someone } from "../../../tests/support/ledger.ts";
import {
  DAY,
  interest,
  outcomes,
  positionOf,
  staked,
  tokens,
  withStoppedClock,
} from "../../../tests/support/staking.ts";
import { audit } from "../../audit/index.ts";
import type { UserActor } from "../../identity/actor.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Wallets from "../../wallets/index.ts";
import { claim } from "./index.ts";
import type { Claimed } from "./schema.ts";
import { token } from "./token.ts";
import { unstake } from "./unstake.ts";

withDatabase();
const clock = withStoppedClock();

afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

const code = (expected: string, details?: object) =>
  expect.objectContaining({ code: expected, ...(details && { details: expect.objectContaining(details) }) });
const take = (actor: UserActor, positionId: string, amount: string, forceEarly?: boolean) =>
  unstake(actor, { positionId, amount, forceEarly });

describe("claiming", () => {
  it("pays what has accrued out of the rewards account, once, and resets it", async () => {
    const { actor, wallet, id } = await staked("locked-365", 1000);
    const pot = await Ledger.balance("rewards", token.symbol);
    clock.advance(30 * DAY);
    const due = interest(tokens(1000), 2500n, 30 * DAY);
    expect((await positionOf(actor, id))?.rewards).toBe(due);
    const paid = await claim(actor, id);
    expect(paid).toEqual({
      positionId: id,
      claimed: due,
      rewards: 0n,
      entryId: expect.stringMatching(/^txn_/),
      createdAt: expect.any(String),
      transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
    expect(await positionOf(actor, id)).toMatchObject({
      rewards: 0n,
      amount: tokens(1000),
      status: "active",
    });
    expect(await has(wallet)).toEqual({ available: due, held: tokens(1000) });
    expect(await Ledger.balance("rewards", token.symbol)).toBe(pot - due);
    clock.advance(1);
    expect((await positionOf(actor, id))?.rewards).toBe(interest(tokens(1000), 2500n, 1));
  });

  it("with nothing accrued pays 0, writes nothing and has no transaction; also a second time in the same second", async () => {
    const { actor, wallet, id } = await staked("flexible", 100);
    const nothing = {
      positionId: id,
      claimed: 0n,
      rewards: 0n,
      transactionHash: "",
      entryId: "",
      createdAt: expect.any(String),
    };
    expect(await claim(actor, id)).toEqual(nothing);
    clock.advance(0.999);
    expect(await claim(actor, id)).toEqual(nothing);
    clock.advance(DAY);
    expect((await claim(actor, id)).claimed).toBe(interest(tokens(100), 800n, DAY));
    const { transactions } = await Wallets.fromId(actor, wallet.account.slice("wallet:".length));
    const before = await has(wallet);
    expect(await claim(actor, id)).toEqual(nothing);
    expect(await has(wallet)).toEqual(before);
    const after = await Wallets.fromId(actor, wallet.account.slice("wallet:".length));
    expect(after.transactions).toEqual(transactions);
    expect(after.stats.transactionCount).toBe(3);
  });

  it("with nothing accrued under a key, many at once, answers the same for ever", async () => {
    const { actor, id } = await staked("flexible", 100);
    const key = Idempotency.claim<Claimed>(actor.userId, "claim", Ids.secret(), {});
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => claim(actor, id, key)));
    expect(outcomes(all)).toEqual([...Array(4).fill("AlreadyDone"), "done"]);
    clock.advance(DAY);
    const again = await claim(actor, id, key).catch((error: Idempotency.AlreadyDone) => error);
    expect(again).toBeInstanceOf(Idempotency.AlreadyDone);
    expect(Idempotency.replay(key, (again as Idempotency.AlreadyDone).item)).toMatchObject({
      result: { claimed: 0n },
    });
    expect((await positionOf(actor, id))?.rewards).toBe(interest(tokens(100), 800n, DAY));
  });

  it("by eight at once pays once", async () => {
    const { actor, wallet, id } = await staked("locked-90", 500);
    clock.advance(10 * DAY);
    const all = await Promise.all(Array.from({ length: 8 }, () => claim(actor, id)));
    const due = interest(tokens(500), 1500n, 10 * DAY);
    expect(all.filter(({ claimed }) => claimed > 0n)).toMatchObject([{ claimed: due }]);
    expect(await has(wallet)).toEqual({ available: due, held: tokens(500) });
  });

  it("of somebody else's position, or of none, is refused", async () => {
    const { actor, id } = await staked("flexible", 100);
    clock.advance(DAY);
    for (const positionId of [id, Ids.create("stake"), "stk_", "", `${id}#`, id.toUpperCase(), "__proto__"]) {
      await expect(claim(someone("ADMIN"), positionId)).rejects.toEqual(code("POSITION_NOT_FOUND"));
      await expect(take(someone(), positionId, "1")).rejects.toEqual(code("POSITION_NOT_FOUND"));
    }
    expect((await claim(actor, id)).claimed).toBeGreaterThan(0n);
  });
});

import { afterAll, expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { readBalances } from "../../../tests/support/ledger.ts";
import { createMember, type Member } from "../../../tests/support/transfers.ts";
import { audit } from "../../audit/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { walletId, walletRef } from "../../ledger/accounts.ts";
import { capture, expireDue, release } from "./end.ts";
import { balanceOf, create } from "./index.ts";

/** Concurrent requests for reservations in several processes, without the local mutex. */

vi.mock("../../platform/mutex/index.ts", () => import("../../../tests/support/without-mutex.ts"));

const database = withDatabase();
afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

const reserve = ({ actor, id }: Member, amount: string) => {
  const expiresAt = new Date(Clock.nowMs() + 60_000).toISOString();
  return create(actor, { walletId: id, amount, expiresAt, description: "" });
};
const balances = ({ id }: Member) => readBalances(walletRef(id));
const rejectsWith = (work: Promise<unknown>, code: string) => expect(work).rejects.toMatchObject({ code });

/** Runs `other` to completion before the first call of this operation of `work`. */
function interrupt<T>(operation: string, work: () => Promise<T>, other: () => Promise<unknown>): Promise<T> {
  let isDone = false;
  return interleave(database.endpoint, work, (request) => {
    if (isDone || request.operation !== operation) return undefined;
    isDone = true;
    return other();
  });
}

it("does not expire a reservation that its owner releases concurrently", async () => {
  const ada = await createMember("Ada", 1000n);
  const { holdId, expiresAt } = await reserve(ada, "5");
  const expire = () => Clock.at(Date.parse(expiresAt), expireDue);
  expect(await interrupt("TransactWriteItems", expire, () => release(ada.actor, holdId))).toBe(0);
  expect(await balances(ada)).toEqual({ available: 1000n, held: 0n });
});

it("pays and releases no cent twice under concurrent captures and a release", async () => {
  const [ada, ben] = [await createMember("Ada", 1000n), await createMember("Ben")];
  const pay = (holdId: string, amount?: string) => capture(ada.actor, holdId, { toWalletId: ben.id, amount });
  const before = "TransactWriteItems";
  const one = await reserve(ada, "5");
  const freed = await interrupt(
    before,
    () => release(ada.actor, one.holdId),
    () => pay(one.holdId, "2"),
  );
  expect(freed).toMatchObject({ captured: 200n, released: 300n, status: "released" });
  const two = await reserve(ada, "5");
  const paid = await interrupt(
    before,
    () => pay(two.holdId),
    () => pay(two.holdId, "1"),
  );
  expect(paid).toMatchObject({ captured: 500n, status: "captured" });
  const three = await reserve(ada, "3");
  const late = interrupt(
    before,
    () => pay(three.holdId),
    () => release(ada.actor, three.holdId),
  );
  await rejectsWith(late, "HOLD_CLOSED");
  expect([await balances(ada), await balances(ben)]).toEqual([
    { available: 300n, held: 0n },
    { available: 700n, held: 0n },
  ]);
});

it("reads a wallet's balance together with its open reservations", async () => {
  const ada = await createMember("Ada", 1000n);
  const one = await reserve(ada, "1");
  const seen = await interrupt(
    "TransactGetItems",
    () => balanceOf(ada.actor, ada.id),
    async () => {
      await release(ada.actor, one.holdId);
      await reserve(ada, "2");
    },
  );
  expect(seen).toMatchObject({
    asset: "EUR",
    available: 800n,
    held: 200n,
    reservations: [{ amount: 200n }],
  });
  const dollars = walletId("live", ada.actor.userId, "USD");
  await rejectsWith(balanceOf(ada.actor, dollars), "WALLET_NOT_FOUND");
  expect(await balanceOf(ada.actor, ada.id)).toEqual(seen);
});

import { afterAll, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { createFundedWallet, deposit, newActor } from "../../../tests/support/ledger.ts";
import { audit } from "../../audit/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { HOUR_MS } from "../../kernel/time.ts";
import { walletOf } from "../../ledger/accounts.ts";
import type { AccountRef } from "../../ledger/schema.ts";
import { type StatementRequest, statementOf } from "./index.ts";

/** Statements under concurrent entries, and with cursors of other requests. */

const database = withDatabase();

afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

/** Creates a wallet with three entries, an hour apart, the last of which is an hour old. */
async function lived() {
  const actor = newActor();
  const wallet = await createFundedWallet(actor, "EUR", 0n);
  const startMs = Clock.nowMs() - 4 * HOUR_MS;
  const at = (hours: number) => new Date(startMs + hours * HOUR_MS).toISOString();
  for (const hours of [1, 2, 3]) await Clock.at(Date.parse(at(hours)), () => deposit(wallet, 100n));
  const ask = (asked: Partial<StatementRequest>) =>
    statementOf(actor, { walletId: walletOf(wallet.account) ?? "", limit: 100, ...asked });
  return { wallet, at, ask };
}

it("closes a statement with its last entry, even if another entry is posted while it is read", async () => {
  const { wallet, ask } = await lived();
  const lagging = (ref: AccountRef) => Clock.at(Clock.nowMs() - HOUR_MS / 2, () => deposit(ref, 7n));
  for (let before = 1; before <= 4; before++) {
    let calls = 0;
    const { lines, closing, now } = await interleave(
      database.endpoint,
      () => ask({}),
      () => (++calls === before ? lagging(wallet) : undefined),
    );
    expect(calls).toBe(4);
    const last = lines.at(-1);
    expect([closing.entries, closing.head], `call ${before}`).toEqual([last?.sequence, last?.hash]);
    // The wallet has at least as many entries now as in the statement.
    expect(now.entries, `call ${before}`).toBeGreaterThanOrEqual(closing.entries);
  }
});

it("rejects a cursor of a statement of another period", async () => {
  const { at, ask } = await lived();
  const { next } = await ask({ limit: 1 });
  expect((await ask({ after: next })).lines).toHaveLength(2);
  for (const asked of [{ from: at(2) }, { to: at(1) }])
    await expect(ask({ ...asked, after: next }), JSON.stringify(asked)).rejects.toMatchObject({
      code: "INVALID_REQUEST",
    });
});

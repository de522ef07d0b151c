import { beforeEach, describe, expect, it } from "vitest";
import { newEmail } from "../../tests/support/addresses.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { onWeb } from "../../tests/support/identity.ts";
import { depositMany } from "../../tests/support/ledger.ts";
import { fundAccount } from "../../tests/support/money.ts";
import { sendMoney } from "../../tests/support/transfers.ts";
import type { WebActor } from "../identity/actor.ts";
import { create } from "../identity/users.ts";
import { walletId, walletRef } from "../ledger/accounts.ts";
import * as History from "./index.ts";

/** The search in a long history. */

withDatabase();

let ada: WebActor;
let eur = "";
beforeEach(async () => {
  const [user, ben] = [
    await create({ name: "Ada Lovelace", email: newEmail(), emailVerified: true }),
    await create({ name: "Ben Lovelace", email: newEmail(), emailVerified: true }),
  ];
  ada = onWeb(user);
  eur = await fundAccount(ada.userId, "EUR", 10_000n);
  const toAccountId = walletId("live", ben.userId, "EUR");
  await sendMoney(ada, { fromAccountId: eur, toAccountId, amount: "1", description: "needle" });
  await depositMany(
    walletRef(eur),
    Array.from({ length: 1_020 }, () => 1n),
  );
});

describe("a search that matches little", () => {
  it("reads at most 500 movements for a page, and returns an empty page with a cursor to the rest", async () => {
    const search = (cursor?: string) => History.search(ada, { limit: 20, q: "needle", cursor });
    const pages = [await search()];
    for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next)
      pages.push(await search(next));
    expect(pages.map(({ transactions }) => transactions.length)).toEqual([0, 0, 1]);
    expect(pages.at(-1)?.transactions).toMatchObject([{ description: "needle", amount: 100n }]);
  });

  it("finds each match once in pages that end in the middle of what was read", async () => {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await History.search(ada, { limit: 70, minAmount: "0.01", maxAmount: "0.01", cursor });
      expect(page.transactions.length).toBeLessThanOrEqual(70);
      found.push(...page.transactions.map(({ id }) => id));
      cursor = page.next;
    } while (cursor !== undefined);
    expect([found.length, new Set(found).size]).toEqual([1_020, 1_020]);
  });
});

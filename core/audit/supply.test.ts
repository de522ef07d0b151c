import { expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { newActor } from "../../tests/support/ledger.ts";
import { newSandbox } from "../../tests/support/sandboxes.ts";
import * as Assets from "../kernel/assets/index.ts";
import { systemRef, walletId, walletRef } from "../ledger/accounts.ts";
import * as Ledger from "../ledger/index.ts";
import * as Supply from "../ledger/supply.ts";
import * as Policy from "../policy/index.ts";
import { audit } from "./index.ts";

withDatabase();

const { symbol } = Assets.native;

it("the audit reports more tokens in a sandbox's ledger than were issued there", async () => {
  expect((await audit()).differences).toEqual([]);
  await Supply.issue("live");
  const { userId } = newActor();
  const sandbox = newSandbox();
  const wallet = walletRef(walletId(sandbox, userId, symbol));
  await Policy.post({
    type: "DEPOSIT",
    postings: Ledger.move(systemRef(sandbox, "clearing:bank", symbol), wallet, 5n * 10n ** 18n),
    initiator: wallet.account,
    opens: [wallet],
    actorId: "test",
    reason: "out of nothing",
    result: () => undefined,
  });
  expect((await audit()).differences).toEqual([
    `the accounts of the ${sandbox} ledger hold 5 ${symbol}, but 0 ${symbol} were issued`,
  ]);
  await Supply.issue(sandbox);
  expect((await audit()).differences).toEqual([
    `the accounts of the ${sandbox} ledger hold 1000000005 ${symbol}, but 1000000000 ${symbol} were issued`,
  ]);
});

import { isValidIBAN } from "ibantools";
import { afterEach, expect, it } from "vitest";
import { setVariables } from "../../local/environment.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { createFundedWallet, newActor } from "../../tests/support/ledger.ts";
import type { UserActor } from "../identity/actor.ts";
import { walletId, walletOf } from "../ledger/accounts.ts";
import { accountIban } from "../ledger/entity.ts";
import * as Table from "../platform/table/index.ts";
import { depositAddress } from "./deposit-address.ts";

withDatabase();

let unset = () => {};
const rangeIs = (range: string) => {
  unset();
  unset = setVariables({ IBAN_RANGE: range });
};
afterEach(() => unset());

const ibanOf = async (actor: UserActor) =>
  (await depositAddress(actor, walletId(actor.mode, actor.userId, "EUR"))).address;

it("returns the IBAN of a euro account, unchanged after the range of IBANs changes", async () => {
  rangeIs("FR9999900001");
  const actor = newActor();
  const wallet = await createFundedWallet(actor, "EUR", 0n);
  const iban = await ibanOf(actor);
  expect(isValidIBAN(iban)).toBe(true);
  rangeIs("FR9999900002");
  expect(await ibanOf(actor)).toBe(iban);
  expect(await Table.find(accountIban, { iban })).toEqual({ walletId: walletOf(wallet.account) });
});

it("assigns no IBAN to an account that was opened without a range", async () => {
  rangeIs("");
  const actor = newActor();
  await createFundedWallet(actor, "EUR", 0n);
  rangeIs("FR9999900001");
  await expect(ibanOf(actor)).rejects.toMatchObject({ code: "DEPOSITS_UNAVAILABLE" });
});

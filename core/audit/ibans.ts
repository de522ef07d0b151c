import * as z from "zod";
import { walletRef } from "../ledger/accounts.ts";
import { accountIban } from "../ledger/entity.ts";
import { type Checker, kindOf, reading, walletKind } from "./kinds.ts";
import { walletAccountOf } from "./words.ts";

const ibanKind = kindOf(accountIban, accountIban.schema.extend({ iban: z.string() }), { fromKey: ["iban"] });

/** Each IBAN that an account shows leads to that account, and each IBAN that leads to an account is shown by it. */
export function ibans(): Checker {
  const shown = new Set<string>();
  const named = new Set<string>();
  /** Forgets a pair that both sides state, so that a sound table takes no space. */
  const add = (own: Set<string>, other: Set<string>, iban: string, account: string) => {
    if (!other.delete(`${iban} ${account}`)) own.add(`${iban} ${account}`);
  };
  return {
    reads: [
      reading(walletKind, ({ walletId, iban }) => {
        if (iban !== undefined) add(shown, named, iban, walletRef(walletId).account);
      }),
      reading(ibanKind, ({ iban, walletId }) => add(named, shown, iban, walletAccountOf(walletId).account)),
    ],
    compare: () => [
      ...[...shown].map((pair) => {
        const [iban, account] = pair.split(" ");
        return `the account ${account} shows the IBAN ${iban}, which does not bring it in`;
      }),
      ...[...named].map((pair) => {
        const [iban, account] = pair.split(" ");
        return `the IBAN ${iban} brings in to ${account}, which does not show it`;
      }),
    ],
  };
}

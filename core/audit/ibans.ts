import * as z from "zod";
import { walletRef } from "../ledger/accounts.ts";
import { accountIban } from "../ledger/entity.ts";
import { type Checker, kindOf, reading, walletKind } from "./kinds.ts";
import { walletAccountOf } from "./texts.ts";

const ibanKind = kindOf(accountIban, accountIban.schema.extend({ iban: z.string() }), { fromKey: ["iban"] });

/** Each IBAN of an account maps to that account, and each IBAN that maps to an account is shown by it. */
export function ibans(): Checker {
  const shown = new Set<string>();
  const named = new Set<string>();
  /** Removes a pair that both sides state, so that a sound table requires no memory. */
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
        return `the account ${account} shows the IBAN ${iban}, which does not map to it`;
      }),
      ...[...named].map((pair) => {
        const [iban, account] = pair.split(" ");
        return `the IBAN ${iban} maps to ${account}, which does not show it`;
      }),
    ],
  };
}

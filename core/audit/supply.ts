import * as Assets from "../kernel/assets/index.ts";
import type { Mode } from "../kernel/mode.ts";
import { modeOf, systemRef } from "../ledger/accounts.ts";
import { refName } from "../ledger/draft.ts";
import { TOTAL_SUPPLY } from "../ledger/supply.ts";
import type { Account } from "./account.ts";
import type { Accounts } from "./kinds.ts";
import { mayGoNegative, show } from "./words.ts";

/**
 * The supply of the platform's token: all accounts that hold it, users' and the platform's, come to it in each
 * ledger, and to nothing where it was never issued. More came out of nothing.
 */
export function compare(accounts: Accounts): string[] {
  const asset = Assets.native.symbol;
  const ledgers = new Map<Mode, Pick<Account, "ref" | "stored">[]>();
  for (const account of accounts) {
    if (account.ref.asset !== asset) continue;
    const mode = modeOf(account.ref.account);
    const of = ledgers.get(mode);
    if (of) of.push(account);
    else ledgers.set(mode, [account]);
  }
  return [...ledgers].flatMap(([mode, ofToken]) => {
    const issuance = systemRef(mode, "issuance", asset);
    const issued = -(ofToken.find(({ ref }) => refName(ref) === refName(issuance))?.stored.available ?? 0n);
    const held = ofToken
      .filter(({ ref }) => !mayGoNegative(ref))
      .reduce((sum, { stored }) => sum + stored.available + stored.held, 0n);
    return [
      ...(issued === TOTAL_SUPPLY || issued === 0n
        ? []
        : [
            `${issuance.account} has issued ${show(issued, issuance)}, but the supply is ${show(TOTAL_SUPPLY, issuance)}`,
          ]),
      ...(held === issued
        ? []
        : [
            `the accounts of the ${mode} ledger hold ${show(held, issuance)}, but ${show(issued, issuance)} were issued`,
          ]),
    ];
  });
}

import { walletOf } from "../ledger/accounts.ts";
import type { Account, Figure } from "./account.ts";
import type { Book } from "./book.ts";
import { isCard } from "./points.ts";
import { mayGoNegative, show } from "./words.ts";

/** What is said of each figure of an account. */
const figures: Readonly<Record<Figure, string>> = {
  available: "available balance",
  held: "held balance",
  totalDeposits: "total of deposits",
  totalWithdrawals: "total of withdrawals",
  transactionCount: "number of transactions",
};

/** Returns the differences between the journal and the accounts, in words, with both figures. */
export function differences(book: Book): string[] {
  return [
    ...book.problems,
    ...[...book.accounts.values()].flatMap(ofAccount),
    ...[...perAsset(book)].flatMap(([asset, { users, system }]) =>
      users + system === 0n
        ? []
        : [`all accounts of ${asset} should sum to zero, but come to ${show(users + system, { asset })}`],
    ),
  ];
}

function ofAccount(account: Account): string[] {
  const { ref, computed, stored, state, onHold } = account;
  const isUsers = walletOf(ref.account) !== undefined;
  if (isUsers && !state) return [`${ref.account} is in the journal, but the table has no such account`];
  const said = (figure: Figure, amount: bigint) =>
    figure === "transactionCount" ? amount.toString() : show(amount, ref);
  const wrong = (Object.keys(figures) as Figure[])
    .filter((figure) => computed[figure] !== stored[figure])
    .map(
      (figure) =>
        `${ref.account}: the ${figures[figure]} is ${said(figure, stored[figure])}, ` +
        `but the journal gives ${said(figure, computed[figure])}`,
    );
  const negative = (["available", "held"] as const)
    .filter((bucket) => stored[bucket] < 0n && !mayGoNegative(ref))
    .map((bucket) => `${ref.account}: the ${figures[bucket]} is ${show(stored[bucket], ref)}: below zero`);
  const holds =
    onHold === stored.held
      ? []
      : [`${ref.account}: ${show(stored.held, ref)} is held, but its holds come to ${show(onHold, ref)}`];
  const latest =
    !state || state.lastEntryAt === account.latestLineAt
      ? []
      : [
          `${ref.account}: its latest entry was at ${state.lastEntryAt}, its history ends at ${account.latestLineAt}`,
        ];
  return [...wrong, ...negative, ...holds, ...latest];
}

/**
 * Accounts whose chain, history or holds are not what the journal makes of them: a second pass says where.
 */
export const suspects = (book: Book): Account[] =>
  [...book.accounts.values()].filter(
    (account) =>
      (account.state && account.linkEnds !== account.linkStarts) ||
      (account.state && agrees(account) && account.balanceEnds !== account.balanceStarts) ||
      account.linesComputed !== account.linesStored ||
      account.holdsComputed !== account.holdsStored,
  );

/** Whether an account has what the journal gives: else that is said, and its running balance need not be. */
const agrees = ({ computed, stored }: Account): boolean =>
  (Object.keys(figures) as Figure[]).every((figure) => computed[figure] === stored[figure]);

/** What users have of each asset, on loyalty cards too, and what the platform's accounts have: opposite figures. */
export function perAsset(book: Book): Map<string, { users: bigint; system: bigint }> {
  const found = new Map<string, { users: bigint; system: bigint }>();
  for (const { ref, stored } of book.accounts.values()) {
    const sum = found.get(ref.asset) ?? { users: 0n, system: 0n };
    const isUsers = walletOf(ref.account) !== undefined || isCard(ref.account);
    sum[isUsers ? "users" : "system"] += stored.available + stored.held;
    found.set(ref.asset, sum);
  }
  return found;
}

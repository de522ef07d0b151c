import { plus } from "../kernel/sha256.ts";
import { walletOf, walletRef } from "../ledger/accounts.ts";
import { refName } from "../ledger/draft.ts";
import { changes, counters, historyLines } from "../ledger/entry.ts";
import type { AccountRef, AccountState, Entry, Hold, RunningLine } from "../ledger/schema.ts";
import { Account, type Figure } from "./account.ts";
import { entryKind, holdKind, lineKind, reading, reversalKind, shardKind, walletKind } from "./kinds.ts";
import {
  balanceAfter,
  balanceBefore,
  isCard,
  lineParts,
  mayGoNegative,
  problemsOf,
  problemsOfLine,
  problemUnless,
  show,
  walletAccountOf,
} from "./texts.ts";

/** The ledger's own check: collects the journal's and the table's figures of each account. */
export class Book {
  readonly accounts = new Map<string, Account>();
  readonly problems: string[] = [];
  entries = 0;
  openHolds = 0;
  historyLines = 0;
  reversalsComputed = 0n;
  reversalsStored = 0n;

  account(ref: AccountRef): Account {
    const known = this.accounts.get(refName(ref));
    if (known) return known;
    const made = new Account(ref);
    this.accounts.set(refName(ref), made);
    return made;
  }

  readonly reads = [
    reading(entryKind, (entry) => this.addEntry(entry)),
    reading(walletKind, ({ walletId, iban: _, ...state }) => this.addWallet(walletRef(walletId), state)),
    reading(shardKind, ({ balance, ...ref }) => this.addShard(ref, balance)),
    reading(lineKind, (line) => this.addLine(line)),
    reading(holdKind, (hold) => this.addHold(hold)),
    reading(reversalKind, ({ entryId, reversedBy }) => {
      this.reversalsStored = plus(this.reversalsStored, [entryId, reversedBy]);
    }),
  ];

  private addEntry(entry: Entry): void {
    this.entries++;
    const { entryId, link, postings, holds, transactionHash, reverses } = entry;
    this.problems.push(...problemsOf(entry));
    for (const change of changes(postings)) {
      const { computed } = this.account(change);
      computed.available += change.available;
      computed.held += change.held;
      if (walletOf(change.account) === undefined) continue;
      for (const [figure, by] of Object.entries(counters(entry, change))) computed[figure as Figure] += by;
    }
    for (const line of historyLines(entry)) {
      const account = this.account(walletAccountOf(line.walletId));
      account.linesComputed = plus(account.linesComputed, lineParts(line, transactionHash));
    }
    for (const { holdId, change, ...ref } of holds) {
      const account = this.account(ref);
      account.holdsComputed = plus(account.holdsComputed, ["left", holdId], change);
      if (change > 0n) account.holdsComputed = plus(account.holdsComputed, ["whole", holdId], change);
    }
    if (link) {
      const account = this.account(walletAccountOf(walletOf(link.initiator) ?? ""));
      account.linkStarts = plus(account.linkStarts, [link.seq - 1n, link.prevHash]);
      account.linkEnds = plus(account.linkEnds, [link.seq, transactionHash]);
    }
    if (reverses !== undefined) this.reversalsComputed = plus(this.reversalsComputed, [reverses, entryId]);
  }

  private addWallet(ref: AccountRef, state: AccountState): void {
    const account = this.account(ref);
    account.state = state;
    const { head, seq, lineHead, lastEntryAt: _, ...figures } = state;
    Object.assign(account.stored, figures);
    account.linkStarts = plus(account.linkStarts, [seq, head]);
    const { transactionCount, available, held } = state;
    account.balanceStarts = plus(account.balanceStarts, [transactionCount, available, held, lineHead]);
  }

  private addShard(ref: AccountRef, balance: bigint): void {
    this.account(ref).stored.available += balance;
    if (balance < 0n && !mayGoNegative(ref))
      this.problems.push(`a shard of ${ref.account} is at ${show(balance, ref)}: below zero`);
  }

  private addLine(line: RunningLine): void {
    this.historyLines++;
    this.problems.push(...problemsOfLine(line));
    const account = this.account(walletAccountOf(line.walletId));
    account.linesStored = plus(account.linesStored, lineParts(line, line.entryHash));
    account.balanceStarts = plus(account.balanceStarts, balanceBefore(line));
    account.balanceEnds = plus(account.balanceEnds, balanceAfter(line));
    if (line.createdAt > account.latestLineAt) account.latestLineAt = line.createdAt;
  }

  private addHold(hold: Hold): void {
    const { holdId, account, asset, amount, remaining } = hold;
    const ref = { account, asset };
    if (remaining > 0n) this.openHolds++;
    if (remaining < 0n)
      this.problems.push(`of the hold ${holdId}, ${show(remaining, ref)} is left: below zero`);
    const holder = this.account(ref);
    holder.onHold += remaining;
    holder.holdsStored = plus(holder.holdsStored, ["left", holdId], remaining);
    holder.holdsStored = plus(holder.holdsStored, ["whole", holdId], amount);
  }
}

const figures: Readonly<Record<Figure, string>> = {
  available: "available balance",
  held: "held balance",
  totalDeposits: "total of deposits",
  totalWithdrawals: "total of withdrawals",
  transactionCount: "number of transactions",
};

/** Returns the differences between the journal and the accounts, as sentences with both figures. */
export function differences(book: Book): string[] {
  return [
    ...book.problems,
    ...[...book.accounts.values()].flatMap(ofAccount),
    ...[...perAsset(book)].flatMap(([asset, { users, system }]) =>
      problemUnless(
        users + system === 0n,
        () => `all accounts of ${asset} should sum to zero, but come to ${show(users + system, { asset })}`,
      ),
    ),
  ];
}

function ofAccount(account: Account): string[] {
  const { ref, computed, stored, state, onHold } = account;
  const isUsers = walletOf(ref.account) !== undefined;
  if (isUsers && !state) return [`${ref.account} is in the journal, but the table has no such account`];
  const format = (figure: Figure, amount: bigint) =>
    figure === "transactionCount" ? amount.toString() : show(amount, ref);
  const wrong = (Object.keys(figures) as Figure[])
    .filter((figure) => computed[figure] !== stored[figure])
    .map(
      (figure) =>
        `${ref.account}: the ${figures[figure]} is ${format(figure, stored[figure])}, ` +
        `but the journal gives ${format(figure, computed[figure])}`,
    );
  const negative = (["available", "held"] as const)
    .filter((bucket) => stored[bucket] < 0n && !mayGoNegative(ref))
    .map((bucket) => `${ref.account}: the ${figures[bucket]} is ${show(stored[bucket], ref)}: below zero`);
  return [
    ...wrong,
    ...negative,
    ...problemUnless(
      onHold === stored.held,
      () => `${ref.account}: ${show(stored.held, ref)} is held, but its holds come to ${show(onHold, ref)}`,
    ),
    ...problemUnless(
      !state || state.lastEntryAt === account.latestLineAt,
      () =>
        `${ref.account}: its latest entry was at ${state?.lastEntryAt}, its history ends at ${account.latestLineAt}`,
    ),
  ];
}

/** Returns the accounts whose chain, history or holds differ from the journal, for the second pass. */
export const suspects = (book: Book): Account[] =>
  [...book.accounts.values()].filter(
    (account) =>
      (account.state && account.linkEnds !== account.linkStarts) ||
      (account.state && agrees(account) && account.balanceEnds !== account.balanceStarts) ||
      account.linesComputed !== account.linesStored ||
      account.holdsComputed !== account.holdsStored,
  );

/** Returns whether an account has the journal's figures. If not, its running balance needs no separate report. */
const agrees = ({ computed, stored }: Account): boolean =>
  (Object.keys(figures) as Figure[]).every((figure) => computed[figure] === stored[figure]);

/** Returns the balances of users, loyalty cards included, and of the platform, by asset. They must sum to zero. */
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

import { plus } from "../kernel/sha256.ts";
import { walletOf, walletRef } from "../ledger/accounts.ts";
import { refName } from "../ledger/draft.ts";
import { changes, counters, historyLines } from "../ledger/entry.ts";
import type { AccountRef, AccountState, Entry, Hold, RunningLine } from "../ledger/schema.ts";
import { Account, type Figure } from "./account.ts";
import { entryKind, holdKind, lineKind, reading, reversalKind, shardKind, walletKind } from "./kinds.ts";
import { balanceAfter, balanceBefore, lineParts, mayGoNegative, problemsOf, problemsOfLine, show, walletAccountOf } from "./words.ts";

/** The ledger itself: for each account what the journal makes of it, and what the table has. */
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

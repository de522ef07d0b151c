import { plus } from "../kernel/fingerprint/index.ts";
import { walletOf } from "../ledger/accounts.ts";
import { refName } from "../ledger/draft.ts";
import { changes, counters, historyLines } from "../ledger/entry.ts";
import type { AccountRef, AccountState, Entry, Hold, RunningLine } from "../ledger/schema.ts";
import * as Due from "../platform/due/index.ts";
import { Account, type Figure } from "./account.ts";
import { Cards } from "./cards.ts";
import { Debts } from "./debts.ts";
import { Farms } from "./farms.ts";
import { Ibans } from "./ibans.ts";
import type { Found } from "./items.ts";
import { Payments } from "./payments.ts";
import { Points } from "./points.ts";
import { Claims } from "./pools.ts";
import { Reservations } from "./reservations.ts";
import { Rewards } from "./rewards.ts";
import { Stakes } from "./stakes.ts";
import { Suspense } from "./suspense.ts";
import { Withdrawals } from "./withdrawals.ts";
import {
  balanceAfter,
  balanceBefore,
  lineParts,
  mayGoNegative,
  problemsOf,
  problemsOfLine,
  show,
  walletAccountOf,
} from "./words.ts";

/**
 * What the audit gathers in one pass: for each account what the journal makes of it, and what the table has.
 */

export class Book {
  readonly accounts = new Map<string, Account>();
  /** What pools and positions say of themselves, by the account that must say the same. */
  readonly claims = new Claims();
  /** What farms and positions in them say of each other. */
  readonly farms = new Farms();
  /** What stakes, and the totals of users and pools, say of themselves. */
  readonly stakes = new Stakes();
  /** What pending saveback comes to. */
  readonly rewards = new Rewards();
  /** What purchases with issued cards say of themselves. */
  readonly cards = new Cards();
  /** What withdrawals say of what is held for them. */
  readonly withdrawals = new Withdrawals();
  /** What reservations say of what is held for them. */
  readonly reservations = new Reservations();
  /** What payments of merchants say went back of them. */
  readonly payments = new Payments();
  /** By which IBANs accounts are paid in. */
  readonly ibans = new Ibans();
  /** What users owe. */
  readonly debts = new Debts();
  readonly suspense = new Suspense();
  /** What loyalty cards say is on them. */
  readonly points = new Points();
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

  /** Takes one item of the table into account. */
  add(found: Found): void {
    switch (found.kind) {
      case "entry":
        this.addEntry(found.entry);
        break;
      case "wallet":
        this.addWallet(found.ref, found.state);
        this.ibans.addWallet(found.ref.account, found.iban);
        break;
      case "iban":
        this.ibans.addNaming(found.iban, walletAccountOf(found.walletId).account);
        break;
      case "shard":
        this.account(found.ref).stored.available += found.balance;
        if (found.balance < 0n && !mayGoNegative(found.ref)) {
          this.problems.push(
            `a shard of ${found.ref.account} is at ${show(found.balance, found.ref)}: below zero`,
          );
        }
        break;
      case "line":
        this.addLine(found.line);
        break;
      case "hold":
        this.addHold(found.hold);
        break;
      case "reversal":
        this.reversalsStored = plus(this.reversalsStored, [found.entryId, found.reversedBy]);
        break;
      case "pool":
        this.claims.addPool(found.pool);
        break;
      case "position":
        this.claims.addPosition(found.position);
        this.farms.addLiquidity(found.position);
        break;
      case "farm":
        this.claims.addFarm(found.farm);
        this.farms.addFarm(found.farm);
        break;
      case "farming position":
        this.claims.addFarming(found.position);
        this.farms.addPosition(found.position);
        break;
      case "stake":
        this.stakes.addPosition(found.position);
        break;
      case "stake totals":
        this.stakes.addTotals(found.owner, found.totals);
        break;
      case "staked shard":
        this.stakes.addShard(found, found.part);
        break;
      case "compounding":
        this.stakes.addPlan(found.plan, Due.timeOf(found.plan));
        break;
      case "paid reward":
        this.stakes.rewards.addPaid(found.paid);
        break;
      case "paid sum":
        this.stakes.rewards.addSum(found.owner, found.poolId, found.sum);
        break;
      case "staking pool":
        // Its terms repeat nothing that is elsewhere.
        break;
      case "reward":
        this.rewards.add(found.reward);
        break;
      case "withdrawal":
        this.withdrawals.add(found.withdrawal);
        break;
      case "reservation":
        this.reservations.add(found.reservation, found.dueAt);
        break;
      case "open reservations":
        this.reservations.addOpen(found.open);
        break;
      case "payment":
        this.payments.addPayment(found.payment);
        break;
      case "debt":
        this.debts.add(found.debt);
        break;
      case "suspense":
        this.suspense.add(found.flag);
        break;
      case "loyalty card":
        this.points.add(found.card);
        break;
      case "card authorization":
        this.cards.addAuthorization(found.authorization);
        break;
      case "card transaction":
        this.cards.addTransaction(found.transaction);
        break;
      case "card dispute":
        this.cards.addDispute(found.dispute);
        break;
      case "broken":
        this.problems.push(found.problem);
    }
  }

  private addEntry(entry: Entry): void {
    this.entries++;
    const { entryId, link, postings, holds, transactionHash, reverses } = entry;
    this.problems.push(...problemsOf(entry));
    this.stakes.addEntry(entry);
    this.withdrawals.addEntry(entry);
    this.reservations.addEntry(entry);
    this.payments.addEntry(entry);
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
    this.stakes.addHold(hold);
    this.cards.addHold(hold);
    this.withdrawals.addHold(hold);
    this.reservations.addHold(hold);
    if (remaining > 0n) this.openHolds++;
    if (remaining < 0n)
      this.problems.push(`of the hold ${holdId}, ${show(remaining, ref)} is left: below zero`);
    const holder = this.account(ref);
    holder.onHold += remaining;
    holder.holdsStored = plus(holder.holdsStored, ["left", holdId], remaining);
    holder.holdsStored = plus(holder.holdsStored, ["whole", holdId], amount);
  }
}

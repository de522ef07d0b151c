import * as Assets from "../kernel/assets/index.ts";
import * as Clock from "../kernel/clock/ledger.ts";
import { fail } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import * as Money from "../kernel/money/index.ts";
import { text } from "../kernel/texts/index.ts";
import * as Idempotency from "../platform/idempotency/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { modeOf, walletKey, walletOf } from "./accounts.ts";
import {
  type After,
  assertRule,
  type Draft,
  fits,
  type Request,
  refName,
  resolveWrites,
  type Snapshot,
} from "./draft.ts";
import { journalEntry, reversalMark } from "./entity.ts";
import {
  type AccountChange,
  chained,
  changes,
  counters,
  hashOf,
  historyLines,
  toHistoryItem,
  toItem,
} from "./entry.ts";
import { AccountNotFound, AlreadyReversed, InsufficientBalance } from "./errors.ts";
import { holdWrites } from "./holds.ts";
import type { KnownItems } from "./known-items.ts";
import { EMPTY, newAccount, openingWrites, walletOpened } from "./opening.ts";
import type { AccountState, Balances, Entry, RunningLine } from "./schema.ts";
import { systemWrites } from "./shards.ts";

/** Plans the one transaction that writes a draft. Pure except for the entry's id and time. */

export interface Plan<T> {
  readonly entry: Entry;
  readonly writes: readonly Table.Write[];
  readonly result: T;
  /** The writes that move money, for the assertion of the invariants. */
  readonly moves: {
    readonly users: readonly UserChange[];
    readonly shards: readonly Table.Write[];
    readonly holds: readonly Table.Write[];
  };
}

/** The error of a rejected transaction whose entry is in the journal already, since an earlier response was lost. */
export class Posted extends Error {
  override readonly name = "Posted";
}

/** A user account that an entry changes, before and after it. */
interface UserChange {
  readonly change: AccountChange;
  /** Undefined if the entry opens the account. */
  readonly before: AccountState | undefined;
  readonly after: AccountState;
  /** The line of the account's history, without counterparty and paid debt, which its hash does not cover. */
  readonly line: RunningLine;
}

/**
 * Plans the transaction.
 * @param known records the items that a rejection returns, for the next attempt
 * @throws INSUFFICIENT_BALANCE, INVALID_AMOUNT if a balance would be too large, ACCOUNT_NOT_FOUND,
 *   PLATFORM_ACCOUNT_SHORT, HOLD_NOT_FOUND, HOLD_CLOSED, HOLD_EXCEEDED; ConditionFailed if the items
 *   were not read at one instant
 */
export function plan<T>(
  request: Request<T>,
  draft: Draft<T>,
  snapshot: Snapshot,
  known: KnownItems,
): Plan<T> {
  const moved = changes(draft.postings);
  const entry = entryFrom(request, draft, snapshot, moved);
  const users = moved
    .filter(({ account }) => walletOf(account) !== undefined)
    .map((change) => applyChange(request, entry, change, snapshot));
  const shards = moved
    .filter(({ account }) => walletOf(account) === undefined)
    .flatMap((change) =>
      systemWrites(entry, change, snapshot.shards.get(refName(change)), (ref) => known.readShards(ref)),
    );
  const holds = holdWrites(entry, snapshot.holds, (key, current) => known.correct(key, current));
  const after = afterOf(entry, users, draft, snapshot);
  const result = draft.result(after);
  const opened = users.filter(({ before }) => !before);
  const writes = [
    // First, so that the rejection of a transaction that was applied before states this.
    entryWrite(entry),
    ...Idempotency.recordWrites(request.idempotency, result),
    ...users.map((user) => accountWrite(entry, user, known)),
    ...openingWrites(
      opened.map(({ change }) => change),
      (refs) => {
        known.markClosed(refs);
        return undefined;
      },
    ),
    ...shards,
    ...lineWrites(users, after),
    ...holds,
    ...reversalWrites(entry),
    ...opened.flatMap(({ change, after: state }) => walletOpened(change, state, entry)),
    ...resolveWrites(draft.events, after),
    ...resolveWrites(draft.extraWrites, after).map((write) => known.correctedBy(write)),
  ];
  return { entry, writes, result, moves: { users, shards, holds } };
}

/**
 * Asserts the invariants of the ledger over the writes that are about to be committed: postings of one
 * ledger, a sum of zero per asset, no negative balance of a user account, no negative hold.
 * @throws TypeError
 */
export function assertInvariants({ entry, moves: { users, shards, holds } }: Plan<unknown>): void {
  const modes = new Set(entry.postings.map(({ account }) => modeOf(account)));
  assertRule(modes.size === 1, `the entry ${entry.entryId} is of ${modes.size} ledgers`);
  const moved = new Map<string, bigint>();
  const add = (asset: string, amount: bigint) => moved.set(asset, (moved.get(asset) ?? 0n) + amount);
  for (const { change, before = EMPTY, after } of users) {
    add(change.asset, after.available + after.held - before.available - before.held);
    assertRule(after.available >= 0n && after.held >= 0n, `${change.account} would fall below zero`);
  }
  for (const shard of shards)
    if ("update" in shard) add(String(shard.set?.["asset"]), BigInt(String(shard.add?.["balance"] ?? 0n)));
  for (const [asset, sum] of moved) assertRule(sum === 0n, `the writes of ${asset} sum to ${sum}`);
  for (const hold of holds) {
    const item = "put" in hold ? hold.put : "update" in hold ? hold.set : {};
    assertRule(BigInt(String(item?.["remaining"])) >= 0n, "a hold would fall below zero");
  }
}

function entryFrom<T>(
  { initiator }: Request<T>,
  draft: Draft<T>,
  { state = EMPTY, accounts }: Snapshot,
  moved: readonly AccountChange[],
): Entry {
  // An account's entries are in the order of their times, although the clocks of two machines differ.
  const createdAt = moved
    .map(({ account }) => accounts.get(account)?.lastEntryAt ?? "")
    .reduce((latest, at) => (at > latest ? at : latest), Clock.nowIso());
  const isChained = moved.some(({ account }) => account === initiator);
  const content = {
    entryId: Ids.create("entry", Date.parse(createdAt)),
    type: draft.type,
    postings: draft.postings,
    holds: draft.holds ?? [],
    link:
      isChained && initiator !== undefined
        ? { initiator, seq: state.seq + 1n, prevHash: state.head }
        : undefined,
    actorId: draft.actorId,
    // The table stores UTF-8: a lone surrogate would come back changed and break the hash.
    reason: draft.reason.toWellFormed(),
    reference: draft.reference,
    createdAt,
    reverses: draft.reverses,
  };
  return { ...content, transactionHash: hashOf(content) };
}

/**
 * Applies a change to a user account.
 * @throws ACCOUNT_NOT_FOUND, INSUFFICIENT_BALANCE, INVALID_AMOUNT; ConditionFailed if the items were not read at
 *   one instant
 */
function applyChange<T>(
  { opens = [] }: Request<T>,
  entry: Entry,
  change: AccountChange,
  { accounts }: Snapshot,
): UserChange {
  const before = accounts.get(change.account);
  if (!before && !opens.some(({ account }) => account === change.account)) throw accountMissing(change);
  const state = before ?? EMPTY;
  const available = state.available + change.available;
  const held = state.held + change.held;
  if (available < 0n) throw fail(InsufficientBalance, { details: shortage(entry, change, state) });
  if (held < 0n) throw new Table.ConditionFailed();
  if (!fits(available) || !fits(held))
    throw fail(Money.InvalidAmount, {
      message: text(
        "The balance would exceed the maximum. Enter a smaller amount.",
        "Le solde dépasserait le maximum. Saisissez un montant plus faible.",
      ),
    });
  const added = counters(entry, change);
  const isInitiator = entry.link?.initiator === change.account;
  const line = lineOf(entry, change, state, { available, held });
  return {
    change,
    before,
    line,
    after: {
      available,
      held,
      head: isInitiator ? entry.transactionHash : state.head,
      seq: isInitiator ? state.seq + 1n : state.seq,
      lineHead: line.hash,
      totalDeposits: state.totalDeposits + added.totalDeposits,
      totalWithdrawals: state.totalWithdrawals + added.totalWithdrawals,
      transactionCount: state.transactionCount + added.transactionCount,
      lastEntryAt: entry.createdAt,
    },
  };
}

/** Returns the next line of an account that the entry changes. */
function lineOf(
  entry: Entry,
  { account }: AccountChange,
  { transactionCount, lineHead }: AccountState,
  { available, held }: Balances,
): RunningLine {
  const line = historyLines(entry).find(({ walletId }) => walletId === walletOf(account));
  if (!line) throw new TypeError(`the entry does not change ${account}`);
  return chained({
    ...line,
    sequence: transactionCount + 1n,
    availableAfter: available,
    heldAfter: held,
    entryHash: entry.transactionHash,
    previousHash: lineHead,
  });
}

/** A debited account is the sender, another one the receiver. */
function accountMissing({ available, held, asset }: AccountChange): Error {
  const account = available < 0n || held < 0n ? "sender" : "receiver";
  return fail(AccountNotFound, {
    message: text(
      `The ${account} has no ${asset} account.`,
      `${account === "sender" ? "L'expéditeur" : "Le destinataire"} n'a pas de compte en ${asset}.`,
    ),
    details: { account, currency: asset },
  });
}

/** Returns the details of a shortage. The available balance is shown to the account's owner only. */
function shortage(entry: Entry, change: AccountChange, { available }: AccountState) {
  const decimals = Assets.find(change.asset)?.decimals ?? 0;
  const isOwn = entry.link?.initiator === change.account;
  return {
    required: Money.format(-change.available, decimals),
    ...(isOwn && { available: Money.format(available, decimals) }),
    currency: change.asset,
  };
}

function afterOf(
  { entryId, transactionHash, createdAt }: Entry,
  users: readonly UserChange[],
  { settled, suspended, counterparties }: Draft<unknown>,
  { accounts }: Snapshot,
): After {
  return {
    entryId,
    transactionHash,
    createdAt,
    settled: (account) => settled?.get(account) ?? 0n,
    suspended: (account) => suspended?.get(account) ?? 0n,
    hasLine: (account) => users.some(({ change }) => change.account === account),
    counterparty: (account) => counterparties?.get(account)?.toWellFormed(),
    balances(account) {
      // An account whose whole credit paid a debt is unchanged.
      const changed = users.find(({ change }) => change.account === account)?.after;
      if (!changed && !accounts.has(account))
        throw new TypeError(`${account} is not a user account of the entry`);
      const state = changed ?? accounts.get(account) ?? EMPTY;
      return { available: state.available, held: state.held };
    },
  };
}

const entryWrite = (entry: Entry): Table.Write =>
  Table.appendWrite(toItem(entry), (current) => {
    const isOurs = current && journalEntry.parse(current).transactionHash === entry.transactionHash;
    return isOurs ? new Posted() : undefined;
  });

/**
 * Writes an account only if the state is unchanged since it was read. So the balance after the entry is known, and the chain
 * and the history have no forks.
 */
function accountWrite(
  { createdAt }: Entry,
  { change, before, after }: UserChange,
  known: KnownItems,
): Table.Write {
  const correct = (current: Table.Item | undefined): undefined => {
    known.correct(walletKey(change), current);
  };
  if (!before)
    return {
      put: newAccount(change, after, { createdAt }),
      where: Where.absent,
      // A concurrent request opened the account. This error precedes that of the wallet limit, which now counts it.
      onConditionFailed: (current) => {
        correct(current);
        return new Table.ConditionFailed(current);
      },
    };
  const { available, held, transactionCount, closedAt } = before;
  return {
    update: walletKey(change),
    set: { ...after },
    where: Where.is({ transactionCount, available, held, closedAt }),
    onConditionFailed: correct,
  };
}

/** Writes one history line per user account, with the balance after it. */
const lineWrites = (
  users: readonly UserChange[],
  { counterparty, settled }: Pick<After, "counterparty" | "settled">,
): Table.Write[] =>
  users.map(({ change: { account }, line }) => {
    const [name, paid] = [counterparty(account), settled(account)];
    const beside = {
      ...(name !== undefined && { counterparty: name }),
      ...(paid > 0n && { settled: paid }),
    };
    return { put: toHistoryItem({ ...line, ...beside }) };
  });

const reversalWrites = ({ entryId, reverses }: Entry): Table.Write[] =>
  reverses === undefined
    ? []
    : [
        Table.appendWrite(
          { ...reversalMark.key({ entryId: reverses }), entryId: reverses, reversedBy: entryId },
          () => fail(AlreadyReversed, { details: { entryId: reverses } }),
        ),
      ];

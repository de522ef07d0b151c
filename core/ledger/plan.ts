import * as Assets from "../kernel/assets/index.ts";
import * as Clock from "../kernel/clock/ledger.ts";
import { fail } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import * as Money from "../kernel/money/index.ts";
import { text } from "../kernel/texts/index.ts";
import * as Idempotency from "../platform/idempotency/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { walletKey, walletOf } from "./accounts.ts";
import { walletOpened } from "./api-events.ts";
import { type After, type Draft, fits, given, type Request, refName, type Snapshot } from "./draft.ts";
import { journalEntry, reversalMark } from "./entity.ts";
import {
  type AccountChange,
  changes,
  counters,
  hashOf,
  historyLines,
  toHistoryItem,
  toItem,
} from "./entry.ts";
import { AccountNotFound, AlreadyReversed, InsufficientBalance } from "./errors.ts";
import { holdWrites } from "./holds.ts";
import type { Learned } from "./learned.ts";
import { chained } from "./line-hash.ts";
import { counting, EMPTY, newAccount } from "./opening.ts";
import type { AccountState, Balances, Entry, RunningLine } from "./schema.ts";
import { systemWrites } from "./shards.ts";
import { flagging } from "./suspense.ts";

/**
 * Turns a draft and the snapshot of its accounts into the one transaction that writes it. Pure but for id and
 * clock.
 */

export interface Plan<T> {
  readonly entry: Entry;
  readonly writes: readonly Table.Write[];
  readonly result: T;
}

/** Says of a refused transaction that its entry is in the journal: an earlier answer was lost. */
export class Posted extends Error {
  override readonly name = "Posted";
}

/** A user account that an entry changes: as it was, and as it is after. */
interface Touched {
  readonly change: AccountChange;
  /** Undefined where the entry opens it. */
  readonly before: AccountState | undefined;
  readonly after: AccountState;
  /** Its line, without what only its owner reads beside it. */
  readonly line: RunningLine;
}

/**
 * Plans the transaction.
 * @param learned is told what stands in the way of a write: what the next attempt is planned with
 * @throws INSUFFICIENT_BALANCE, ACCOUNT_NOT_FOUND, PLATFORM_ACCOUNT_SHORT, HOLD_NOT_FOUND, HOLD_CLOSED,
 *   HOLD_EXCEEDED
 */
export function plan<T>(request: Request<T>, draft: Draft<T>, snapshot: Snapshot, learned: Learned): Plan<T> {
  const moved = changes(draft.postings);
  const entry = entryOf(request, draft, snapshot, moved);
  const users = moved
    .filter(({ account }) => walletOf(account) !== undefined)
    .map((change) => touch(request, entry, change, snapshot));
  const after = afterOf(entry, users, draft, snapshot);
  const result = draft.result(after);
  const fresh = users.filter(({ before }) => !before);
  const opened = fresh.map(({ change }) => change);
  const writes = [
    // First, since of a transaction that was applied it says so.
    entryWrite(entry),
    ...Idempotency.recording(request.idempotency, result),
    ...users.map((touched) => accountWrite(entry, touched, learned)),
    ...counting(opened, learned.closed),
    ...moved
      .filter(({ account }) => walletOf(account) === undefined)
      .flatMap((change) => systemWrites(entry, change, snapshot.shards.get(refName(change)), learned.short)),
    ...lineWrites(users, after),
    ...holdWrites(entry, snapshot.holds, learned.hold),
    ...reversalWrites(entry),
    ...fresh.flatMap(({ change, after: state }) => walletOpened(change, state, entry)),
    ...flagging(entry, draft),
    ...given(draft.events, after),
    ...given(draft.extraWrites, after).map(learned.extra),
  ];
  return { entry, writes, result };
}

function entryOf<T>(
  { initiator }: Request<T>,
  draft: Draft<T>,
  { state = EMPTY, accounts }: Snapshot,
  moved: readonly AccountChange[],
): Entry {
  // An account's entries are in the order of their time: clocks of two machines may differ.
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
    // The table keeps UTF-8: half a surrogate pair would come back changed, and break the hash.
    reason: draft.reason.toWellFormed(),
    reference: draft.reference,
    createdAt,
    reverses: draft.reverses,
  };
  return { ...content, transactionHash: hashOf(content) };
}

/**
 * @throws ACCOUNT_NOT_FOUND, INSUFFICIENT_BALANCE, INVALID_AMOUNT; ConditionFailed where what was read is not
 * of one instant
 */
function touch<T>(
  { opens = [] }: Request<T>,
  entry: Entry,
  change: AccountChange,
  { accounts }: Snapshot,
): Touched {
  const before = accounts.get(change.account);
  if (!before && !opens.some(({ account }) => account === change.account)) throw missing(change);
  const state = before ?? EMPTY;
  const available = state.available + change.available;
  const held = state.held + change.held;
  if (available < 0n) throw fail(InsufficientBalance, { details: shortage(entry, change, state) });
  if (held < 0n) throw new Table.ConditionFailed();
  if (!fits(available) || !fits(held))
    throw fail(Money.InvalidAmount, {
      message: text("The balance would be too large.", "Le solde serait trop grand."),
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

/** The line of an account that the entry touches, behind those that it has. */
function lineOf(
  entry: Entry,
  { account }: AccountChange,
  { transactionCount, lineHead }: AccountState,
  { available, held }: Balances,
): RunningLine {
  const line = historyLines(entry).find(({ walletId }) => walletId === walletOf(account));
  if (!line) throw new TypeError(`the entry does not touch ${account}`);
  return chained({
    ...line,
    sequence: transactionCount + 1n,
    availableAfter: available,
    heldAfter: held,
    entryHash: entry.transactionHash,
    previousHash: lineHead,
  });
}

/** Who gives is the sender, whoever only gets is the receiver. */
function missing({ available, held, asset }: AccountChange): Error {
  const account = available < 0n || held < 0n ? "sender" : "receiver";
  return fail(AccountNotFound, {
    message: text(
      `There is no such account: the ${account} has no ${asset} account.`,
      `Ce compte n'existe pas : ${account === "sender" ? "l'expéditeur" : "le destinataire"} n'a pas de compte en ${asset}.`,
    ),
    details: { account, currency: asset },
  });
}

/** What the caller may know of a shortage; `available` only where it is the caller's own. */
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
  users: readonly Touched[],
  { settled, diverted, counterparties }: Draft<unknown>,
  { accounts }: Snapshot,
): After {
  return {
    entryId,
    transactionHash,
    createdAt,
    settled: (account) => settled?.get(account) ?? 0n,
    diverted: (account) => diverted?.get(account) ?? 0n,
    hasLine: (account) => users.some(({ change }) => change.account === account),
    counterparty: (account) => counterparties?.get(account)?.toWellFormed(),
    balances(account) {
      // One whose credit went to what its owner owed is as it was.
      const touched = users.find(({ change }) => change.account === account)?.after;
      if (!touched && !accounts.has(account))
        throw new TypeError(`${account} is not a user account of the entry`);
      const state = touched ?? accounts.get(account) ?? EMPTY;
      return { available: state.available, held: state.held };
    },
  };
}

const entryWrite = (entry: Entry): Table.Write => ({
  put: toItem(entry),
  where: Where.absent,
  refused: (current) => {
    const isOurs = current && journalEntry.parse(current).transactionHash === entry.transactionHash;
    return isOurs ? new Posted() : undefined;
  },
});

/**
 * An account is written over exactly what was read: so its balance after is known, and its chain and history
 * are one line.
 */
function accountWrite(
  { createdAt }: Entry,
  { change, before, after }: Touched,
  learned: Learned,
): Table.Write {
  const refused = learned.account(change);
  if (!before)
    return {
      put: newAccount(change, after, { createdAt }),
      where: Where.absent,
      refused: overtaken(refused),
    };
  const { available, held, transactionCount, closedAt } = before;
  return {
    update: walletKey(change),
    set: { ...after },
    where: Where.is({ transactionCount, available, held, closedAt }),
    refused,
  };
}

/** Somebody else opened the account: that speaks before the limit of accounts, which counts it by now. */
const overtaken =
  (learn: (current: Table.Item | undefined) => void): Table.Meaning =>
  (current) => {
    learn(current);
    return new Table.ConditionFailed(current);
  };

/** One line per user account, with the balance after it. */
const lineWrites = (
  users: readonly Touched[],
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
        {
          put: { ...reversalMark.key({ entryId: reverses }), entryId: reverses, reversedBy: entryId },
          where: Where.absent,
          refused: () => fail(AlreadyReversed, { details: { entryId: reverses } }),
        },
      ];

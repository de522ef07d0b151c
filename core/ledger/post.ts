import * as Clock from "../kernel/clock/ledger.ts";
import { fail, SvcError, Unavailable } from "../kernel/errors.ts";
import * as Idempotency from "../platform/idempotency/index.ts";
import { log } from "../platform/log.ts";
import { exclusive } from "../platform/mutex/index.ts";
import * as Table from "../platform/table/index.ts";
import { userRef, walletKey } from "./accounts.ts";
import { minding, parted, refuseDebtor, settling } from "./debtor.ts";
import { type After, type Draft, type Request, type Snapshot, userAccounts, validate } from "./draft.ts";
import { journalEntry, walletAccount } from "./entity.ts";
import { holdKey, toHold } from "./holds.ts";
import { Learned } from "./learned.ts";
import { apart, counted, limited } from "./moving.ts";
import { type Plan, Posted, plan } from "./plan.ts";
import type { AccountState, Entry, HoldRef, Posting } from "./schema.ts";
import { diverting } from "./suspense.ts";

/**
 * Writing an entry: one read of what it depends on, one transaction, and again where another writer was
 * faster. Nothing in the table is locked. Every user account is written over exactly what was read, so that
 * each line of its history has the balance after it: who pays into one account at the same time is tried
 * again.
 */

/** Makes the draft of what was read. It may wait for what its caller began to read beside it. */
export type MakeDraft<T> = (snapshot: Snapshot) => Draft<T> | Promise<Draft<T>>;

/** A whole entry whose content depends on nothing that is read. */
export type FixedDraft<T> = Draft<T> &
  Pick<Request<T>, "initiator" | "idempotency" | "opens" | "spending" | "collecting" | "moving">;

/**
 * Writes one journal entry with all that belongs to it, or nothing.
 *
 * An entry that depends on something, such as a pool's reserves, is asked for with what it depends on: that
 * is read together with the initiator's account, and the draft is made of it, more than once where others are
 * faster.
 * @throws INSUFFICIENT_BALANCE, ACCOUNT_NOT_FOUND (`details.account` says whose), WALLET_LIMIT_REACHED,
 *   ACCOUNT_IN_DEBT of who is `spending`, KYC_LIMIT_EXCEEDED of who is `moving`, PLATFORM_ACCOUNT_SHORT, HOLD_NOT_FOUND, HOLD_CLOSED, HOLD_EXCEEDED,
 *   CONTENTION; what a refused extra write says; ConditionFailed where a fixed draft's extra write is refused
 *   without a meaning; AlreadyDone, for the chain to replay; TypeError when the entry breaks a rule of the
 *   ledger
 */
export function post<T>(draft: FixedDraft<T>): Promise<T>;
export function post<T>(request: Request<T>, makeDraft: MakeDraft<T>): Promise<T>;
export async function post<T>(first: FixedDraft<T> | Request<T>, makeDraft?: MakeDraft<T>): Promise<T> {
  const [request, make] = makeDraft ? [first as Request<T>, makeDraft] : fixed(first as FixedDraft<T>);
  const accounts = accountsOf(request, makeDraft ? [] : (first as Draft<T>).postings);
  try {
    // What no user has initiated waits for others that pay into the same wallet.
    const [waitsFor] = accountsOf(request);
    return await exclusive(waitsFor, () => attempts(request, make, accounts));
  } catch (error) {
    if (error instanceof SvcError) return Idempotency.refuse(error, request.idempotency);
    throw error instanceof RefusedForGood ? error.cause : error;
  }
}

/** The user accounts of a request, and of the postings of an entry that depends on nothing. */
const accountsOf = <T>(
  { initiator, opens = [] }: Request<T>,
  postings: readonly Posting[] = [],
): string[] => [
  ...new Set([
    ...(initiator === undefined ? [] : [initiator]),
    ...opens.map(({ account }) => account),
    ...userAccounts(postings),
  ]),
];

/**
 * What `post` reads first of a request, or of an entry that depends on nothing: for a handler that has it read ahead.
 */
export function readsOf<T>({ postings, ...asked }: Needs<T>): Table.Reads {
  const accounts = accountsOf<T>(asked, postings);
  return { keys: keysOf(limited(minding(asked, accounts)), accounts) };
}

/** What an entry depends on, as far as that is known before it is made: of one that depends on nothing, its postings. */
export type Needs<T = never> = Omit<Request<T>, "idempotency"> & { readonly postings?: readonly Posting[] };

function fixed<T>(draft: FixedDraft<T>): [Request<T>, MakeDraft<T>] {
  const holds: HoldRef[] = (draft.holds ?? []).filter(({ change }) => change < 0n);
  const extraWrites = (after: After) =>
    (typeof draft.extraWrites === "function" ? draft.extraWrites(after) : (draft.extraWrites ?? [])).map(
      final,
    );
  return [{ ...draft, holds }, () => ({ ...draft, extraWrites })];
}

/**
 * What a fixed draft writes is the same at every attempt: where its condition does not hold, it never will.
 */
class RefusedForGood extends Error {
  constructor(item: Table.Item | undefined) {
    super("a fixed draft is refused", { cause: new Table.ConditionFailed(item) });
  }
}

const final = (write: Table.Write): Table.Write =>
  write.refused === undefined ? { ...write, refused: (current) => new RefusedForGood(current) } : write;

/**
 * Tries until no other writer is faster. The first refusal shows what there is now: good for one attempt at
 * once.
 */
function attempts<T>(asked: Request<T>, makeDraft: MakeDraft<T>, accounts: readonly string[]): Promise<T> {
  const request = limited(minding(asked, accounts));
  let latest: Snapshot | undefined;
  let shards: Snapshot["shards"] = new Map();
  let closed: Snapshot["closed"] = new Set();
  return Table.retry(async (attempt) => {
    const read = latest ?? { ...(await readSnapshot(request, accounts)), shards, closed };
    latest = undefined;
    const [known, moved] = apart(asked, read);
    const [own, debts] = parted(asked, known);
    refuseDebtor(asked, debts);
    const wanted = counted(asked, moved, settling(await makeDraft(own), debts));
    const snapshot = await withAccounts(request, read, wanted);
    const draft = asked.collecting ? diverting(wanted, snapshot) : wanted;
    validate(draft);
    const learned = new Learned(request as Request<never>, snapshot);
    try {
      return await send(plan(request, draft, snapshot, learned), draft.diverted);
    } finally {
      if (attempt === 1 && learned.snapshot !== snapshot) latest = learned.snapshot;
      ({ shards, closed } = learned.snapshot);
    }
  });
}

const keysOf = <T>(
  { holds = [], reads = [] }: Pick<Request<T>, "holds" | "reads">,
  names: readonly string[],
): Table.Key[] => [
  ...names.map((name) => walletKey(userRef(name))),
  ...holds.map(({ holdId }) => holdKey(holdId)),
  ...reads,
];

/** Reads user accounts, the holds and the caller's items in one round trip. */
async function readSnapshot<T>(
  { initiator, holds = [], reads = [] }: Request<T>,
  names: readonly string[],
): Promise<Snapshot> {
  const items = await Table.getMany(keysOf({ holds, reads }, names));
  const accounts = new Map(names.map((name, index) => [name, stateOf(items[index])]));
  const readsAt = names.length + holds.length;
  const found = items
    .slice(names.length, readsAt)
    .map(toHold)
    .filter((hold) => hold !== undefined);
  return {
    state: initiator === undefined ? undefined : accounts.get(initiator),
    accounts,
    holds: new Map(found.map((hold) => [hold.holdId, hold])),
    shards: new Map(),
    closed: new Set(),
    items: items.slice(readsAt),
  };
}

/** The snapshot with the accounts that the draft turned out to move: of the caller's items, or read now. */
async function withAccounts<T>(
  { reads = [] }: Request<T>,
  snapshot: Snapshot,
  { postings }: Draft<T>,
): Promise<Snapshot> {
  const accounts = new Map(snapshot.accounts);
  const missing: string[] = [];
  for (const name of userAccounts(postings).filter((account) => !accounts.has(account))) {
    const { pk, sk } = walletKey(userRef(name));
    const index = reads.findIndex((key) => key.pk === pk && key.sk === sk);
    if (index >= 0) accounts.set(name, stateOf(snapshot.items[index]));
    else missing.push(name);
  }
  const items = await Table.getMany(missing.map((name) => walletKey(userRef(name))));
  for (const [index, name] of missing.entries()) accounts.set(name, stateOf(items[index]));
  return { ...snapshot, accounts };
}

const stateOf = (item: Table.Item | undefined): AccountState | undefined => item && walletAccount.parse(item);

/**
 * How far machines' clocks may differ. An account that one stamped further ahead is not found at an instant
 * before it.
 */
const SKEW_MS = 60_000;

/**
 * Sends the transaction. Where its outcome stays unknown, the journal itself tells whether the entry is
 * there.
 */
async function send<T>({ entry, writes, result }: Plan<T>, diverted: Draft<T>["diverted"]): Promise<T> {
  if (Date.parse(entry.createdAt) > Clock.nowMs() + SKEW_MS)
    log.error("the history of an account is ahead of the clock", {
      entryId: entry.entryId,
      at: entry.createdAt,
    });
  try {
    await Table.commit(writes);
  } catch (error) {
    if (error instanceof Posted) return result;
    if (!(error instanceof Table.OutcomeUnknown)) throw error;
    if (!(await isPosted(entry))) throw fail(Unavailable, { cause: error });
  }
  if (diverted)
    log.error(
      "money of somebody who is erased is in suspense: its flag says why, and somebody must see to it",
      {
        entryId: entry.entryId,
        reference: entry.reference,
      },
    );
  return result;
}

/** Whether the entry is in the journal. */
async function isPosted({ entryId, transactionHash }: Entry): Promise<boolean> {
  const item = await Table.get(journalEntry.key({ entryId }));
  return item !== undefined && journalEntry.parse(item).transactionHash === transactionHash;
}

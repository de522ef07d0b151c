import * as Clock from "../kernel/clock/ledger.ts";
import { fail, Unavailable } from "../kernel/errors.ts";
import { log } from "../platform/log.ts";
import { withLocalMutex } from "../platform/mutex/index.ts";
import * as Table from "../platform/table/index.ts";
import {
  type Draft,
  type Items,
  type Reads,
  type Request,
  resolveWrites,
  type Snapshot,
  userAccounts,
  validate,
} from "./draft.ts";
import { journalEntry } from "./entity.ts";
import { KnownItems, keysIn, keysOf } from "./known-items.ts";
import { assertInvariants, type Plan, Posted, plan } from "./plan.ts";
import type { Entry, HoldRef, Posting } from "./schema.ts";

/**
 * Posts journal entries: one read of an entry's inputs, one transaction, and both again after a concurrent
 * update. The table locks nothing. Every user account is written only if the state is unchanged since it was read, so each
 * line of its history carries the balance after it.
 */

/** Makes the draft from the inputs. It may wait for a read that its caller started concurrently. */
export type MakeDraft<T, R extends Reads = Reads> = (snapshot: Snapshot<R>) => Draft<T> | Promise<Draft<T>>;

/** An entry whose content depends on no input. */
export type FixedDraft<T> = Draft<T> & Pick<Request<T>, "initiator" | "idempotency" | "opens">;

/** The inputs of an entry as far as they are known before it is made. A fixed draft also has its postings. */
export type Needs<R extends Reads = Reads> = Omit<Request<never, R>, "idempotency"> & {
  readonly postings?: readonly Posting[];
};

export interface PolicyInputs<Options, R extends Reads = Reads> {
  readonly request: Request<never> & Options;
  /** The policy's own items, under the names of its `reads`. */
  readonly items: Items<R>;
  /** The user accounts of the entry; undefined for one that does not exist. */
  readonly accounts: Snapshot["accounts"];
  readonly closed: Snapshot["closed"];
}

/** A rule around every entry, switched on by options of the request. Policies run in the order of their list. */
export interface Policy<Options, R extends Reads = Reads> {
  readonly name: string;
  /** Returns the keys of the policy's own inputs, by name. @param accounts the user accounts known beforehand */
  reads?(request: Pick<Request<never>, "initiator"> & Options, accounts: readonly string[]): R;
  /** Rejects a request before its draft is made. */
  check?(inputs: Pick<PolicyInputs<Options, R>, "request" | "items">): void;
  /** Returns the draft with the policy applied. */
  apply<T>(draft: Draft<T>, inputs: PolicyInputs<Options, R>): Draft<T>;
  /** Runs after the entry is committed. */
  committed?(entry: Entry, draft: Draft<unknown>): void;
}

/** Posts an entry whose draft is fixed, or one that is made from its inputs. */
export interface Post<Options> {
  <T>(draft: FixedDraft<T> & Options): Promise<T>;
  <T, R extends Reads = Reads>(request: Request<T, R> & Options, makeDraft: MakeDraft<T, R>): Promise<T>;
}

/**
 * Returns `post` under the policies, and `readsOf` for handlers that read its inputs ahead.
 *
 * `post` writes one journal entry with everything that belongs to it, or nothing. It makes the draft of an entry
 * with inputs again after each concurrent update.
 * @throws (`post`) INSUFFICIENT_BALANCE, INVALID_AMOUNT, ACCOUNT_NOT_FOUND (`details.account`: sender or receiver),
 *   WALLET_LIMIT_REACHED, PLATFORM_ACCOUNT_SHORT, HOLD_NOT_FOUND, HOLD_CLOSED, HOLD_EXCEEDED, ALREADY_REVERSED,
 *   CONTENTION, SERVICE_UNAVAILABLE; the errors of the policies and of rejected extra writes; ConditionFailed if an
 *   extra write of a fixed draft is rejected and states no error; AlreadyDone; TypeError if the draft breaks a rule
 */
export function withPolicies<Options extends object>(
  policies: readonly Policy<Options>[],
): { readonly post: Post<Options>; readonly readsOf: (needs: Needs & Options) => Table.Reads } {
  const policyReads = (request: Pick<Request<never>, "initiator"> & Options, accounts: readonly string[]) =>
    policies.map((policy) => ({ policy, reads: policy.reads?.(request, accounts) ?? {} }));

  const readsOf = (needs: Needs & Options): Table.Reads => {
    const accounts = accountsOf(needs, needs.postings);
    const own = policyReads(needs, accounts).flatMap(({ reads }) => keysIn(reads));
    return { keys: [...keysOf(needs, accounts), ...own] };
  };

  async function post<T>(
    first: (FixedDraft<T> | Request<T>) & Options,
    makeDraft?: MakeDraft<T, never>,
  ): Promise<T> {
    const postings = makeDraft ? [] : (first as Draft<T>).postings;
    const request = makeDraft ? first : { ...first, holds: usedHolds(first as FixedDraft<T>) };
    const make = (makeDraft as MakeDraft<T> | undefined) ?? remade(first as FixedDraft<T>);
    try {
      // In one process, entries of the same initiator, or else of the same first opened account, wait for each other.
      const [waitsFor] = accountsOf(request);
      return await withLocalMutex(waitsFor, () => attempts(request, make, accountsOf(request, postings)));
    } catch (error) {
      throw error instanceof RejectedForGood ? error.cause : error;
    }
  }

  /** Retries after concurrent updates. The second attempt uses the items that the first rejection returned. */
  function attempts<T>(
    request: Request<T> & Options,
    makeDraft: MakeDraft<T>,
    accounts: readonly string[],
  ): Promise<T> {
    const asked = request as Request<never> & Options;
    const own = policyReads(request, accounts);
    const keys = [...keysOf(request, accounts), ...own.flatMap(({ reads }) => keysIn(reads))];
    const known = new KnownItems();
    return Table.retry(async (attempt) => {
      if (attempt !== 2 || !known.isCorrected) known.forget();
      await known.read(keys);
      for (const { policy, reads } of own) policy.check?.({ request: asked, items: known.of(reads) });
      const before = known.snapshot(asked, accounts);
      const wanted = await makeDraft(before);
      const snapshot = await known.withAccounts(before, wanted.postings);
      const { accounts: states, closed } = snapshot;
      const draft = own.reduce(
        (made, { policy, reads }) =>
          policy.apply(made, { request: asked, items: known.of(reads), accounts: states, closed }),
        wanted,
      );
      validate(draft);
      const planned = plan(request, draft, snapshot, known);
      const result = await send(planned);
      for (const { policy } of own) policy.committed?.(planned.entry, draft);
      return result;
    });
  }

  return { post: post as Post<Options>, readsOf };
}

/** Returns the user accounts of a request and of postings, each once. */
const accountsOf = (
  { initiator, opens = [] }: Pick<Request<never>, "initiator" | "opens">,
  postings: readonly Posting[] = [],
): string[] => [
  ...new Set([
    ...(initiator === undefined ? [] : [initiator]),
    ...opens.map(({ account }) => account),
    ...userAccounts(postings),
  ]),
];

const usedHolds = ({ holds = [] }: FixedDraft<unknown>): HoldRef[] =>
  holds.filter(({ change }) => change < 0n);

/** Returns the same draft for each attempt. A rejected extra write without an error of its own is final. */
const remade = <T>(draft: FixedDraft<T>): MakeDraft<T> => {
  const final: Draft<T> = {
    ...draft,
    extraWrites: (after) => resolveWrites(draft.extraWrites, after).map(rejectedForGood),
  };
  return () => final;
};

/** A fixed draft makes the same writes at every attempt, so it is not retried after a failed condition. */
class RejectedForGood extends Error {
  constructor(item: Table.Item | undefined) {
    super("a fixed draft is rejected", { cause: new Table.ConditionFailed(item) });
  }
}

const rejectedForGood = (write: Table.Write): Table.Write =>
  write.onConditionFailed === undefined
    ? { ...write, onConditionFailed: (current) => new RejectedForGood(current) }
    : write;

/** How far the clocks of two machines may differ, in milliseconds. */
const MAX_CLOCK_SKEW_MS = 60_000;

/** Sends the transaction. If its outcome stays unknown, the journal shows whether the entry was committed. */
async function send<T>(planned: Plan<T>): Promise<T> {
  assertInvariants(planned);
  const { entry, writes, result } = planned;
  if (Date.parse(entry.createdAt) > Clock.nowMs() + MAX_CLOCK_SKEW_MS)
    log.error(
      "ledger: an account's last entry is dated over a minute after this machine's clock, the new entry gets the same time; check the clocks of the machines",
      {
        entryId: entry.entryId,
        at: entry.createdAt,
      },
    );
  try {
    await Table.commit(writes);
  } catch (error) {
    if (error instanceof Posted) return result;
    if (!(error instanceof Table.OutcomeUnknown)) throw error;
    if (!(await isPosted(entry))) throw fail(Unavailable, { cause: error });
  }
  return result;
}

async function isPosted({ entryId, transactionHash }: Entry): Promise<boolean> {
  const item = await Table.get(journalEntry.key({ entryId }));
  return item !== undefined && journalEntry.parse(item).transactionHash === transactionHash;
}

import { Contention, fail, SvcError, Unavailable } from "../kernel/errors.ts";
import * as Idempotency from "../platform/idempotency/index.ts";
import { exclusive } from "../platform/mutex/index.ts";
import type { Key } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { userRef, walletKey } from "./accounts.ts";
import { check, type Draft, type Known, refName } from "./draft.ts";
import { journalEntry } from "./entity.ts";
import { holdKey, toHold } from "./holds.ts";
import { type Plan, plan, Stale } from "./plan.ts";
import { accountState, type Entry, type HoldRef } from "./schema.ts";
import { shardBalances } from "./shards.ts";

/**
 * Writing an entry: one read of what it depends on, one transaction, and again where another writer was faster. Nothing
 * in the table is locked.
 */

/**
 * How often another writer may be faster. With the pauses between them this comes to about 20 seconds, less than the 29 that
 * a request on a hot item may take: 64 writers of as many processes on one item all get their turn by then.
 */
const MAX_ATTEMPTS = 60;
/** How often a transaction whose outcome is unknown is sent again, after the SDK's own retries. */
const MAX_DOUBTS = 6;
/** Bounds the pause between attempts (`Table.pause`), to up to 640 ms. */
const LONGEST_PAUSE = 6;

/** What an entry depends on before it can be described. */
export interface Needs<T> {
  readonly initiator?: string | undefined;
  readonly holds?: readonly HoldRef[];
  readonly idempotency?: Idempotency.Claim<T> | undefined;
  /** Items of the caller's own that the entry depends on, read in the same round trip. */
  readonly reads?: readonly Key[];
}

/** Makes the draft of what was read. It may wait for what its caller began to read beside it. */
export type Describe<T> = (known: Known) => Draft<T> | Promise<Draft<T>>;

/** Writes the entry that `describe` makes of what was read. @throws what `plan` throws, CONTENTION, AlreadyDone */
export async function write<T>(needs: Needs<T>, describe: Describe<T>): Promise<T> {
  try {
    return await exclusive(needs.initiator, () => race(needs, describe));
  } catch (error) {
    if (error instanceof SvcError) return Idempotency.refuse(error, needs.idempotency);
    throw error;
  }
}

/** Tries until no other writer is faster. */
async function race<T>(needs: Needs<T>, describe: Describe<T>): Promise<T> {
  let known = await recall(needs);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const draft = await describe(known);
    check(draft);
    const planned = planOrNothing(draft, known);
    const refused = planned && (await commit(planned));
    if (planned && !refused) return planned.result;
    // The refusal shows what stands there now: good for an attempt at once. What is known before a pause is old after it.
    if (planned && refused) known = await learn(needs, draft, planned, refused, known);
    if (attempt === 1 && refused) continue;
    await Table.pause(Math.min(attempt, LONGEST_PAUSE));
    known = { ...(await recall(needs)), shards: known.shards };
  }
  throw fail(Contention);
}

/** The plan, or undefined where what is known must be read again. */
function planOrNothing<T>(draft: Draft<T>, known: Known): Plan<T> | undefined {
  try {
    return plan(draft, known);
  } catch (error) {
    if (error instanceof Stale) return undefined;
    throw error;
  }
}

/** Reads the initiator's account, the holds and the caller's items in one round trip. */
async function recall<T>({ initiator, holds = [], reads = [] }: Needs<T>): Promise<Known> {
  const account = initiator === undefined ? [] : [walletKey(userRef(initiator))];
  const items = await Table.getMany([...account, ...holds.map(({ holdId }) => holdKey(holdId)), ...reads]);
  const readsAt = account.length + holds.length;
  const found = items
    .slice(account.length, readsAt)
    .map(toHold)
    .filter((hold) => hold !== undefined);
  const state = account.length > 0 ? items[0] : undefined;
  return {
    state: state && accountState.parse(state),
    holds: new Map(found.map((hold) => [hold.holdId, hold])),
    shards: new Map(),
    items: items.slice(readsAt),
  };
}

/**
 * Sends the transaction. An answer that is lost says nothing: then the same transaction is sent again, and whatever is
 * said of that, the entry itself tells whether it stands.
 * @returns why it was refused, or undefined when the entry stands
 */
async function commit<T>({ entry, steps, token }: Plan<T>): Promise<Table.TransactionRefused | undefined> {
  const writes = steps.map((step) => step.write);
  for (let doubts = 0; ; ) {
    try {
      await Table.transact(writes, token);
      return undefined;
    } catch (error) {
      if (error instanceof TypeError) throw error;
      const refused = error instanceof Table.TransactionRefused ? error : undefined;
      if (refused && doubts === 0) return refused;
      if (refused) return (await stands(entry)) ? undefined : refused;
      doubts++;
      if (doubts < MAX_DOUBTS) await Table.pause(doubts);
      else if (await stands(entry)) return undefined;
      else throw fail(Unavailable, { cause: error });
    }
  }
}

/** Whether the entry is in the journal. */
async function stands({ entryId, transactionHash }: Entry): Promise<boolean> {
  const item = await Table.get(journalEntry.key({ entryId }));
  return item?.["transactionHash"] === transactionHash;
}

/** What a refusal shows, for the next attempt. @throws the caller's error where there is to be none */
async function learn<T>(
  { reads = [] }: Needs<T>,
  draft: Draft<T>,
  { steps, claimAt, extrasAt }: Plan<T>,
  refused: Table.TransactionRefused,
  known: Known,
): Promise<Known> {
  if (claimAt >= 0) Idempotency.rethrowIfDone(refused, claimAt);
  const extras = refused.refusals.slice(extrasAt);
  const isOutdated = extras.some((refusal) => refusal?.code === "ConditionalCheckFailed");
  if (isOutdated && draft.refused?.(extras) !== "again") throw refused;
  const rest = refused.refusals.filter((refusal) => refusal?.code !== "ConditionalCheckFailed");
  if (!new Table.TransactionRefused(rest).transient) throw refused;

  let next = { ...known, items: shown(reads, known.items, extras) };
  for (const [index, refusal] of refused.refusals.entries()) {
    if (refusal?.code !== "ConditionalCheckFailed") continue;
    const lesson = steps[index]?.learn?.(refusal.item);
    if (!lesson) continue;
    if ("error" in lesson) throw lesson.error;
    if ("state" in lesson) next = { ...next, state: lesson.state };
    if ("hold" in lesson) next = { ...next, holds: new Map(next.holds).set(lesson.hold.holdId, lesson.hold) };
    // Of an outdated draft it says nothing that an account was too short for its amounts.
    if ("shortOf" in lesson && !isOutdated) {
      const balances = await shardBalances(lesson.shortOf);
      next = { ...next, shards: new Map(next.shards).set(refName(lesson.shortOf), balances) };
    }
  }
  return next;
}

/** The caller's items as its refused writes show them now; the others as they were read. */
function shown(
  reads: readonly Key[],
  items: Known["items"],
  refusals: readonly (Table.Refusal | undefined)[],
): Known["items"] {
  const stood = refusals.flatMap((refusal) => (refusal?.item ? [refusal.item] : []));
  return items.map((item, index) => {
    const { pk, sk } = reads[index] ?? {};
    return stood.find((one) => one["pk"] === pk && one["sk"] === sk) ?? item;
  });
}

import type { BaseUnits } from "../kernel/money/index.ts";
import { MAX_AMOUNT } from "../kernel/money/index.ts";
import type * as Idempotency from "../platform/idempotency/index.ts";
import type { Item, Refusal, Write } from "../platform/table/index.ts";
import { system, walletKey, walletOf } from "./accounts.ts";
import { changes, sums } from "./entry.ts";
import type { AccountRef, AccountState, Balances, EntryType, Hold, HoldChange, Posting } from "./schema.ts";

/** What a caller asks the ledger to write, and the rules that every entry keeps. Pure. */

/** What is known once the entry stands. */
export interface After {
  readonly entryId: string;
  readonly transactionHash: string;
  readonly createdAt: string;
  /** What the initiator has after the entry; the ledger knows of no other account without a further read. */
  readonly balances: (account: string) => Balances;
}

/** Writes that go into the entry's transaction; a function where they speak of the entry. */
export type Extra = readonly Write[] | ((after: After) => readonly Write[]);

export interface Draft<T> {
  readonly type: EntryType;
  readonly postings: readonly Posting[];
  /** Holds that the entry opens or uses; they account for every posting to a `held` bucket. */
  readonly holds?: readonly HoldChange[];
  /** The user account whose chain the entry extends; one of those it moves. */
  readonly initiator?: string | undefined;
  readonly actorId: string;
  readonly reason: string;
  readonly reverses?: string;
  readonly idempotency?: Idempotency.Claim<T> | undefined;
  readonly events?: Extra;
  readonly extraWrites?: Extra;
  /**
   * Told of refused conditions among `extraWrites`, in their order, to throw the domain's error for it. Answers "again"
   * where another writer was faster and the draft is to be made anew (`Ledger.decide`).
   */
  readonly refused?: (refusals: readonly (Refusal | undefined)[]) => "again" | undefined;
  /** Makes the answer, which is kept with the idempotency key. Pure: it may be called more than once. */
  readonly result: (after: After) => T;
}

/** What was read of the accounts before the entry is written. */
export interface Known {
  /** The initiator's account; undefined where it does not exist. */
  readonly state: AccountState | undefined;
  readonly holds: ReadonlyMap<string, Hold>;
  /** Balances of a system account's shards, by `account asset`, once one shard alone was too short. */
  readonly shards: ReadonlyMap<string, readonly BaseUnits[]>;
  /** The caller's own items, in the order in which it asked for them. */
  readonly items: readonly (Item | undefined)[];
}

/** DynamoDB takes 100 writes a transaction; an account costs two, its item and its history. */
export const MAX_POSTINGS = 32;

/** A system account adds up postings in a number of 38 digits: 10^8 of the largest fit into each of its shards. */
export const MAX_POSTING: BaseUnits = 10n ** 30n;

/** Whether an account could hold this much. */
export const fits = (amount: BaseUnits): boolean => amount <= MAX_AMOUNT;

/** What a shard map is keyed by. */
export const refName = ({ account, asset }: AccountRef): string => `${account} ${asset}`;

/**
 * Checks what must hold of every entry, whoever asks for it.
 * @throws TypeError: a broken rule is a bug of the calling domain, which has checked its caller's input
 */
export function check({
  postings,
  holds = [],
  initiator,
}: Pick<Draft<unknown>, "postings" | "holds" | "initiator">): void {
  must(postings.length >= 2 && postings.length <= MAX_POSTINGS, `an entry has 2 to ${MAX_POSTINGS} postings`);
  for (const [asset, sum] of sums(postings)) must(sum === 0n, `the postings of ${asset} sum to ${sum}`);
  for (const { amount } of postings) {
    must(amount !== 0n && amount <= MAX_POSTING && amount >= -MAX_POSTING, `${amount} cannot be posted`);
  }
  const touched = changes(postings);
  must(touched.length > 0, "an entry must move something");
  for (const change of touched) {
    if (walletOf(change.account) !== undefined) walletKey(change);
    else must(system(change.account) !== undefined && change.held === 0n, `${change.account} has no holds`);
    const held = holds
      .filter((one) => refName(one) === refName(change))
      .reduce((sum, one) => sum + one.change, 0n);
    must(
      held === change.held,
      `holds of ${change.account} change by ${held}, its held bucket by ${change.held}`,
    );
  }
  must(new Set(holds.map((one) => one.holdId)).size === holds.length, "an entry changes a hold once");
  must(
    holds.every((one) => one.change !== 0n && touched.some((change) => refName(change) === refName(one))),
    "a hold is of an account that the entry moves",
  );
  must(
    initiator === undefined ||
      (walletOf(initiator) !== undefined && touched.some((c) => c.account === initiator)),
    `the initiator ${initiator} is not a user account that the entry moves`,
  );
}

function must(condition: boolean, message: string): asserts condition {
  if (!condition) throw new TypeError(`ledger: ${message}`);
}

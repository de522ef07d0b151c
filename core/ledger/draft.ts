import type { Movement } from "../identity/kyc/limits/index.ts";
import type { BaseUnits } from "../kernel/money/index.ts";
import { MAX_AMOUNT } from "../kernel/money/index.ts";
import type * as Idempotency from "../platform/idempotency/index.ts";
import type { Key } from "../platform/table/entity.ts";
import type { Item, Write } from "../platform/table/index.ts";
import { modeOf, system, walletKey, walletOf } from "./accounts.ts";
import { changes, sums } from "./entry.ts";
import type {
  AccountRef,
  AccountState,
  Balances,
  EntryType,
  Hold,
  HoldChange,
  HoldRef,
  Posting,
  Reference,
} from "./schema.ts";

/** What a caller asks the ledger to write, and the rules that every entry keeps. Pure. */

/** What is known once the entry is in the journal. */
export interface After {
  readonly entryId: string;
  readonly transactionHash: string;
  readonly createdAt: string;
  /** What a user account of the entry has after it. */
  readonly balances: (account: string) => Balances;
  /** How much of what came to a user account has paid what its owner owed. */
  readonly settled: (account: string) => BaseUnits;
  /** How much of what came to a user account is in `suspense`, since its wallet is closed. */
  readonly diverted: (account: string) => BaseUnits;
  /** Whether the history of a user account has a line of it: of what has paid debts alone it has none. */
  readonly hasLine: (account: string) => boolean;
  /** Who is at the other end of a user account, as its line says. */
  readonly counterparty: (account: string) => string | undefined;
}

/** Writes that go into the entry's transaction; a function where they speak of the entry. */
export type Extra = readonly Write[] | ((after: After) => readonly Write[]);

/** The writes, once the entry is known. */
export const given = (extra: Extra | undefined, after: After): readonly Write[] =>
  typeof extra === "function" ? extra(after) : (extra ?? []);

/** The content of an entry, and what goes with it. */
export interface Draft<T> {
  readonly type: EntryType;
  readonly postings: readonly Posting[];
  /** Holds that the entry opens or uses; they account for every posting to a `held` bucket. */
  readonly holds?: readonly HoldChange[];
  readonly actorId: string;
  /** In words, for people alone. */
  readonly reason: string;
  readonly reference?: Reference | undefined;
  /** By user account, who is at its other end: a name that its owner may see. */
  readonly counterparties?: ReadonlyMap<string, string | undefined> | undefined;
  readonly reverses?: string;
  /** What `collecting` made of it: how much was settled, by account. */
  readonly settled?: ReadonlyMap<string, BaseUnits>;
  /** And how much was diverted from closed wallets. */
  readonly diverted?: ReadonlyMap<string, BaseUnits>;
  /** What a flag is to name of whom that came, so that it can be taken from there again; else it names the entry. */
  readonly suspends?: Reference | undefined;
  readonly events?: Extra;
  /**
   * Each says what its refusal means; where it says nothing, another writer was faster, and the draft is made
   * anew.
   */
  readonly extraWrites?: Extra;
  /** Makes the answer, which is kept with the idempotency key. Pure: it may be called more than once. */
  readonly result: (after: After) => T;
}

/** What an entry depends on: read in one round trip before its draft is made. */
export interface Request<T> {
  /** The user account whose chain the entry extends, if it moves it. */
  readonly initiator?: string | undefined;
  /** The client's key: the entry is made once under it. */
  readonly idempotency?: Idempotency.Claim<T> | undefined;
  /** User accounts that the entry opens where they are missing. */
  readonly opens?: readonly AccountRef[];
  /** Holds that the draft takes from, or adds to. */
  readonly holds?: readonly HoldRef[];
  /** Items of the caller's own that the draft depends on. */
  readonly reads?: readonly Key[];
  /**
   * The initiator's owner gives money away or changes its form: refused while he owes, but where it comes
   * `into` an asset that he owes.
   */
  readonly spending?: true | { readonly into: string };
  /**
   * What comes to a user, free or under a hold that the entry opens, pays first what he owes of it; also where
   * somebody is `spending`. What he does not owe yet when the entry is made is not collected: the next does.
   * What comes to a closed wallet beyond that goes to `suspense`.
   */
  readonly collecting?: boolean;
  /**
   * What a user brings in or gives away by the entry: counted against the limits of the user's level. A change
   * of form, as a swap or a stake, moves nothing.
   */
  readonly moving?: Movement | undefined;
}

/** What was read before the entry is written. */
export interface Snapshot {
  /** The initiator's account; undefined where it does not exist. */
  readonly state: AccountState | undefined;
  /** User accounts by name; undefined where one does not exist. */
  readonly accounts: ReadonlyMap<string, AccountState | undefined>;
  readonly holds: ReadonlyMap<string, Hold>;
  /** User accounts that are not there, and that nobody can open any more: their owner is erased. */
  readonly closed: ReadonlySet<string>;
  /** Balances of a system account's shards, by `account asset`, once one shard alone was too short. */
  readonly shards: ReadonlyMap<string, readonly BaseUnits[]>;
  /** The caller's own items, in the order in which it asked for them. */
  readonly items: readonly (Item | undefined)[];
}

/** DynamoDB takes 100 writes a transaction; an account costs two, its item and its history. */
export const MAX_POSTINGS = 32;

/**
 * A system account adds up postings in a number of 38 digits: 10^8 of the largest fit into each of its
 * shards.
 */
export const MAX_POSTING: BaseUnits = 10n ** 30n;

/** Whether an account could hold this much. */
export const fits = (amount: BaseUnits): boolean => amount <= MAX_AMOUNT;

/** An account and its asset in one word. */
export const refName = ({ account, asset }: AccountRef): string => `${account} ${asset}`;

/** The user accounts that postings touch, each once. */
export const userAccounts = (postings: readonly AccountRef[]): string[] => [
  ...new Set(postings.map(({ account }) => account).filter((account) => walletOf(account) !== undefined)),
];

/**
 * Checks what must hold of every entry, whoever asks for it.
 * @throws TypeError: a broken rule is a bug of the calling domain, which has checked its caller's input
 */
export function validate({ postings, holds = [] }: Pick<Draft<unknown>, "postings" | "holds">): void {
  must(postings.length >= 2 && postings.length <= MAX_POSTINGS, `an entry has 2 to ${MAX_POSTINGS} postings`);
  must(
    new Set(postings.map(({ account }) => modeOf(account))).size === 1,
    "money of two ledgers never meets",
  );
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
      .filter((hold) => refName(hold) === refName(change))
      .reduce((sum, hold) => sum + hold.change, 0n);
    must(
      held === change.held,
      `holds of ${change.account} change by ${held}, its held bucket by ${change.held}`,
    );
  }
  must(new Set(holds.map((hold) => hold.holdId)).size === holds.length, "an entry changes a hold once");
  must(
    holds.every((hold) => hold.change !== 0n && touched.some((change) => refName(change) === refName(hold))),
    "a hold is of an account that the entry moves",
  );
}

function must(condition: boolean, message: string): asserts condition {
  if (!condition) throw new TypeError(`ledger: ${message}`);
}

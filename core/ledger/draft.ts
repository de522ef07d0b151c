import { fail } from "../kernel/errors.ts";
import * as Money from "../kernel/money/index.ts";
import { type BaseUnits, MAX_AMOUNT } from "../kernel/money/index.ts";
import { text } from "../kernel/texts/index.ts";
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

/** Requests to the ledger, the drafts of entries, and the rules that every entry obeys. Pure. */

/** Facts of an entry that are known once it is planned. */
export interface After {
  readonly entryId: string;
  readonly transactionHash: string;
  readonly createdAt: string;
  /** Returns the balances of a user account after the entry. */
  readonly balances: (account: string) => Balances;
  /** Returns the part of a credit to a user account that paid its owner's debt, in base units. */
  readonly settled: (account: string) => BaseUnits;
  /** Returns the part of a credit to a user account that was posted to `suspense`, in base units. */
  readonly suspended: (account: string) => BaseUnits;
  /** Returns whether the history of a user account gets a line. A credit that paid only a debt has none. */
  readonly hasLine: (account: string) => boolean;
  /** Returns the counterparty's name as the line of a user account shows it. */
  readonly counterparty: (account: string) => string | undefined;
}

/** Writes for the entry's transaction, or a function of the planned entry that returns them. */
export type Extra = readonly Write[] | ((after: After) => readonly Write[]);

/** Returns the writes for a planned entry. */
export const resolveWrites = (extra: Extra | undefined, after: After): readonly Write[] =>
  typeof extra === "function" ? extra(after) : (extra ?? []);

/** The content of an entry, and the writes that belong to it. */
export interface Draft<T> {
  readonly type: EntryType;
  readonly postings: readonly Posting[];
  /** Holds that the entry opens or uses. They account for every posting to a `held` bucket. */
  readonly holds?: readonly HoldChange[];
  readonly actorId: string;
  /** Free text for people. No code reads it. */
  readonly reason: string;
  readonly reference?: Reference | undefined;
  /** The counterparty's name by user account, as its owner may see it. */
  readonly counterparties?: ReadonlyMap<string, string | undefined> | undefined;
  readonly reverses?: string;
  /** Debt that the entry pays, by user account, in base units. A policy sets it. */
  readonly settled?: ReadonlyMap<string, BaseUnits>;
  /** Credit that the entry posts to `suspense`, by user account, in base units. A policy sets it. */
  readonly suspended?: ReadonlyMap<string, BaseUnits>;
  readonly events?: Extra;
  /**
   * Each write states the error of its failed condition. If a write without an error is rejected, the ledger makes the
   * draft again, since another update was concurrent; a fixed draft fails with ConditionFailed.
   */
  readonly extraWrites?: Extra;
  /** Returns the response, which is stored under the idempotency key. Pure, since it may run more than once. */
  readonly result: (after: After) => T;
}

/** Keys that an entry depends on, by name: one key, a list of keys, or undefined if none is needed. */
export type Reads = Readonly<Record<string, Key | readonly Key[] | undefined>>;

/** The items of `Reads`, under the same names. */
export type Items<R extends Reads = Reads> = {
  readonly [Name in keyof R]: NonNullable<R[Name]> extends readonly Key[]
    ? readonly (Item | undefined)[]
    : Item | undefined;
};

/** The inputs of an entry, read in one round trip before its draft is made. */
export interface Request<T, R extends Reads = Reads> {
  /** The user account whose chain the entry extends, if the entry changes the account. */
  readonly initiator?: string | undefined;
  /** The claim of the client's idempotency key, for which the entry is posted once. */
  readonly idempotency?: Idempotency.Claim<T> | undefined;
  /** User accounts that the entry opens if they are missing. */
  readonly opens?: readonly AccountRef[];
  /** Holds that the draft takes from or adds to. */
  readonly holds?: readonly HoldRef[];
  /** The caller's own items that the draft depends on. */
  readonly reads?: R;
}

/** The inputs as they were read. */
export interface Snapshot<R extends Reads = Reads> {
  /** The initiator's account; undefined if it does not exist. */
  readonly state: AccountState | undefined;
  /** User accounts by name; undefined for one that does not exist. */
  readonly accounts: ReadonlyMap<string, AccountState | undefined>;
  readonly holds: ReadonlyMap<string, Hold>;
  /** User accounts that do not exist and can no longer be opened, since their owner is erased. */
  readonly closed: ReadonlySet<string>;
  /** Balances of a system account's shards, by `account asset`, if the balance of a single shard was too low. */
  readonly shards: ReadonlyMap<string, readonly BaseUnits[]>;
  /** The caller's own items, under the names of `reads`. */
  readonly items: Items<R>;
}

/** DynamoDB accepts 100 writes a transaction. A user account needs two: its item and its history line. */
export const MAX_POSTINGS = 32;

/** A shard of a system account is a number of 38 digits: 10^8 of the largest postings fit into it. */
export const MAX_POSTING: BaseUnits = 10n ** 30n;

/** Returns whether an account can hold the amount. */
export const fits = (amount: BaseUnits): boolean => amount <= MAX_AMOUNT;

/** Returns a posting to a bucket of an account. Defaults to the available bucket. */
export const posting = (
  { account, asset }: AccountRef,
  amount: BaseUnits,
  bucket: Posting["bucket"] = "available",
): Posting => ({ account, asset, bucket, amount });

export const refName = ({ account, asset }: AccountRef): string => `${account} ${asset}`;

/** Returns one posting for each bucket of an account, in the order of the postings. Omits sums of zero, which the ledger rejects. */
export function mergePostings(postings: readonly Posting[]): Posting[] {
  const sums = new Map<string, Posting>();
  for (const one of postings) {
    const name = `${refName(one)} ${one.bucket}`;
    sums.set(name, { ...one, amount: one.amount + (sums.get(name)?.amount ?? 0n) });
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0n);
}

export const userAccounts = (postings: readonly AccountRef[]): string[] => [
  ...new Set(postings.map(({ account }) => account).filter((account) => walletOf(account) !== undefined)),
];

/**
 * Checks the rules that every entry obeys.
 * @throws TypeError A broken rule is a bug of the calling domain, which has checked its caller's input.
 */
export function validate({ postings, holds = [] }: Pick<Draft<unknown>, "postings" | "holds">): void {
  assertRule(
    postings.length >= 2 && postings.length <= MAX_POSTINGS,
    `an entry has 2 to ${MAX_POSTINGS} postings`,
  );
  assertRule(
    new Set(postings.map(({ account }) => modeOf(account))).size === 1,
    "an entry moves money of one ledger, live or a sandbox",
  );
  for (const [asset, sum] of sums(postings)) assertRule(sum === 0n, `the postings of ${asset} sum to ${sum}`);
  for (const { amount } of postings) {
    assertRule(
      amount !== 0n && amount <= MAX_POSTING && amount >= -MAX_POSTING,
      `${amount} cannot be posted`,
    );
  }
  const touched = changes(postings);
  assertRule(touched.length > 0, "an entry must move something");
  for (const change of touched) {
    if (walletOf(change.account) !== undefined) walletKey(change);
    else
      assertRule(
        system(change.account) !== undefined && change.held === 0n,
        `${change.account} has no holds`,
      );
    const held = holds
      .filter((hold) => refName(hold) === refName(change))
      .reduce((sum, hold) => sum + hold.change, 0n);
    assertRule(
      held === change.held,
      `holds of ${change.account} change by ${held}, its held bucket by ${change.held}`,
    );
  }
  assertRule(
    new Set(holds.map((hold) => hold.holdId)).size === holds.length,
    "an entry changes a hold only once",
  );
  assertRule(
    holds.every((hold) => hold.change !== 0n && touched.some((change) => refName(change) === refName(hold))),
    "a hold belongs to an account that the entry moves",
  );
}

/** @throws TypeError */
export function assertRule(condition: boolean, message: string): asserts condition {
  if (!condition) throw new TypeError(`ledger: ${message}`);
}

/** Parses the amount of a request's field, in base units: above zero, and at most `MAX_POSTING`. @throws INVALID_AMOUNT */
export const amountOf = (field: string, decimal: string | number, decimals: number): Money.BaseUnits =>
  Money.inField(field, () => {
    const units =
      typeof decimal === "number" ? Money.parseNumber(decimal, decimals) : Money.parse(decimal, decimals);
    if (units === 0n)
      throw fail(Money.InvalidAmount, {
        message: text("The amount must be more than zero.", "Le montant doit être supérieur à zéro."),
      });
    postable(units);
    return units;
  });

/** Asserts that each amount fits into one entry of the ledger. @throws INVALID_AMOUNT */
export function postable(...amounts: readonly Money.BaseUnits[]): void {
  if (amounts.every((amount) => amount <= MAX_POSTING)) return;
  throw fail(Money.InvalidAmount, {
    message: text(
      "The amount is too large for one operation. Move it in parts.",
      "Le montant est trop élevé pour une seule opération. Répartissez-le sur plusieurs.",
    ),
  });
}

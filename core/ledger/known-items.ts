import type { BaseUnits } from "../kernel/money/index.ts";
import type { Key } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { keyOf } from "../platform/table/write.ts";
import { userRef, walletKey } from "./accounts.ts";
import { type Items, type Reads, type Request, refName, type Snapshot, userAccounts } from "./draft.ts";
import { walletAccount } from "./entity.ts";
import { holdKey, toHold } from "./holds.ts";
import type { AccountRef, AccountState, Posting } from "./schema.ts";
import { shardBalances } from "./shards.ts";

/**
 * The items that an entry is planned with. A failed condition returns the stored item, which replaces the copy here, so
 * that the next attempt needs no read.
 */
export class KnownItems {
  readonly #items = new Map<string, Table.Item | undefined>();
  readonly #shards = new Map<string, readonly BaseUnits[]>();
  readonly #closed = new Set<string>();
  #isCorrected = false;

  /** Whether a rejected transaction has added or replaced an item since the last `forget`. */
  get isCorrected(): boolean {
    return this.#isCorrected;
  }

  /** Drops the items, so that the next attempt reads them again. Shards and closed accounts stay known. */
  forget(): void {
    this.#items.clear();
    this.#isCorrected = false;
  }

  /** Reads the items that are not known yet, in one round trip. */
  async read(keys: readonly Key[]): Promise<void> {
    const missing = keys.filter((key) => !this.#items.has(pathOf(key)));
    const items = await Table.getMany(missing);
    for (const [index, key] of missing.entries()) this.#items.set(pathOf(key), items[index]);
  }

  of<R extends Reads>(reads: R): Items<R> {
    const entries = Object.entries(reads).map(([name, read]) => [
      name,
      isList(read) ? read.map((key) => this.#at(key)) : read && this.#at(read),
    ]);
    return Object.fromEntries(entries) as Items<R>;
  }

  /** Returns the snapshot of a request, with the accounts of these names. */
  snapshot<R extends Reads>(
    { initiator, holds = [], reads }: Request<never, R>,
    accounts: readonly string[],
  ): Snapshot<R> {
    const states = new Map(accounts.map((name) => [name, this.#account(name)]));
    const found = holds
      .map(({ holdId }) => toHold(this.#at(holdKey(holdId))))
      .filter((one) => one !== undefined);
    return {
      state: initiator === undefined ? undefined : states.get(initiator),
      accounts: states,
      holds: new Map(found.map((hold) => [hold.holdId, hold])),
      closed: this.#closed,
      shards: this.#shards,
      items: this.of(reads ?? ({} as R)),
    };
  }

  /** Adds the accounts of postings to a snapshot, and reads them if they are not known. */
  async withAccounts<R extends Reads>(
    snapshot: Snapshot<R>,
    postings: readonly Posting[],
  ): Promise<Snapshot<R>> {
    const missing = userAccounts(postings).filter((name) => !snapshot.accounts.has(name));
    if (missing.length === 0) return snapshot;
    await this.read(missing.map(accountKey));
    const added = missing.map((name) => [name, this.#account(name)] as const);
    return { ...snapshot, accounts: new Map([...snapshot.accounts, ...added]) };
  }

  /** Records the item that a failed condition returned. */
  correct(key: Key, current: Table.Item | undefined): void {
    this.#items.set(pathOf(key), current);
    this.#isCorrected = true;
  }

  /** Records that accounts can no longer be opened, since their owner is erased. */
  markClosed(refs: readonly AccountRef[]): void {
    for (const { account } of refs) this.#closed.add(account);
    this.#isCorrected = true;
  }

  /** Reads the balances of all shards of a system account, after the balance of a single shard was too low. */
  async readShards(ref: AccountRef): Promise<void> {
    this.#shards.set(refName(ref), await shardBalances(ref));
    this.#isCorrected = true;
  }

  /** Returns the caller's write such that its failed condition replaces the copy here, unless it is a constant error. */
  correctedBy(write: Table.Write): Table.Write {
    const { onConditionFailed: refused } = write;
    if (typeof refused === "object") return write;
    return {
      ...write,
      onConditionFailed: (current) => {
        this.correct(keyOf(write), current);
        return refused?.(current);
      },
    };
  }

  #at(key: Key): Table.Item | undefined {
    return this.#items.get(pathOf(key));
  }

  #account(name: string): AccountState | undefined {
    const item = this.#at(accountKey(name));
    return item && walletAccount.parse(item);
  }
}

/** Returns the keys of a request: its accounts, its holds and its named reads. */
export const keysOf = (
  { holds = [], reads = {} }: Pick<Request<never>, "holds" | "reads">,
  accounts: readonly string[],
): Key[] => [...accounts.map(accountKey), ...holds.map(({ holdId }) => holdKey(holdId)), ...keysIn(reads)];

export const keysIn = (reads: Reads): Key[] => Object.values(reads).flatMap((read) => read ?? []);

const accountKey = (name: string): Key => walletKey(userRef(name));
const pathOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;
const isList = (read: Reads[string]): read is readonly Key[] => Array.isArray(read);

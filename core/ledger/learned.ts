import type { Item, Key, Meaning, Write } from "../platform/table/index.ts";
import { keyOf } from "../platform/table/write.ts";
import { walletKey } from "./accounts.ts";
import { type Request, refName, type Snapshot } from "./draft.ts";
import { walletAccount } from "./entity.ts";
import type { AccountRef, Hold } from "./schema.ts";
import { shardBalances } from "./shards.ts";

/**
 * What a refused transaction shows: where another writer was faster, DynamoDB tells what the item is now, so
 * the next attempt needs no reading.
 */
export class Learned {
  #snapshot: Snapshot;
  readonly #request: Request<never>;

  constructor(request: Request<never>, snapshot: Snapshot) {
    this.#request = request;
    this.#snapshot = snapshot;
  }

  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  readonly account =
    (ref: AccountRef) =>
    (current: Item | undefined): undefined => {
      const state = current && walletAccount.parse(current);
      const accounts = new Map(this.#snapshot.accounts).set(ref.account, state);
      const isInitiator = ref.account === this.#request.initiator;
      this.#snapshot = { ...this.#snapshot, accounts, ...(isInitiator && { state }) };
      this.#item(walletKey(ref), current);
      return undefined;
    };

  /** Those are closed though they are not there. */
  readonly closed = (refs: readonly AccountRef[]): undefined => {
    const closed = new Set([...this.#snapshot.closed, ...refs.map(({ account }) => account)]);
    this.#snapshot = { ...this.#snapshot, closed };
    return undefined;
  };

  readonly hold = (hold: Hold): void => {
    this.#snapshot = { ...this.#snapshot, holds: new Map(this.#snapshot.holds).set(hold.holdId, hold) };
  };

  readonly short = async (ref: AccountRef): Promise<void> => {
    const balances = await shardBalances(ref);
    this.#snapshot = {
      ...this.#snapshot,
      shards: new Map(this.#snapshot.shards).set(refName(ref), balances),
    };
  };

  /** One of the caller's own writes, which shows what its item is now. */
  readonly extra = (write: Write): Write => {
    const meaning = write.refused;
    if (typeof meaning === "object") return write;
    const refused: Meaning = (current) => {
      this.#item(keyOf(write), current);
      return meaning?.(current);
    };
    return { ...write, refused };
  };

  #item({ pk, sk }: Key, current: Item | undefined): void {
    const items = this.#snapshot.items.map((item, index) => {
      const key = this.#request.reads?.[index];
      return key?.pk === pk && key.sk === sk ? current : item;
    });
    this.#snapshot = { ...this.#snapshot, items };
  }
}

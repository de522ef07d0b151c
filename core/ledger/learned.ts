import {
  type Item,
  type Meaning,
  type Refusal,
  TransactionRefused,
  type Write,
} from "../platform/table/index.ts";
import { keyOf } from "../platform/table/write.ts";
import { type Draft, type Request, refName, type Snapshot } from "./draft.ts";
import { type AccountRef, accountState, type Hold } from "./schema.ts";
import { shardBalances } from "./shards.ts";

/**
 * What a refused transaction shows: where another writer was faster, DynamoDB tells what the item is now, so the next
 * attempt needs no reading.
 */
export class Learned {
  #snapshot: Snapshot;
  readonly #request: Request<never>;
  readonly #draft: Draft<never>;

  constructor(request: Request<never>, draft: Draft<never>, snapshot: Snapshot) {
    this.#request = request;
    this.#draft = draft;
    this.#snapshot = snapshot;
  }

  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  readonly account =
    ({ account }: AccountRef): Meaning =>
    (current) => {
      const state = current && accountState.parse(current);
      const accounts = new Map(this.#snapshot.accounts).set(account, state);
      this.#snapshot = { ...this.#snapshot, accounts, ...(account === this.#request.initiator && { state }) };
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

  /** One of the caller's own writes, which teaches what it was refused for. */
  readonly extra = (write: Write, index: number): Write => {
    const refused: Meaning = (current) => {
      this.#item(write, current);
      if (typeof write.refused === "function") return write.refused(current);
      return this.#legacy(write, index, current);
    };
    return typeof write.refused === "object" ? write : { ...write, refused };
  };

  #item(write: Write, current: Item | undefined): void {
    const { pk, sk } = keyOf(write);
    const { reads = [] } = this.#request;
    const items = this.#snapshot.items.map((item, index) =>
      current && reads[index]?.pk === pk && reads[index]?.sk === sk ? current : item,
    );
    this.#snapshot = { ...this.#snapshot, items };
  }

  /** A draft that judges refusals by their position, or whose caller catches them. */
  #legacy(write: Write, index: number, current: Item | undefined): Error | undefined {
    const { refused } = this.#draft;
    const isText = "condition" in write || ("update" in write && "key" in write.update);
    if (!refused && !isText) return undefined;
    const refusals: (Refusal | undefined)[] = Array.from({ length: index + 1 });
    refusals[index] = { code: "ConditionalCheckFailed", item: current };
    return refused?.(refusals) === "again" ? undefined : new TransactionRefused(refusals);
  }
}

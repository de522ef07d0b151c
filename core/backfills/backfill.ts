import * as Flags from "../flags/entity.ts";
import * as Ledger from "../ledger/entity.ts";
import { type AnyEntity, isEntity } from "../people/inventory.ts";
import type * as Table from "../platform/table/index.ts";
import { debt, debtor } from "../policy/entity.ts";
import * as Transfers from "../transfers/entity.ts";
import * as Reservations from "../transfers/reservations/entity.ts";

/** A one-time change of all items of some entities, made while the platform runs. */
export interface Backfill {
  readonly name: string;
  /** Its effect, in a sentence. */
  readonly about: string;
  readonly entities: readonly AnyEntity[];
  /** Whether it may change the ledger's items, which the audit compares with each other and hashes cover. */
  readonly ledger?: boolean;
  /** Returns the target of the run, such as the current sealing key. A new generation requires a new run. */
  readonly generation: () => Promise<string>;
  /**
   * Returns the changed item; undefined if the item remains unchanged. Depends only on the item and the generation, and
   * leaves its own result unchanged. It is called again after a concurrent update of the item.
   */
  readonly change: (item: Table.Item, entity: AnyEntity) => MaybePromise<Table.Item | undefined>;
}

type MaybePromise<T> = T | Promise<T>;

/** The ledger's entities. The audit checks a change of their items against the journal. */
export const ledgerEntities: readonly AnyEntity[] = [
  ...[Ledger, Flags, Reservations, Transfers].flatMap((module) => Object.values(module).filter(isEntity)),
  debt,
  debtor,
];

const isOfLedger = (entity: AnyEntity): boolean => ledgerEntities.includes(entity);

/** @throws RangeError if it would change the ledger's items without the `ledger` flag */
export function assertAllowed({ name, entities, ledger = false }: Backfill): void {
  const forbidden = ledger ? [] : entities.filter(isOfLedger);
  if (forbidden.length > 0)
    throw new RangeError(
      `the backfill ${name} would change items of the ledger (${forbidden.map((one) => one.name).join(", ")}) without the flag "ledger"`,
    );
}

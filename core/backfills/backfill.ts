import * as Flags from "../flags/entity.ts";
import * as Ledger from "../ledger/entity.ts";
import { type AnyEntity, isEntity } from "../people/inventory.ts";
import type * as Table from "../platform/table/index.ts";
import { debt, debtor } from "../policy/entity.ts";
import * as Transfers from "../transfers/entity.ts";
import * as Reservations from "../transfers/reservations/entity.ts";

/** A change of all items of some kind, made once, beside the running platform. */
export interface Backfill {
  readonly name: string;
  /** What it does, in a sentence. */
  readonly about: string;
  /** Whose items it changes. */
  readonly entities: readonly AnyEntity[];
  /** Whether it may change the ledger's items. The audit holds them against each other, and hashes cover them. */
  readonly ledger?: boolean;
  /** What its outcome is of, such as the key that all is sealed under: in another generation it is done again. */
  readonly generation: () => Promise<string>;
  /**
   * What an item becomes: a function of the item and of what `generation` tells, which changes nothing of what it has
   * made. It is called again where somebody has changed the item meanwhile.
   * @returns undefined where it stays as it is
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

/** @throws RangeError where it would change the ledger's items and does not say that it may */
export function check({ name, entities, ledger = false }: Backfill): void {
  const refused = ledger ? [] : entities.filter(isOfLedger);
  if (refused.length > 0)
    throw new RangeError(
      `the backfill ${name} would change items of the ledger (${refused.map((one) => one.name).join(", ")}) and does not say that it may`,
    );
}

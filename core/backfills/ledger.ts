import * as Ledger from "../ledger/entity.ts";
import * as Flags from "../ledger/flags/entity.ts";
import * as Reservations from "../ledger/reservations/entity.ts";
import * as Supply from "../ledger/supply/entity.ts";
import { type AnyEntity, isEntity } from "../people/entities.ts";

/** The entities whose items are the ledger's: what changes them is held against the journal. */
export const ledgerEntities: readonly AnyEntity[] = [Ledger, Flags, Reservations, Supply].flatMap((module) =>
  Object.values(module).filter(isEntity),
);

/** Whether an entity's items are of the ledger. */
export const isOfLedger = (entity: AnyEntity): boolean => ledgerEntities.includes(entity);

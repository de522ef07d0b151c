import { type AnyEntity, entities } from "../people/entities.ts";
import type { Backfill } from "./backfill.ts";
import { isOfLedger } from "./ledger.ts";

/** Migrates all items that an earlier release has written to the current version, so that the earlier can be given up. */
export const migration = (
  name: string,
  about: string,
  of: readonly AnyEntity[],
  ledger: boolean,
): Backfill => ({
  name,
  about,
  entities: of,
  ledger,
  generation: async () => of.map((one) => `${one.name} ${one.versions?.current}`).join(", "),
  // It was migrated when it was read.
  change: (item) => item,
});

const versioned = entities.filter(({ versions }) => versions !== undefined);

export const versions = migration(
  "versions",
  "Rewrites items that are of an earlier version of their entity (its versions in entity.ts), those of the ledger left out.",
  versioned.filter((one) => !isOfLedger(one)),
  false,
);

export const versionsOfLedger = migration(
  "versions-of-ledger",
  "The same for the ledger's items. Audit the table before and after.",
  versioned.filter(isOfLedger),
  true,
);

import {
  ConditionalCheckFailedException,
  TransactionConflictException,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from "@aws-sdk/client-dynamodb";
import { call, db, type Item } from "./dynamodb.ts";
import {
  indexes,
  SCHEMA_VERSION,
  UnsupportedSchemaVersion,
  unversionedKey,
  type Versions,
} from "./entity.ts";
import { rewriting } from "./rewrite.ts";
import * as Where from "./where.ts";
import { transactItem, type Write } from "./write.ts";

/**
 * Versions of an entity's items, for a release that changes what they are while others read and write them.
 *
 * An item of another version is read as one of the current version. Nothing is written to it before it is migrated: an
 * update or a condition is of the current version's attributes, so over an older item it would leave half of each, or be
 * refused for a name that the item does not have yet. Each write has the version as its precondition; the item that
 * refuses it is migrated as a whole, unless somebody was faster, and the write is sent again. That costs a write once
 * for each old item, and nothing for others.
 *
 * Conversions are pure, and lose nothing that the other version needs. Keys, keys of indexes and the expiry are the
 * same in all versions.
 */

type Convert = (item: Item) => Item;

export interface Stated {
  /** The entity's name, for errors. */
  readonly of: string;
  /** The version that this release reads and writes. */
  readonly current: number;
  /** What makes an item of a version one of the next, by the former. Those that are left out are given up. */
  readonly upgrades?: Readonly<Record<number, Convert>>;
  /**
   * What makes an item of the next version one of the current: for the release before the one that writes it, so that
   * both can work on the same items, and a rollback reads all there is.
   */
  readonly downgrade?: Convert;
}

/** The same in all versions: what finds an item, and ends it. */
const FIXED = [
  "pk",
  "sk",
  ...Object.values(indexes).flatMap(({ pk, sk, beside }) => [pk, sk, ...beside]),
  "ttl",
];

/** The version that an item states. */
export const versionOf = (item: Readonly<Record<string, unknown>>): number =>
  Number(item[SCHEMA_VERSION] ?? 1);

/** For the `versions` of an entity. */
/* @__NO_SIDE_EFFECTS__ */
export function versioned(stated: Stated): Versions {
  const { current } = stated;
  const mark = { [SCHEMA_VERSION]: current === 1 ? undefined : current };
  const isCurrent = Where.any(Where.absent, Where.is(mark));
  const and = (where?: Where.Where): Where.Where => (where ? Where.all(isCurrent, where) : isCurrent);

  const read = (item: Item): Item => {
    if (versionOf(item) === current) return item;
    const { [SCHEMA_VERSION]: _, ...converted } = convert(stated, item);
    const fixed = Object.fromEntries(FIXED.map((name) => [name, item[name]]));
    return defined({ ...converted, ...fixed, ...mark });
  };
  return {
    current,
    read,
    plain(item) {
      const { [SCHEMA_VERSION]: _, ...plain } = read(item);
      return plain;
    },
    needsMigration: (item) => versionOf(item) !== current,
    withPrecondition: (write) => withPrecondition(write as unknown as Write) as unknown as typeof write,
    async migrate(item) {
      const rewritten = await rewriting(item, read);
      if (rewritten) await unlessFaster({ update: unversionedKey(item), ...rewritten });
    },
  };

  function withPrecondition(write: Write): Write {
    if ("update" in write) return { ...write, set: { ...write.set, ...mark }, where: and(write.where) };
    // What takes the place of an item, or removes it, whatever it says, has no need of its version.
    if ("put" in write)
      return { ...write, put: { ...write.put, ...mark }, where: write.where && and(write.where) };
    if ("remove" in write) return { ...write, where: write.where && and(write.where) };
    return { ...write, where: and(write.where) };
  }
}

/** @throws UnsupportedSchemaVersion */
function convert({ of, current, upgrades = {}, downgrade }: Stated, item: Item): Item {
  const from = versionOf(item);
  const unknown = () => {
    const all = [...Object.keys(upgrades), current, ...(downgrade ? [current + 1] : [])];
    return new UnsupportedSchemaVersion(of, from, all.join(", "));
  };
  if (from > current) {
    if (!downgrade || from !== current + 1) throw unknown();
    return downgrade(item);
  }
  let converted = item;
  for (let version = from; version < current; version++) {
    const upgrade = upgrades[version];
    if (!upgrade) throw unknown();
    converted = upgrade(converted);
  }
  return converted;
}

const defined = (item: Item): Item =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));

/** Writes, unless another writer was faster: whoever asked sees what there is then. */
async function unlessFaster(write: Write): Promise<void> {
  const { Update } = transactItem(write);
  try {
    await call("UpdateItem", (meter) =>
      db().send(new UpdateItemCommand({ ...(Update as UpdateItemCommandInput), ...meter })),
    );
  } catch (error) {
    const isFaster =
      error instanceof ConditionalCheckFailedException || error instanceof TransactionConflictException;
    if (!isFaster) throw error;
  }
}

import { sandbox } from "../identity/sandboxes/entity.ts";
import * as Clock from "../kernel/clock/index.ts";
import { envInt } from "../kernel/env.ts";
import { type Mode, sandboxOf } from "../kernel/mode.ts";
import { DAY_SECONDS } from "../kernel/time.ts";
import { type Entity, fill, keyOfItem } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import * as modules from "./entities.ts";

/** Finds personal data in the table, and returns the write that erases an item, as the item's entity states it. */

// biome-ignore lint/suspicious/noExplicitAny: each entity has its own key parameters
export type AnyEntity = Entity<any, any, any>;

export const isEntity = (value: unknown): value is AnyEntity =>
  typeof value === "object" && value !== null && "pk" in value && "sk" in value && "erasure" in value;

export const entities: readonly AnyEntity[] = Object.values(modules)
  .flatMap((module) => Object.values<unknown>(module))
  .filter(isEntity);

/** Returns the constant prefix of a partition key. */
const prefixOf = (pk: string): string => pk.split("#")[0] ?? "";
const byPrefix = Map.groupBy(entities, ({ pk }) => prefixOf(pk));

export function findEntity(item: Table.Item): AnyEntity | undefined {
  const key = keyOfItem(item);
  return byPrefix.get(prefixOf(key.pk))?.find((one) => one.paramsOf(key) !== undefined);
}

/** Returns the entity of an item. @throws TypeError if no entity has such a key, because its content is then unknown */
export function entityOf(item: Table.Item): AnyEntity {
  const found = findEntity(item);
  if (!found) throw new TypeError(`no entity has the key ${item["pk"]} ${item["sk"]}`);
  return found;
}

/** The key parameters that identify a user. */
const OWNER_PARAMETERS = ["userId", "ownerId", "actorId"];

/** Returns whether a partition belongs to one user: its template contains a user, and no other parameter except a ledger. */
function isPersonal({ pk }: AnyEntity): boolean {
  const params = [...String(pk).matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const owners = params.filter((one) => OWNER_PARAMETERS.includes(one));
  return owners.length > 0 && params.every((one) => one === "mode" || owners.includes(one));
}

/** Returns the partitions that belong to one user only, in a fixed order. */
export async function partitionsOf(userId: string): Promise<string[]> {
  const modes = await modesOf(userId);
  const found = entities
    .filter(isPersonal)
    .flatMap(({ pk }) =>
      modes.flatMap((mode) =>
        [userId, `${userId}:test`].map((actorId) => fill(pk, { userId, ownerId: userId, actorId, mode })),
      ),
    );
  return [...new Set(found)].sort();
}

/** Returns the ledgers of a user: the live one and all former and current sandboxes. */
async function modesOf(userId: string): Promise<Mode[]> {
  const { generation = 0 } = (await Table.find(sandbox, { ownerId: userId })) ?? {};
  return ["live", ...Array.from({ length: generation }, (_, at) => sandboxOf(userId, at + 1))];
}

/** The retention after the end of the business relation that the law against money laundering requires: 5 years. */
const retentionSeconds = (): number => envInt("AML_RETENTION_YEARS", 5) * 366 * DAY_SECONDS;

/** Returns the write that erases an item as its entity states it. Undefined if nothing has to change. */
export function erasureWrite(item: Table.Item, entity = entityOf(item)): Table.Write | undefined {
  const key = keyOfItem(item);
  const { erasure } = entity;
  if (erasure === "deleted") return { remove: key };
  if (typeof erasure === "string") return undefined;
  const replaced = Object.entries(erasure.without ?? {}).filter(
    ([name, instead]) => item[name] !== undefined && item[name] !== instead,
  );
  const hasEnd = erasure.retained === "ledger" || item["ttl"] !== undefined;
  if (replaced.length === 0 && hasEnd) return undefined;
  return {
    update: key,
    set: {
      ...Object.fromEntries(replaced),
      ...(!hasEnd && { ttl: Clock.nowSeconds() + retentionSeconds() }),
    },
  };
}

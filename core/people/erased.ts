import { sandbox } from "../identity/sandboxes/entity.ts";
import * as Clock from "../kernel/clock/index.ts";
import { envInt } from "../kernel/env.ts";
import { type Mode, sandboxOf } from "../kernel/mode.ts";
import { fill, keyOfItem } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { type AnyEntity, entities, entityOf as findEntity } from "./entities.ts";

/** What becomes of each item when somebody is erased: what its entity says, and nothing else. */

/** How long the law against money laundering has records kept after the end of a business relation: 5 years. */
const keptSeconds = (): number => envInt("AML_RETENTION_YEARS", 5) * 366 * 86_400;

/** The entity that an item belongs to, by its keys. @throws TypeError where there is none: nobody knows what it holds */
export function entityOf(item: Table.Item): AnyEntity {
  const found = findEntity(item);
  if (!found) throw new TypeError(`no entity has the key ${item["pk"]} ${item["sk"]}`);
  return found;
}

/** The parameters of keys that name a person. */
const OWNERS = ["userId", "ownerId", "actorId"];
const NAMED = /\{(\w+)\}/g;

/** Whether a partition holds items of one person alone: its template names a person, and nothing else but a ledger. */
const isOwn = ({ pk }: Pick<AnyEntity, "pk">): boolean => {
  const params = [...String(pk).matchAll(NAMED)].map(([, name = ""]) => name);
  return (
    params.some((one) => OWNERS.includes(one)) &&
    params.every((one) => one === "mode" || OWNERS.includes(one))
  );
};

/** The partitions that are a person's alone, in a fixed order. */
export async function partitionsOf(userId: string): Promise<string[]> {
  const modes = await modesOf(userId);
  const found = entities
    .filter(isOwn)
    .flatMap(({ pk }) =>
      modes.flatMap((mode) =>
        [userId, `${userId}:test`].map((actorId) => fill(pk, { userId, ownerId: userId, actorId, mode })),
      ),
    );
  return [...new Set(found)].sort();
}

/** The ledgers that a person has acted in. */
async function modesOf(userId: string): Promise<Mode[]> {
  const { generation = 0 } = (await Table.find(sandbox, { ownerId: userId })) ?? {};
  return ["live", ...Array.from({ length: generation }, (_, at) => sandboxOf(userId, at + 1))];
}

/** The write that does to an item what its entity says; undefined where nothing is to be done. */
export function erasing(item: Table.Item, entity = entityOf(item)): Table.Write | undefined {
  const key = keyOfItem(item);
  const { erasure } = entity;
  if (erasure === "deleted") return { remove: key };
  if (typeof erasure === "string") return undefined;
  const without = Object.entries(erasure.without ?? {}).filter(
    ([name, instead]) => item[name] !== undefined && item[name] !== instead,
  );
  const isDated = erasure.kept === "ledger" || item["ttl"] !== undefined;
  if (without.length === 0 && isDated) return undefined;
  return {
    update: key,
    set: {
      ...Object.fromEntries(without),
      ...(!isDated && { ttl: Clock.nowSeconds() + keptSeconds() }),
    },
  };
}

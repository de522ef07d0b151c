import * as Seal from "../../platform/seal.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { Account } from "../actor.ts";
import { secondFactor } from "./entity.ts";

/** What stands in the table of an account's second factor. */

/** Whose second factor it is. */
export type Owner = Pick<Account, "userId" | "ownershipId">;

export type Stored = ReturnType<typeof secondFactor.parse>;

/** What a secret is sealed for, that which is being set up too: it becomes the other. */
export const purposeOf = (owner: Owner): Seal.Purpose => Seal.purposeOf(secondFactor, "secret", owner);

/** What stands in the table of this owner: a former one's is nobody's. */
export function storedOf(item: Table.Item | undefined, owner: Owner) {
  const found = item && secondFactor.parse(item);
  return found?.ownershipId === owner.ownershipId ? found : undefined;
}

/** The condition that nobody has written since. */
export const unchanged = (item: Table.Item | undefined): Where.Where =>
  item ? Where.is({ version: secondFactor.parse(item).version }) : Where.absent;

/** The version that follows. */
export const next = (item: Table.Item | undefined): bigint =>
  (item ? secondFactor.parse(item).version : 0n) + 1n;

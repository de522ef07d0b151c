import type { StoredKey } from "../../core/platform/table/entity.ts";
import type * as Table from "../../core/platform/table/index.ts";

/** Types an item or key that no entity created. */
export const bare = <T extends StoredKey>(item: T): T & Table.Item & Table.Key =>
  item as T & Table.Item & Table.Key;

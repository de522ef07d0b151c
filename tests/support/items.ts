import type { StoredKey } from "../../core/platform/table/entity.ts";
import type * as Table from "../../core/platform/table/index.ts";

/** An item, or its key, that no entity has made. */
export const bare = <T extends StoredKey>(item: T): T & Table.Item & Table.Key =>
  item as T & Table.Item & Table.Key;

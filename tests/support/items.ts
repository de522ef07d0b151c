import { DeleteItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { db, tableName, toWire, wiredKey } from "../../core/platform/table/dynamodb.ts";
import type { StoredKey } from "../../core/platform/table/entity.ts";
import type * as Table from "../../core/platform/table/index.ts";

/** Types an item or key that no entity created. */
export const bare = <T extends StoredKey>(item: T): T & Table.Item & Table.Key =>
  item as T & Table.Item & Table.Key;

/** Writes an item as a restore does: without the checks of the table's client. */
export async function overwrite(item: Table.Item): Promise<void> {
  await db().send(new PutItemCommand({ TableName: tableName(), Item: toWire(item) }));
}

/** Deletes an item as a restore does: without the checks of the table's client. */
export async function wipe({ pk, sk }: Table.Item | StoredKey): Promise<void> {
  const Key = wiredKey({ pk: String(pk), sk: String(sk) });
  await db().send(new DeleteItemCommand({ TableName: tableName(), Key }));
}

import { keyOfItem } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { knownClient } from "./entity.ts";

/**
 * The addresses and devices where an account was signed in within 90 days, in the words that name them: those
 * of two accounts can be compared.
 */
export async function clientsOf(userId: string): Promise<ReadonlySet<string>> {
  const items = await Table.queryAll({
    pk: knownClient.partition({ userId }),
    beginsWith: knownClient.prefix,
  });
  return new Set(items.map((item) => knownClient.paramsOf(keyOfItem(item))?.["client"] ?? ""));
}

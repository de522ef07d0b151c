import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import type { StoredKey } from "./entity.ts";

/** Items as DynamoDB takes and gives them. Every number that is read is a `bigint`. */

export type Item = Record<string, unknown>;
export type Wired = Record<string, AttributeValue>;

export const marshalling = {
  removeUndefinedValues: true,
  // The marshaller tells plain objects by their `constructor`; a caller's own names may be just that.
  convertClassInstanceToMap: true,
} as const;
export const unmarshalling = { wrapNumbers: (text: string) => BigInt(text) };

/** The attributes of an item, of a key, or the values of an expression; what is undefined is left out. */
export const toWire = (item: Readonly<Record<string, unknown>>): Wired => marshall(item, marshalling);

/** The key of an item: whatever else is said of it stays out. */
export const wiredKey = ({ pk, sk }: StoredKey): Wired => ({ pk: { S: pk }, sk: { S: sk } });

export const fromWire = (item: Wired): Item => unmarshall(item, unmarshalling);

/** As `toWire` and `fromWire`, where there may be none. */
export const someToWire = (item: Readonly<Record<string, unknown>> | undefined): Wired | undefined =>
  item && toWire(item);
export const someFromWire = (item: Wired | undefined): Item | undefined => item && fromWire(item);

import * as Where from "../platform/table/where.ts";

/** Versions: an item is written over exactly the one that was read, and each write raises it. */

/** The item has the version that was read; 0 where there was no item. */
export const unchanged = (version: bigint): Where.Where =>
  version === 0n ? Where.absent : Where.is({ version });

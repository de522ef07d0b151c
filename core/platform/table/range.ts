import type { Item } from "./dynamodb.ts";
import type { IndexName } from "./entity.ts";

/** Parts of a partition, in the order of its sort key. */

export interface QueryInput {
  readonly pk: string;
  readonly beginsWith?: string;
  /** Only sort keys from this one on. Not together with `beginsWith`. */
  readonly from?: string;
  /** Only sort keys up to and including this one. Not together with `beginsWith`. */
  readonly upTo?: string;
  /** Answers keys alone: `pk`, `sk` and the index's own. They may be of an item that has changed since, or is gone. */
  readonly index?: IndexName;
  readonly limit?: number;
  readonly newestFirst?: boolean;
  /** The `next` of the page before. */
  readonly after?: Item | undefined;
}

export interface Page {
  readonly items: Item[];
  readonly next: Item | undefined;
}

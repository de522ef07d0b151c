import type { SvcError } from "../kernel/errors.ts";
import type { Item, Write } from "../platform/table/index.ts";
import type { AccountRef, AccountState, Hold } from "./schema.ts";

/** What a refused write teaches: the caller's error, or what to plan the next attempt with. */
export type Lesson =
  | { readonly error: SvcError }
  | { readonly state: AccountState }
  | { readonly hold: Hold }
  | { readonly shortOf: AccountRef };

/** One write of an entry's transaction, and what it means when its condition does not hold. */
export interface Step {
  readonly write: Write;
  readonly learn?: (stood: Item | undefined) => Lesson;
}

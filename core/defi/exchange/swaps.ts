import type { UserActor } from "../../identity/actor.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { Owner } from "../../kernel/mode.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { swap as swapEntity } from "./entity.ts";
import { SwapNotFound } from "./errors.ts";
import { type Swapped, swapped } from "./schema.ts";

/** Swaps as they were made, for who made them. */

/** The write that keeps a swap, in its entry's transaction. */
export const swapWrite = ({ mode, userId }: Owner, made: Swapped): Table.Write => ({
  put: { ...swapEntity.key({ mode, userId, entryId: made.entryId }), ...swapped.parse(made) },
  where: Where.absent,
});

/** One of the actor's swaps, by its entry's id. @throws SWAP_NOT_FOUND, also for somebody else's */
export async function fromId({ mode, userId }: UserActor, entryId: string): Promise<Swapped> {
  if (!Ids.pattern("entry").test(entryId)) throw fail(SwapNotFound);
  const item = await Table.get(swapEntity.key({ mode, userId, entryId }));
  if (!item) throw fail(SwapNotFound);
  return swapEntity.parse(item);
}

import type * as z from "zod";
import { checkAdministrator, type UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Table from "../../platform/table/index.ts";
import { type ListPage, list as listOf } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import { flag } from "./entity.ts";

/** What a person must look at, because it is not what was agreed. Events that say it again change nothing. */

export type Flag = z.output<typeof flag.schema>;

/** What a flag is of. */
export type Flagged = Pick<Flag, "kind" | "id">;

/** Raises a flag; one that is up stays as it is. */
export async function raise(
  of: Flagged,
  { why, userId }: { readonly why: string; readonly userId?: string | undefined },
): Promise<void> {
  const one = { ...of, why, at: Clock.nowIso(), ...(userId !== undefined && { userId }) };
  await Table.unlessRefused(Table.put(flag.item(one), Where.absent));
}

/** Takes a flag down, where one is up. */
export const lower = (of: Flagged): Promise<void> => Table.remove(flag.key(of));

/** A page of all flags, by their kind. @param after what the page before ended with. @throws FORBIDDEN */
export async function list(
  actor: UserActor,
  { limit, after }: { readonly limit: number; readonly after?: Flagged | undefined },
): Promise<ListPage<Flag>> {
  checkAdministrator(actor);
  return listOf(flag, {}, { limit, after: after && flag.key(after) });
}

import { log } from "../platform/log.ts";
import * as Members from "./members.ts";
import * as Shards from "./shards.ts";

/**
 * Holds a shard's count against its list. Whoever ends a connection counts it out after the fact, and may die in between; a
 * count that is too high keeps others out and a server busy for nobody.
 */
export interface Recount {
  /** Lists the shard's connections, and corrects its count where it is wrong. */
  list(): Promise<Members.Member[]>;
}

/** Recounts for the one process that serves the shard. */
export function of(shard: number): Recount {
  let doubted: string | undefined;
  return {
    async list() {
      const counted = await Shards.get(shard);
      const members = await Members.list(shard);
      const found = counted && counted.count !== members.length ? counted : undefined;
      // One who has just left is not in the list and may still be in the count: only a difference that lasts is an error.
      const sight = found && `${found.count} ${found.opened} ${members.length}`;
      if (found && sight === doubted)
        await Shards.correct(found, members.length).catch((error: unknown) =>
          log.warn("a shard's count was not corrected", { shard, error }),
        );
      doubted = sight;
      return members;
    },
  };
}

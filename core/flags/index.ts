import { checkAdministrator, type UserActor } from "../identity/actor.ts";
import { ADMINISTRATORS, stillOf } from "../identity/standing.ts";
import * as Trail from "../identity/trail/index.ts";
import * as Clock from "../kernel/clock/ledger.ts";
import { fail, wrongCursor } from "../kernel/errors.ts";
import * as Table from "../platform/table/index.ts";
import { list as listOf } from "../platform/table/list.ts";
import * as Where from "../platform/table/where.ts";
import { type Flag, type Flagged, flag } from "./entity.ts";
import { FlagHoldsMoney, FlagNotFound, FlagResolved, OwnFlag } from "./errors.ts";
import { flagKinds } from "./schema.ts";

/**
 * What a person must look at, because it is not what was agreed. Events that say it again change nothing. That
 * somebody has looked is noted beside the flag: what was flagged, why and when stay as they were.
 */

export type { Flag, Flagged } from "./entity.ts";

interface Cause {
  readonly why: string;
  readonly userId?: string | undefined;
}

/** The write that raises a flag, for the transaction that finds out; it takes the place of one that is up. */
export const raising = (of: Flagged, { why, userId }: Cause) => ({
  put: flag.item({ ...of, why, at: Clock.nowIso(), ...(userId !== undefined && { userId }) }),
});

/**
 * Raises a flag; one that is up stays as it is. One that was resolved is raised anew where there is another
 * cause by now.
 */
export async function raise(of: Flagged, cause: Cause): Promise<void> {
  const isAnother = Where.all(Where.has("resolution"), Where.isNot("why", cause.why));
  await Table.tryCommit([{ ...raising(of, cause), where: Where.any(Where.absent, isAnother) }]);
}

/** Takes a flag down, where one is up. */
export const lower = (of: Flagged): Promise<void> => Table.remove(flag.key(of));

/** Which flags are listed: those that nobody has resolved unless told. */
export interface Wanted {
  readonly limit: number;
  /** The `next` of the page before. */
  readonly after?: string | undefined;
  readonly kind?: Flag["kind"] | undefined;
  readonly status?: "open" | "resolved" | "all" | undefined;
}

/** A page of flags, by their kind. @throws FORBIDDEN */
export async function list(
  actor: UserActor,
  { limit, after, kind, status = "open" }: Wanted,
): Promise<{ readonly items: readonly Flag[]; readonly next: string | undefined }> {
  checkAdministrator(actor);
  const last = after === undefined ? undefined : placeOf(after);
  const isWanted = (one: Flag) =>
    (kind ?? one.kind) === one.kind &&
    (status === "all" || (status === "resolved") === (one.resolution !== undefined));
  const { items, next } = await listOf(flag, {}, { limit, after: last && flag.key(last), isWanted });
  return { items, next: next && `${next.kind}:${next.id}` };
}

/** A flag by what a page ended with: its kind, a colon and its id. @throws INVALID_REQUEST */
function placeOf(after: string): Flagged {
  const [word = "", ...id] = after.split(":");
  const kind = flagKinds.find((one) => one === word);
  if (!kind) throw wrongCursor("after");
  return { kind, id: id.join(":") };
}

/**
 * Notes that an administrator has looked at what is flagged, and what came of it. Nobody resolves what is about
 * the own account. The same once more answers what was noted.
 * @throws FORBIDDEN, FLAG_NOT_FOUND, OWN_FLAG, FLAG_HOLDS_MONEY, FLAG_RESOLVED
 */
export async function resolve(actor: UserActor, of: Flagged, note: string): Promise<Flag> {
  checkAdministrator(actor);
  return Table.change(
    () => Table.find(flag, of),
    (before) => {
      if (!before) throw fail(FlagNotFound);
      if (before.userId === actor.userId) throw fail(OwnFlag);
      if (before.amount !== undefined && before.amount > 0n) throw fail(FlagHoldsMoney);
      const { resolution: known } = before;
      if (known && (known.by !== actor.userId || known.note !== note))
        throw fail(FlagResolved, { details: { by: known.by, at: known.at } });
      if (known) return { writes: [], result: before };
      const resolution = { by: actor.userId, at: Clock.nowIso(), note };
      const { kind, id, at, why, userId: to } = before;
      return {
        writes: [
          {
            update: flag.key(before),
            set: { resolution },
            where: Where.all(Where.is({ at, why }), Where.lacks("resolution")),
          },
          ...Trail.noting(actor, { deed: "flag-resolved", to, reason: note, about: { kind, id, why } }),
          stillOf(ADMINISTRATORS, actor),
        ],
        result: { ...before, resolution },
      };
    },
  );
}

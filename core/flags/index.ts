import { ADMINISTRATORS, assertHasRole } from "../identity/account-status.ts";
import { checkAdministrator, type UserActor } from "../identity/actor.ts";
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
 * Flags mark cases that staff must review. A repeated event changes nothing. A resolution is stored with the flag; subject, cause
 * and time of the flag stay unchanged.
 */

export type { Flag, Flagged } from "./entity.ts";

interface Cause {
  readonly why: string;
  readonly userId?: string | undefined;
}

/** Returns the write that raises a flag, for the transaction that detects the case. Replaces an existing flag. */
export const raiseWrite = (of: Flagged, { why, userId }: Cause) => ({
  put: flag.item({ ...of, why, at: Clock.nowIso(), ...(userId !== undefined && { userId }) }),
});

/**
 * Raises a flag. An open flag stays unchanged. A resolved flag is raised again if the cause is a different one.
 */
export async function raise(of: Flagged, cause: Cause): Promise<void> {
  const isNewCause = Where.all(Where.has("resolution"), Where.isNot("why", cause.why));
  await Table.tryCommit([{ ...raiseWrite(of, cause), where: Where.any(Where.absent, isNewCause) }]);
}

/** Deletes a flag, if it exists. */
export const remove = (of: Flagged): Promise<void> => Table.remove(flag.key(of));

interface FlagQuery {
  readonly limit: number;
  /** The `next` of the previous page. */
  readonly after?: string | undefined;
  readonly kind?: Flag["kind"] | undefined;
  /** Defaults to open. */
  readonly status?: "open" | "resolved" | "all" | undefined;
}

/** Lists a page of flags, sorted by kind and id. @throws FORBIDDEN; INVALID_REQUEST if `after` is invalid */
export async function list(
  actor: UserActor,
  { limit, after, kind, status = "open" }: FlagQuery,
): Promise<{ readonly items: readonly Flag[]; readonly next: string | undefined }> {
  checkAdministrator(actor);
  const last = after === undefined ? undefined : parseCursor(after);
  const isWanted = (one: Flag) =>
    (kind ?? one.kind) === one.kind &&
    (status === "all" || (status === "resolved") === (one.resolution !== undefined));
  const { items, next } = await listOf(flag, {}, { limit, after: last && flag.key(last), isWanted });
  return { items, next: next && `${next.kind}:${next.id}` };
}

/** Parses a cursor: the kind of a flag, a colon and its id. @throws INVALID_REQUEST */
function parseCursor(after: string): Flagged {
  const [prefix = "", ...id] = after.split(":");
  const kind = flagKinds.find((one) => one === prefix);
  if (!kind) throw wrongCursor("after");
  return { kind, id: id.join(":") };
}

/**
 * Records an administrator's resolution of a flag, except of a flag about the administrator's own account. A repeated call returns
 * the recorded resolution.
 * @throws FORBIDDEN, FLAG_NOT_FOUND, OWN_FLAG, FLAG_HOLDS_MONEY, FLAG_RESOLVED, CONTENTION
 */
export async function resolve(actor: UserActor, of: Flagged, note: string): Promise<Flag> {
  checkAdministrator(actor);
  return Table.change(
    () => Table.getMany([flag.key(of), Trail.headKey(actor)]),
    ([item, head]) => {
      if (!item) throw fail(FlagNotFound);
      const before = flag.parse(item);
      if (before.userId === actor.userId) throw fail(OwnFlag);
      if (before.amount !== undefined && before.amount > 0n) throw fail(FlagHoldsMoney);
      const { resolution: resolved } = before;
      if (resolved && (resolved.by !== actor.userId || resolved.note !== note))
        throw fail(FlagResolved, { details: { by: resolved.by, at: resolved.at } });
      if (resolved) return { writes: [], result: before };
      const resolution = { by: actor.userId, at: Clock.nowIso(), note };
      const { kind, id, at, why, userId: to } = before;
      return {
        writes: [
          {
            update: flag.key(before),
            set: { resolution },
            where: Where.all(Where.is({ at, why }), Where.lacks("resolution")),
          },
          ...Trail.recordWrites(
            actor,
            { deed: "flag-resolved", to, reason: note, about: { kind, id, why } },
            head,
          ),
          assertHasRole(ADMINISTRATORS, actor),
        ],
        result: { ...before, resolution },
      };
    },
  );
}

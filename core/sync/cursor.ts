import * as z from "zod";
import type { UserActor } from "../identity/actor.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail, failFields, InvalidRequest } from "../kernel/errors.ts";
import { type Text, text } from "../kernel/texts/index.ts";
import { SecretGone, seal, unkept, unseal } from "../platform/seal.ts";
import { CursorExpired } from "./errors.ts";
import { CURSOR_DAYS } from "./feed.ts";
import { type Collection, collections } from "./schema.ts";

/** Cursors: how far a device has come. Sealed for their user, so that nobody reads or changes one. */

export interface Cursor {
  /** The number of the latest change that the device knows. */
  readonly seq: number;
  /** When all that comes after it was still to be written, in UNIX seconds: it is good for 30 days. */
  readonly at: number;
  /** What the device asked for with the first one. */
  readonly wanted: readonly Collection[];
  /** Within a snapshot: what was given last, and of which part. */
  readonly walk?: { readonly part: number; readonly after?: string | undefined } | undefined;
}

/** Collections by their place in the list, which devices keep: a new one goes to its end. */
const written = z.tuple([z.int(), z.int(), z.array(z.int()), z.tuple([z.int(), z.string()]).optional()]);

const purposeOf = ({ userId }: Pick<UserActor, "userId">) => unkept(`sync#${userId}`);

export function write(actor: Pick<UserActor, "userId">, { seq, at, wanted, walk }: Cursor): Promise<string> {
  const names = wanted.map((one) => collections.indexOf(one));
  const place = walk && [walk.part, walk.after ?? ""];
  return seal(JSON.stringify([seq, at, names, ...(place ? [place] : [])]), purposeOf(actor));
}

/**
 * Reads a cursor of the actor's.
 * @throws INVALID_REQUEST for one that no answer gave to this user, CURSOR_EXPIRED
 */
export async function read(actor: Pick<UserActor, "userId">, cursor: string): Promise<Cursor> {
  const [seq, at, names, place] = await opened(actor, cursor);
  if (at + CURSOR_DAYS * 86_400 <= Clock.nowSeconds()) throw fail(CursorExpired);
  const wanted = names.flatMap((index) => collections[index] ?? []);
  return { seq, at, wanted, walk: place && { part: place[0], after: place[1] || undefined } };
}

async function opened(actor: Pick<UserActor, "userId">, cursor: string) {
  try {
    return written.parse(JSON.parse(await unseal(cursor, purposeOf(actor))));
  } catch (error) {
    // Two rotations within its 30 days: the device begins anew, as after a longer absence.
    if (error instanceof SecretGone) throw fail(CursorExpired);
    throw invalid(
      "cursor",
      text(
        "must be the cursor of an answer of yours",
        "doit être le curseur d'une réponse que vous avez reçue",
      ),
    );
  }
}

/** What is wrong with a field of a pull. */
export const invalid = (field: string, message: Text): Error =>
  failFields(InvalidRequest, [{ field, message }]);

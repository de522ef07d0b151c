import * as z from "zod";
import * as Objects from "../platform/objects.ts";

/**
 * Who was erased, kept beside the table: a table that is restored from a backup knows nothing of what was erased since,
 * and this list says whom to erase again. It has an account's id and a time, and nothing else.
 */

const noted = z.object({ userId: z.string(), erasedAt: z.string() });
export type Noted = z.output<typeof noted>;

/** How the keys of the list begin: no lifecycle deletes them. */
const PREFIX = "erased/";
const MAX_BYTES = 1024;

/** Puts an account on the list; again, it changes nothing. */
export const noteErased = (one: Noted): Promise<void> =>
  Objects.put(
    { bucket: "results", key: keyOf(one.userId) },
    Buffer.from(JSON.stringify(one)),
    "application/json",
  );

const SUFFIX = ".json";

/** The ids of everybody who was ever erased. */
export async function* ids(): AsyncGenerator<string> {
  for await (const key of Objects.keys("results", PREFIX))
    if (key.endsWith(SUFFIX)) yield key.slice(PREFIX.length, -SUFFIX.length);
}

/** Everybody who was ever erased, and when. */
export async function* list(): AsyncGenerator<Noted> {
  for await (const userId of ids()) {
    const body = await Objects.read({ bucket: "results", key: keyOf(userId) }, MAX_BYTES);
    if (body) yield noted.parse(JSON.parse(body.toString()));
  }
}

const keyOf = (userId: string): string => `${PREFIX}${userId}${SUFFIX}`;

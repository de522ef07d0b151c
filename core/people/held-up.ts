import { checkAdministrator, type UserActor } from "../identity/actor.ts";
import { userProfile } from "../identity/entity.ts";
import { fromItem } from "../identity/user.ts";
import * as Clock from "../kernel/clock/index.ts";
import type { Text } from "../kernel/texts/index.ts";
import * as Table from "../platform/table/index.ts";
import { erasure, heldUpErasure } from "./entity.ts";
import { remedies } from "./remedies.ts";
import { type Erasure, type HeldUpCode, heldUpCodes } from "./schema.ts";
import { type Pending, pendingOf } from "./states.ts";

/**
 * Erasures whose day has come and that something is in the way of: a list that administrators see to. An account is on
 * it once, from when on something holds it up, until nothing does. Why stands with the erasure itself.
 */

/** The attributes of an erasure that is held up. */
export const noted = (
  { heldUpSince = Clock.nowIso() }: Pick<Erasure, "heldUpSince">,
  heldUpBy: readonly HeldUpCode[],
) => ({ heldUpBy, heldUpSince });

/** Those of one that is not. */
export const noMore = { heldUpBy: undefined, heldUpSince: undefined } as const;

/** The write that puts an account on the list. */
export const entering = (userId: string, heldUpSince: string): Table.Write => ({
  put: heldUpErasure.item({ userId, heldUpSince }),
});

/** The write that takes an account off the list, if it is on it. */
export const leaving = (userId: string): Table.Write => ({ remove: heldUpErasure.key({ userId }) });

export interface HeldUp extends Pick<Erasure, "userId" | "status" | "requestedBy" | "requestedAt"> {
  /** When it was to be carried out. */
  readonly dueAt: string;
  readonly heldUpSince: string;
  readonly reasons: readonly { readonly code: HeldUpCode; readonly message: Text }[];
  /** What waits for a second administrator. */
  readonly pending: Pending | undefined;
}

export interface Page {
  readonly items: readonly HeldUp[];
  /** The user at whom the next page begins; undefined on the last. */
  readonly next: string | undefined;
}

/**
 * A page of the list, by user. It may be shorter than was asked for, even empty, and have a next one: whom a sign-in has
 * spared meanwhile is left out.
 * @param after the next of the page before
 * @throws FORBIDDEN
 */
export async function list(
  actor: UserActor,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<Page> {
  checkAdministrator(actor);
  const { items, next } = await Table.query({
    pk: heldUpErasure.partition({}),
    limit,
    after: after === undefined ? undefined : { ...heldUpErasure.key({ userId: after }) },
  });
  const listed = items.map((item) => heldUpErasure.parse(item));
  return { items: await still(listed), next: next && listed.at(-1)?.userId };
}

/** Those of them that are held up as they are read. */
async function still(listed: readonly { readonly userId: string }[]): Promise<HeldUp[]> {
  const keys = listed.flatMap((one) => [erasure.key(one), userProfile.key(one)]);
  const read = await Table.getMany(keys);
  return listed.flatMap((_, at) => {
    const [item, profile] = [read[2 * at], read[2 * at + 1]];
    if (!item || !profile) return [];
    const [one, { erasureAt }] = [erasure.parse(item), fromItem(profile)];
    const { userId, status, requestedBy, requestedAt, dueAt, heldUpSince } = one;
    // Whose time was called off, and who is erased, has none.
    if (heldUpSince === undefined || dueAt === undefined || erasureAt !== dueAt) return [];
    const codes = heldUpCodes.filter((code) => one.heldUpBy?.includes(code));
    const reasons = codes.map((code) => ({ code, message: remedies[code] }));
    return [
      { userId, status, requestedBy, requestedAt, dueAt, heldUpSince, reasons, pending: pendingOf(one) },
    ];
  });
}

/** For how long the oldest has been held up, in seconds; 0 where none is. */
export async function ageSeconds(): Promise<number> {
  let oldest = Clock.nowIso();
  for await (const page of Table.pages({ pk: heldUpErasure.partition({}) }))
    for (const { heldUpSince } of await still(page.map((item) => heldUpErasure.parse(item))))
      if (heldUpSince < oldest) oldest = heldUpSince;
  return Math.max(0, Math.round((Clock.nowMs() - Date.parse(oldest)) / 1000));
}

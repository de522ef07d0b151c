import { checkAdministrator, type UserActor } from "../identity/actor.ts";
import { userProfile } from "../identity/entity.ts";
import { fromItem } from "../identity/user.ts";
import * as Clock from "../kernel/clock/index.ts";
import type { Text } from "../kernel/texts/index.ts";
import * as Table from "../platform/table/index.ts";
import { type Paging, list as pageOf } from "../platform/table/list.ts";
import { type Erasure, erasure, heldUpErasure } from "./entity.ts";
import { heldUpTexts } from "./errors.ts";
import { type HeldUpCode, heldUpCodes } from "./schema.ts";
import { type Pending, pendingOf } from "./states.ts";

/** The administrators' queue of erasures that are due and held up. */

export interface HeldUp extends Pick<Erasure, "userId" | "status" | "requestedBy" | "requestedAt"> {
  readonly dueAt: string;
  readonly heldUpSince: string;
  readonly reasons: readonly { readonly code: HeldUpCode; readonly message: Text }[];
  /** The request that waits for a second administrator. */
  readonly pending: Pending | undefined;
}

/**
 * Lists a page of the queue, by user. Omits erasures that a sign-in has canceled, so a page may be shorter than its limit, or empty,
 * although a next page exists.
 * @throws FORBIDDEN
 */
export async function list(actor: UserActor, page: Paging) {
  checkAdministrator(actor);
  const { items, next } = await pageOf(heldUpErasure, {}, { ...page, oldestFirst: true });
  return { items: await readHeldUp(items), next: next?.userId };
}

/** Reads the erasures that are still held up. */
async function readHeldUp(listed: readonly { readonly userId: string }[]): Promise<HeldUp[]> {
  const read = await Table.getMany(listed.flatMap((one) => [erasure.key(one), userProfile.key(one)]));
  return listed.flatMap((_, at) => {
    const [item, profile] = [read[2 * at], read[2 * at + 1]];
    if (!item || !profile) return [];
    const one = erasure.parse(item);
    const { userId, status, requestedBy, requestedAt, dueAt, heldUpSince } = one;
    // The profiles of canceled erasures and erased accounts have no due date.
    if (heldUpSince === undefined || dueAt === undefined || fromItem(profile).erasureAt !== dueAt) return [];
    const codes = heldUpCodes.filter((code) => one.heldUpBy?.includes(code));
    const reasons = codes.map((code) => ({ code, message: heldUpTexts[code] }));
    return [
      { userId, status, requestedBy, requestedAt, dueAt, heldUpSince, reasons, pending: pendingOf(one) },
    ];
  });
}

/** Returns the age of the oldest held-up erasure in seconds. Returns 0 if the queue is empty. */
export async function oldestAgeSeconds(): Promise<number> {
  let oldest = Clock.nowIso();
  for await (const page of Table.pages({ pk: heldUpErasure.partition({}) }))
    for (const { heldUpSince } of await readHeldUp(page.map((item) => heldUpErasure.parse(item))))
      if (heldUpSince < oldest) oldest = heldUpSince;
  return Math.max(0, Math.round((Clock.nowMs() - Date.parse(oldest)) / 1000));
}

import * as Limits from "../identity/kyc/limits/index.ts";
import type { Draft, Request, Snapshot } from "./draft.ts";

/**
 * Limits of what users move, by how far their identity is checked, in the ledger: what an entry is `moving` is
 * counted in its own transaction.
 */

/** How many items a movement depends on. */
const READS = 2;

/** The request with what its movement depends on behind its reads. */
export const limited = <T>(request: Request<T>): Request<T> =>
  request.moving
    ? { ...request, reads: [...(request.reads ?? []), ...Limits.keysOf(request.moving)] }
    : request;

/** What was read for the rest, and what was read for the movement. */
export function apart<T>({ moving }: Request<T>, snapshot: Snapshot): [Snapshot, Limits.Read] {
  if (!moving) return [snapshot, []];
  const items = snapshot.items.slice(0, -READS);
  return [{ ...snapshot, items }, snapshot.items.slice(-READS)];
}

/** The draft with its movement counted. @throws KYC_LIMIT_EXCEEDED */
export function counted<T>({ moving }: Request<T>, read: Limits.Read, draft: Draft<T>): Draft<T> {
  if (!moving) return draft;
  const count = Limits.counting(moving, read);
  const { extraWrites = [] } = draft;
  return {
    ...draft,
    extraWrites: (after) => [
      ...(typeof extraWrites === "function" ? extraWrites(after) : extraWrites),
      count,
    ],
  };
}

import type * as Contract from "../../../contract/public/test.ts";
import type { ResultOf } from "../../../contract/route.ts";
import type { UserActor } from "../../../core/identity/actor.ts";
import type { Told } from "../../../core/sandboxes/clock.ts";
import { objectOf } from "../_view.ts";

/** A sandbox's clock. */
export const clockOf = (
  actor: UserActor,
  { mode: id, aheadMs, goalMs, createdAt, now }: Told,
): ResultOf<typeof Contract.clock> => ({
  ...objectOf("test_clock", actor, { id, createdAt }),
  now,
  offset_seconds: Math.floor(aheadMs / 1000),
  status: aheadMs < goalMs ? "advancing" : "ready",
});

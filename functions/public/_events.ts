import type * as EventContract from "../../contract/public/events.ts";
import type * as TestContract from "../../contract/public/test.ts";
import type { ResultOf } from "../../contract/route.ts";
import type { UserActor } from "../../core/identity/actor.ts";
import { isWebhookEvent } from "../../core/messaging/schema.ts";
import type { StoredEvent } from "../../core/platform/api-events/schema.ts";
import type { ShownClock } from "../../core/sandboxes/clock.ts";
import { objectOf } from "./_view.ts";

/** Makes the view of an event. Empty if its type no longer exists. */
export const event = (
  actor: UserActor,
  { type, ...one }: StoredEvent,
): ResultOf<typeof EventContract.read>[] =>
  isWebhookEvent(type)
    ? [
        {
          ...objectOf("event", actor, { id: one.id, createdAt: one.occurredAt }),
          type,
          sequence: one.sequence,
          data: one.data,
        },
      ]
    : [];

export const clockOf = (
  actor: UserActor,
  { mode: id, aheadMs, goalMs, createdAt, now }: ShownClock,
): ResultOf<typeof TestContract.clock> => ({
  ...objectOf("test_clock", actor, { id, createdAt }),
  now,
  offset_seconds: Math.floor(aheadMs / 1000),
  status: aheadMs < goalMs ? "advancing" : "ready",
});

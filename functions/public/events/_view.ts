import type * as Contract from "../../../contract/public/events.ts";
import type { ResultOf } from "../../../contract/route.ts";
import type { UserActor } from "../../../core/identity/actor.ts";
import { isWebhookEvent } from "../../../core/messaging/schema.ts";
import type { KeptEvent } from "../../../core/platform/api-events/schema.ts";
import { objectOf } from "../_view.ts";

/** An event as the API shows it; nothing of a type that is no more. */
export const event = (actor: UserActor, { type, ...one }: KeptEvent): ResultOf<typeof Contract.read>[] =>
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

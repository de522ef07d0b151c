import type { ResultOf } from "../../contract/route.ts";
import type * as Deliveries from "../../contract/webhooks/deliveries.ts";
import type * as Contract from "../../contract/webhooks.ts";
import { pick, pickOrNull } from "../../core/kernel/fields.ts";
import type { Delivery, DeliveryPage, Webhook } from "../../core/messaging/webhooks/schema.ts";

export const webhook = (found: Webhook): ResultOf<typeof Contract.update> => ({
  id: found.webhookId,
  ...pick(found, "name", "url", "events", "mode", "apiVersion", "ordered", "enabled", "createdAt"),
  ...pick(found, "updatedAt"),
  ...pickOrNull(found, "disabledReason", "disabledAt", "failingSince"),
});

export const delivery = (found: Delivery): ResultOf<typeof Deliveries.replay> => ({
  id: found.deliveryId,
  ...pick(found, "webhookId", "eventId", "event", "status", "createdAt", "body"),
  attemptCount: found.attempts,
  attempts: found.log.map(({ number, at, durationMs, status, error, responseBody }) => ({
    number,
    at,
    durationMs,
    status: status ?? null,
    error: error ?? null,
    responseBody: responseBody ?? "",
  })),
  nextAttemptAt: found.nextAttemptAt ?? null,
});

export const deliveries = ({ deliveries: all, next }: DeliveryPage): ResultOf<typeof Deliveries.list> => ({
  deliveries: all.map(delivery),
  next: next ?? null,
});

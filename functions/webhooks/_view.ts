import type { ResultOf } from "../../contract/route.ts";
import type * as Deliveries from "../../contract/webhooks/deliveries.ts";
import type * as Contract from "../../contract/webhooks.ts";
import type { Delivery, DeliveryPage, Webhook } from "../../core/messaging/webhooks/schema.ts";

/** Webhooks and deliveries as their routes show them. */

export const webhook = (one: Webhook): ResultOf<typeof Contract.update> => ({
  id: one.webhookId,
  name: one.name,
  url: one.url,
  events: one.events,
  enabled: one.enabled,
  disabledReason: one.disabledReason ?? null,
  disabledAt: one.disabledAt ?? null,
  failingSince: one.failingSince ?? null,
  createdAt: one.createdAt,
  updatedAt: one.updatedAt,
});

export const delivery = (one: Delivery): ResultOf<typeof Deliveries.replay> => ({
  id: one.deliveryId,
  webhookId: one.webhookId,
  eventId: one.eventId,
  event: one.event,
  status: one.status,
  attemptCount: one.attempts,
  attempts: one.log.map(({ number, at, durationMs, status, error, responseBody }) => ({
    number,
    at,
    durationMs,
    status: status ?? null,
    error: error ?? null,
    responseBody: responseBody ?? "",
  })),
  nextAttemptAt: one.nextAttemptAt ?? null,
  createdAt: one.createdAt,
  body: one.body,
});

export const deliveries = ({ deliveries: all, next }: DeliveryPage): ResultOf<typeof Deliveries.list> => ({
  deliveries: all.map(delivery),
  next: next ?? null,
});

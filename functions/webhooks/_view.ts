import type { ResultOf } from "../../contract/route.ts";
import type * as Deliveries from "../../contract/webhooks/deliveries.ts";
import type * as Contract from "../../contract/webhooks.ts";
import type { Delivery, DeliveryPage, Webhook } from "../../core/messaging/webhooks/schema.ts";

/** Webhooks and deliveries as their routes return them. */

export const webhook = (found: Webhook): ResultOf<typeof Contract.update> => ({
  id: found.webhookId,
  name: found.name,
  url: found.url,
  events: found.events,
  mode: found.mode,
  apiVersion: found.apiVersion,
  ordered: found.ordered,
  enabled: found.enabled,
  disabledReason: found.disabledReason ?? null,
  disabledAt: found.disabledAt ?? null,
  failingSince: found.failingSince ?? null,
  createdAt: found.createdAt,
  updatedAt: found.updatedAt,
});

export const delivery = (found: Delivery): ResultOf<typeof Deliveries.replay> => ({
  id: found.deliveryId,
  webhookId: found.webhookId,
  eventId: found.eventId,
  event: found.event,
  status: found.status,
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
  createdAt: found.createdAt,
  body: found.body,
});

export const deliveries = ({ deliveries: all, next }: DeliveryPage): ResultOf<typeof Deliveries.list> => ({
  deliveries: all.map(delivery),
  next: next ?? null,
});

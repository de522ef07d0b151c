import * as Outbox from "../../platform/outbox/index.ts";
import type { DisabledReason } from "./schema.ts";

/** The platform has disabled a webhook. */
export const webhookDisabled = Outbox.define<{
  readonly userId: string;
  readonly webhookId: string;
  readonly name: string;
  readonly url: string;
  readonly reason: Exclude<DisabledReason, "owner">;
}>()("webhook-disabled", "QUEUE_URL_NOTIFICATIONS");

/** The owner of a webhook has asked for what happened in a range to be sent again. */
export const replayAsked = Outbox.define<{
  readonly userId: string;
  readonly webhookId: string;
  readonly replayId: string;
}>()("webhook-replay-asked", "QUEUE_URL_WEBHOOK_DELIVERIES");

/** A delivery was given up: a dead letter. Moved to the queue of deliveries, it starts anew. */
export const deliveryDied = Outbox.define<{
  readonly userId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly event: string;
  readonly attempts: number;
  readonly lastError: string;
}>()("webhook-delivery-died", "QUEUE_URL_WEBHOOK_DEAD_LETTERS");

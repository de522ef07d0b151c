import { apiEventTypes } from "../../platform/api-events/schema.ts";

/** Events that a user's notification stream shows, and a webhook may ask for (spec 3, section 2.6). */
export const userEventTypes = ["job-done", "job-failed", "share-received"] as const;
export type UserEventType = (typeof userEventTypes)[number];

/** All that a user's webhook may ask for. */
export const webhookEventTypes = [...userEventTypes, ...apiEventTypes] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

export const isUserEvent = (type: string): type is UserEventType =>
  (userEventTypes as readonly string[]).includes(type);

export const isWebhookEvent = (type: string): type is WebhookEventType =>
  (webhookEventTypes as readonly string[]).includes(type);

export interface UserEvent {
  /** The same at every delivery: receivers know an event by it. */
  readonly id: string;
  readonly type: UserEventType;
  /** ISO 8601. */
  readonly occurredAt: string;
  readonly userId: string;
  /** JSON. */
  readonly data: Readonly<Record<string, unknown>>;
}

import * as z from "zod";
import { rule } from "../kernel/texts/index.ts";
import { apiEventTypes } from "../platform/api-events/schema.ts";

/** Events of the notification stream, which a webhook may subscribe to as well (spec 3, section 2.6). */
export const userEventTypes = ["job-done", "job-failed", "share-received"] as const;
export type UserEventType = (typeof userEventTypes)[number];

/** All events that a webhook may subscribe to. */
export const webhookEventTypes = [...userEventTypes, ...apiEventTypes] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

export const isUserEvent = (type: string): type is UserEventType =>
  (userEventTypes as readonly string[]).includes(type);

export const isWebhookEvent = (type: string): type is WebhookEventType =>
  (webhookEventTypes as readonly string[]).includes(type);

/** A notification as the stream shows it. */
export const notification = z
  .object({
    id: z.string().meta({
      description: "Also the id of the stream's event: send it as Last-Event-ID to resume after it",
    }),
    eventId: z.string().meta({ description: "The id of the same event in webhooks" }),
    type: z.enum(userEventTypes),
    occurredAt: z.string(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "Notification" });
export type Notification = z.output<typeof notification>;

export interface UserEvent extends Readonly<Pick<Notification, "type" | "occurredAt" | "data">> {
  /** The same at every delivery, so that receivers recognize an event. */
  readonly id: string;
  readonly userId: string;
}

export const systems = ["ios", "android"] as const;

/** The token that Apple or Google gave an app on one device. */
export const pushToken = z
  .string()
  .regex(
    /^[\x21-\x7E]{1,4096}$/,
    rule(
      "must be the push token that the operating system gave the app",
      "doit être le jeton de notification que le système d'exploitation a donné à l'application",
    ),
  )
  .meta({ examples: ["c2f1e0d9b8a7968574635241302f1e0d"] });

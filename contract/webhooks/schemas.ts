import * as z from "zod";
import { webhookEventTypes } from "../../core/messaging/schema.ts";
import { deliveryStatuses } from "../../core/messaging/webhooks/schema.ts";
import { timestamp } from "../common.ts";

/** What the routes of webhooks and of their deliveries share. */

export const webhookId = z
  .string()
  .max(64)
  .meta({ description: "A webhook's id", examples: ["whk_01jd3v8y2m9t4k6q0s5w7x1z3b"] });

export const deliveryId = z
  .string()
  .max(64)
  .meta({ description: "A delivery's id", examples: ["dlv_01jd3v8y2m9t4k6q0s5w7x1z3b"] });

export const event = z.enum(webhookEventTypes);

export const delivery = z
  .object({
    id: deliveryId,
    webhookId,
    eventId: z
      .string()
      .meta({ description: "The `webhook-id` header: the same at every attempt and replay" }),
    event,
    status: z.enum(deliveryStatuses).meta({
      description:
        "`pending`: attempts are still made; `delivered`; `dead`: given up; `skipped`: its turn came while the webhook was disabled",
    }),
    attemptCount: z.int().meta({ description: "Attempts so far, over all replays" }),
    attempts: z
      .array(
        z.object({
          number: z.int(),
          at: timestamp,
          durationMs: z.int(),
          status: z.int().nullable().meta({ description: "The HTTP status; null where none came" }),
          error: z.string().nullable().meta({ description: "Why it failed; null where it arrived" }),
          responseBody: z.string().meta({ description: "The first 2,000 bytes of the answer" }),
        }),
      )
      .meta({ description: "The latest ten, oldest first" }),
    nextAttemptAt: timestamp.nullable(),
    createdAt: timestamp,
    body: z.string().meta({ description: "What is posted, byte for byte as it is signed" }),
  })
  .meta({ id: "WebhookDelivery" });

export const params = z.object({ id: webhookId });

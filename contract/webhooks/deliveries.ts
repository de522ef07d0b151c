import * as z from "zod";
import { pattern } from "../../core/kernel/ids/schema.ts";
import { DeliveryNotFound, WebhookDisabled, WebhookNotFound } from "../../core/messaging/errors.ts";
import { webhookEventTypes } from "../../core/messaging/schema.ts";
import { deliveryStatuses } from "../../core/messaging/webhooks/schema.ts";
import { next, pagedAfter, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";

/** Deliveries to a user's webhook: spec 3, section 4.4. */

const route = defineFamily({
  id: "webhooks.deliveries",
  path: "/api/webhooks/{id}/deliveries",
  family: "defi",
  auth: "session",
});

export const webhookId = z
  .string()
  .max(64)
  .meta({ description: "A webhook's id", examples: ["whk_01jd3v8y2m9t4k6q0s5w7x1z3b"] });

const deliveryId = z
  .string()
  .max(64)
  .meta({ description: "A delivery's id", examples: ["dlv_01jd3v8y2m9t4k6q0s5w7x1z3b"] });

export const event = z.enum(webhookEventTypes);

export const delivery = z
  .object({
    id: deliveryId,
    webhookId,
    eventId: z.string().describe("The `webhook-id` header, the same for every attempt and replay"),
    event,
    status: z
      .enum(deliveryStatuses)
      .describe(
        "`pending`: attempts continue; `delivered`; `dead`: abandoned; `skipped`: due while the webhook was disabled",
      ),
    attemptCount: z.int().describe("Attempts so far, over all replays"),
    attempts: z
      .array(
        z.object({
          number: z.int(),
          at: timestamp,
          durationMs: z.int(),
          status: z.int().nullable().describe("The HTTP status; null without a response"),
          error: z.string().nullable().describe("Why it failed; null after a success"),
          responseBody: z.string().describe("The first 2,000 bytes of the response"),
        }),
      )
      .describe("The latest ten, oldest first"),
    nextAttemptAt: timestamp.nullable(),
    createdAt: timestamp,
    body: z.string().describe("The request's body, byte for byte as it is signed"),
  })
  .meta({ id: "WebhookDelivery" });

export const params = z.object({ id: webhookId });

export const list = route({
  id: "list",
  method: "GET",
  summary: "List the deliveries to a webhook, newest first",
  description:
    "Deliveries are stored for 30 days. A page may be shorter than `limit` and still have a `next`.",
  request: { params, query: z.strictObject(pagedAfter(pattern("delivery"), deliveryId)) },
  response: { description: "A page of deliveries", body: z.object({ deliveries: z.array(delivery), next }) },
  errors: [WebhookNotFound],
  grants: { table: "read" },
});

export const replay = route({
  id: "replay",
  method: "POST",
  path: "/{deliveryId}/replay",
  summary: "Replay a delivery, whatever its status",
  description:
    "Sent immediately, under the same `webhook-id`. If it fails, the whole schedule of attempts starts over.",
  limit: limits.sendWebhook,
  request: { params: z.object({ id: webhookId, deliveryId }) },
  response: { status: 202, description: "It is on its way", body: delivery },
  errors: [WebhookNotFound, DeliveryNotFound, WebhookDisabled],
  grants: { table: "write", queues: ["webhook-deliveries"] },
});

import * as z from "zod";
import { pattern } from "../../core/kernel/ids/schema.ts";
import { DeliveryNotFound, WebhookDisabled, WebhookNotFound } from "../../core/messaging/errors.ts";
import { ofPage, pageLimit } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { delivery, deliveryId, params, webhookId } from "./schemas.ts";

/** What is sent to a user's webhook: spec 3, section 4.4. */

const route = defineFamily({
  id: "webhooks.deliveries",
  path: "/api/webhooks/{id}/deliveries",
  family: "defi",
  auth: "session",
});

export const list = route({
  id: "list",
  method: "GET",
  summary: "What was and is sent to a webhook, newest first",
  description: "Deliveries are kept for 30 days. A page may be shorter than `limit` and still have a `next`.",
  request: {
    params,
    query: z.strictObject({
      limit: pageLimit,
      after: deliveryId
        .regex(pattern("delivery"), ofPage)
        .optional()
        .meta({ description: "`next` of the page before" }),
    }),
  },
  responses: {
    200: {
      description: "A page of deliveries",
      body: z.object({
        deliveries: z.array(delivery),
        next: z.string().nullable().meta({ description: "Asks for the page after; null on the last" }),
      }),
    },
  },
  errors: [WebhookNotFound],
  grants: { table: "read" },
});

export const replay = route({
  id: "replay",
  method: "POST",
  path: "/{deliveryId}/replay",
  summary: "Send a delivery again, whatever became of it",
  description:
    "At once, under the same `webhook-id`; should that fail, it is tried again by the whole schedule from its beginning.",
  limit: limits.sendWebhook,
  request: { params: z.object({ id: webhookId, deliveryId }) },
  responses: { 202: { description: "It is on its way", body: delivery } },
  errors: [WebhookNotFound, DeliveryNotFound, WebhookDisabled],
  grants: { table: "write", queues: ["webhook-deliveries"] },
});

import * as z from "zod";
import { pattern } from "../../core/kernel/ids/schema.ts";
import { line } from "../../core/kernel/text/schema.ts";
import { userEventTypes } from "../../core/messaging/user-events/schema.ts";
import {
  DeliveryNotFound,
  InvalidWebhookUrl,
  SecretLimit,
  WebhookDisabled,
  WebhookLimit,
  WebhookNotFound,
} from "../../core/messaging/webhooks/errors.ts";
import { deliveryStatuses, disabledReasons, MAX_WEBHOOKS } from "../../core/messaging/webhooks/schema.ts";
import { timestamp } from "../common.ts";
import * as Limits from "../limits.ts";
import { route } from "../route.ts";

/** Webhooks of users' own: spec 3, sections 2.6, 4.4 and 6.3. */

const id = z
  .string()
  .max(64)
  .meta({ description: "A webhook's id", examples: ["whk_01jd3v8y2m9t4k6q0s5w7x1z3b"] });
const deliveryId = z
  .string()
  .max(64)
  .meta({ description: "A delivery's id", examples: ["dlv_01jd3v8y2m9t4k6q0s5w7x1z3b"] });

const name = line
  .min(1)
  .max(100)
  .meta({ examples: ["Accounting"] });
const url = z
  .string()
  .trim()
  .min(1)
  .max(2048)
  .meta({
    description: "Where events are posted to: https, with a public host, on port 443 or one from 1024 up",
    examples: ["https://example.com/hooks/svc"],
  });
const event = z.enum(userEventTypes);
const events = z.array(event).min(1).max(userEventTypes.length);

const webhook = z
  .object({
    id,
    name,
    url: z.string(),
    events: z.array(event).meta({ description: "The events that it is sent" }),
    enabled: z.boolean(),
    disabledReason: z.enum(disabledReasons).nullable().meta({
      description:
        "`owner`: by request; `gone`: the receiver answered 410; `failing`: nothing arrived for five days",
    }),
    disabledAt: timestamp.nullable(),
    failingSince: timestamp
      .nullable()
      .meta({ description: "When the first attempt failed since a delivery last arrived" }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: "Webhook" });

const secret = z
  .string()
  .meta({ description: "Signs the deliveries. Shown here and never again", examples: ["whsec_…"] });

const delivery = z
  .object({
    id: deliveryId,
    webhookId: id,
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

const one = z.object({ id });

export const create = route({
  id: "webhooks.create",
  method: "POST",
  path: "/api/webhooks",
  family: "defi",
  summary: "Register an address that is told of events",
  description:
    `An account may have ${MAX_WEBHOOKS} webhooks. \`events\` left out: all. The URL is refused with \`INVALID_WEBHOOK_URL\`, which ` +
    "names the rule, where it is not https or leads to an address that is not public; every delivery checks again. How to " +
    "verify, and when what is tried again, is in docs/WEBHOOKS.md.",
  auth: "session",
  limit: Limits.changeWebhook,
  request: { body: z.strictObject({ name, url, events: events.optional() }) },
  responses: { 201: { description: "The webhook, with its secret", body: webhook.extend({ secret }) } },
  errors: [InvalidWebhookUrl, WebhookLimit],
  grants: { table: "write" },
});

export const list = route({
  id: "webhooks.list",
  method: "GET",
  path: "/api/webhooks",
  family: "defi",
  summary: "The caller's webhooks, oldest first, without their secrets",
  auth: "session",
  responses: { 200: { description: "The webhooks", body: z.object({ webhooks: z.array(webhook) }) } },
  grants: { table: "read" },
});

export const update = route({
  id: "webhooks.update",
  method: "PATCH",
  path: "/api/webhooks/{id}",
  family: "defi",
  summary: "Enable or disable a webhook, or change its name, URL or events",
  description:
    "What is left out stays; `events: null` is all of them. Deliveries that wait go to the new URL. While it is disabled, nothing " +
    "is sent and no event makes a delivery; a delivery whose turn comes in that time is `skipped`, and can be replayed.",
  auth: "session",
  limit: Limits.changeWebhook,
  request: {
    params: one,
    body: z
      .strictObject({
        name: name.optional(),
        url: url.optional(),
        events: events.nullable().optional(),
        enabled: z.boolean().optional(),
      })
      .refine((body) => Object.values(body).some((value) => value !== undefined), {
        message: "names nothing to change: send name, url, events or enabled",
      }),
  },
  responses: { 200: { description: "The webhook from now on", body: webhook } },
  errors: [WebhookNotFound, InvalidWebhookUrl],
  grants: { table: "write", queues: ["webhook-deliveries"] },
});

export const remove = route({
  id: "webhooks.remove",
  method: "DELETE",
  path: "/api/webhooks/{id}",
  family: "defi",
  summary: "Delete a webhook and the deliveries that wait for it",
  description: "What is on its way at this moment may still arrive; it is not tried again.",
  auth: "session",
  limit: Limits.changeWebhook,
  request: { params: one },
  responses: { 204: { description: "Deleted" } },
  errors: [WebhookNotFound],
  grants: { table: "write" },
  timeoutSeconds: 29,
});

export const deliveries = route({
  id: "webhooks.deliveries.list",
  method: "GET",
  path: "/api/webhooks/{id}/deliveries",
  family: "defi",
  summary: "What was and is sent to a webhook, newest first",
  description: "Deliveries are kept for 30 days. A page may be shorter than `limit` and still have a `next`.",
  auth: "session",
  request: {
    params: one,
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(100).default(20),
      after: deliveryId
        .regex(pattern("delivery"), "must be the next of a page before")
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
  id: "webhooks.deliveries.replay",
  method: "POST",
  path: "/api/webhooks/{id}/deliveries/{deliveryId}/replay",
  family: "defi",
  summary: "Send a delivery again, whatever became of it",
  description:
    "At once, under the same `webhook-id`; should that fail, it is tried again by the whole schedule from its beginning.",
  auth: "session",
  limit: Limits.sendWebhook,
  request: { params: z.object({ id, deliveryId }) },
  responses: { 202: { description: "It is on its way", body: delivery } },
  errors: [WebhookNotFound, DeliveryNotFound, WebhookDisabled],
  grants: { table: "write", queues: ["webhook-deliveries"] },
});

export const test = route({
  id: "webhooks.test",
  method: "POST",
  path: "/api/webhooks/{id}/test",
  family: "defi",
  summary: "Send a webhook a test event",
  description:
    "Signed, sent and tried again as any other; its `data` is `{test: true, message}`. `event` left out: the first that the " +
    "webhook asks for. One that it does not ask for can be tried, too.",
  auth: "session",
  limit: Limits.sendWebhook,
  request: { params: one, body: z.strictObject({ event: event.optional() }).optional() },
  responses: { 202: { description: "It is on its way", body: delivery } },
  errors: [WebhookNotFound, WebhookDisabled],
  grants: { table: "write", queues: ["webhook-deliveries"] },
});

const MAX_OVERLAP_SECONDS = 7 * 86_400;

export const rotate = route({
  id: "webhooks.rotate",
  method: "POST",
  path: "/api/webhooks/{id}/rotate-secret",
  family: "defi",
  summary: "Give a webhook a new secret",
  description:
    "`X-Svc-Signature` is made with the new secret from now on. For `overlapSeconds` (a day unless told) the one before signs beside it: " +
    "`webhook-signature` carries both signatures, and `X-Svc-Signature-Previous` that of the former secret (several, " +
    "separated by commas, after several rotations; at most 10). 0 ends all former secrets at once.",
  auth: "session",
  limit: Limits.changeWebhook,
  request: {
    params: one,
    body: z.strictObject({ overlapSeconds: z.int().min(0).max(MAX_OVERLAP_SECONDS).optional() }).optional(),
  },
  responses: {
    200: {
      description: "The new secret",
      body: z.object({
        id,
        secret,
        previousUntil: timestamp.meta({ description: "Until when the one before signs, too" }),
      }),
    },
  },
  errors: [WebhookNotFound, SecretLimit],
  grants: { table: "write" },
});

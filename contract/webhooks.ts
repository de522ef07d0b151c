import * as z from "zod";
import { keyModes } from "../core/kernel/mode.ts";
import { line } from "../core/kernel/text/schema.ts";
import { rule } from "../core/kernel/texts/index.ts";
import {
  InvalidWebhookUrl,
  SecretLimit,
  WebhookDisabled,
  WebhookLimit,
  WebhookNotFound,
} from "../core/messaging/errors.ts";
import { webhookEventTypes } from "../core/messaging/schema.ts";
import { disabledReasons, MAX_REPLAYED, MAX_WEBHOOKS } from "../core/messaging/webhooks/schema.ts";
import { payloadVersions } from "../core/platform/api-events/schema.ts";
import { changesSomething, timestamp } from "./common.ts";
import { defineFamily } from "./family.ts";
import * as limits from "./limits.ts";
import { delivery, event, params, webhookId } from "./webhooks/schemas.ts";

/** Webhooks of users' own: spec 3, sections 2.6, 4.4 and 6.3. */

const route = defineFamily({ id: "webhooks", path: "/api/webhooks", family: "defi", auth: "session" });

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

const events = z.array(event).min(1).max(webhookEventTypes.length);

const mode = z.enum(keyModes).meta({
  description: "Whose events it is sent: `live`, or those of your sandbox (`test`). It cannot be changed",
});
const apiVersion = z.enum(payloadVersions).meta({
  description: "The version of the public API that objects are shown in",
});
const ordered = z.boolean().meta({
  description:
    "Whether what happens to one object is sent one after the other: an event waits until the one before has arrived or is given up",
});

const webhook = z
  .object({
    id: webhookId,
    name,
    url: z.string(),
    events: z.array(event).meta({ description: "The events that it is sent" }),
    mode,
    apiVersion,
    ordered,
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

export const create = route({
  id: "create",
  method: "POST",
  summary: "Register an address that is told of events",
  description:
    `An account may have ${MAX_WEBHOOKS} webhooks. \`events\` left out: all that there are now. The URL is refused with \`INVALID_WEBHOOK_URL\`, which ` +
    "names the rule, where it is not https or leads to an address that is not public; every delivery checks again. How to " +
    "verify, and when what is tried again, is in docs/WEBHOOKS.md.",
  limit: limits.changeWebhook,
  request: {
    body: z.strictObject({
      name,
      url,
      events: events.optional(),
      mode: mode.optional(),
      apiVersion: apiVersion.optional(),
      ordered: ordered.optional(),
    }),
  },
  responses: { 201: { description: "The webhook, with its secret", body: webhook.extend({ secret }) } },
  errors: [InvalidWebhookUrl, WebhookLimit],
  grants: { table: "write", credentials: ["webhook"], secrets: ["SEALING_SECRET"] },
});

export const list = route({
  id: "list",
  method: "GET",
  summary: "The caller's webhooks, oldest first, without their secrets",
  responses: { 200: { description: "The webhooks", body: z.object({ webhooks: z.array(webhook) }) } },
  grants: { table: "read" },
});

export const update = route({
  id: "update",
  method: "PATCH",
  path: "/{id}",
  summary: "Enable or disable a webhook, or change its name, URL or events",
  description:
    "What is left out stays; `events: null` is all of them. Deliveries that wait go to the new URL. While it is disabled, nothing " +
    "is sent and no event makes a delivery; a delivery whose turn comes in that time is `skipped`, and can be replayed.",
  limit: limits.changeWebhook,
  request: {
    params,
    body: z
      .strictObject({
        name: name.optional(),
        url: url.optional(),
        events: events.nullable().optional(),
        enabled: z.boolean().optional(),
        apiVersion: apiVersion.optional(),
        ordered: ordered.optional(),
      })
      .refine(...changesSomething("name", "url", "events", "enabled", "apiVersion", "ordered")),
  },
  responses: { 200: { description: "The webhook from now on", body: webhook } },
  errors: [WebhookNotFound, InvalidWebhookUrl],
  grants: { table: "write", queues: ["webhook-deliveries"] },
});

export const remove = route({
  id: "remove",
  method: "DELETE",
  path: "/{id}",
  summary: "Delete a webhook and the deliveries that wait for it",
  description: "What is on its way at this moment may still arrive; it is not tried again.",
  limit: limits.changeWebhook,
  request: { params },
  responses: { 204: { description: "Deleted" } },
  errors: [WebhookNotFound],
  grants: { table: "write", credentials: ["webhook"] },
  timeoutSeconds: 29,
});

export const test = route({
  id: "test",
  method: "POST",
  path: "/{id}/test",
  summary: "Send a webhook a test event",
  description:
    "Signed, sent and tried again as any other, and marked `test: true`; its `data` is an example of the type's object, and of a job's " +
    "event `{test: true, message}`. `event` left out: the first that the webhook asks for. One that it does not ask for can be tried, too.",
  limit: limits.sendWebhook,
  request: { params, body: z.strictObject({ event: event.optional() }).optional() },
  responses: { 202: { description: "It is on its way", body: delivery } },
  errors: [WebhookNotFound, WebhookDisabled],
  grants: { table: "write", queues: ["webhook-deliveries"] },
});

const MAX_OVERLAP_SECONDS = 7 * 86_400;

export const rotate = route({
  id: "rotate",
  method: "POST",
  path: "/{id}/rotate-secret",
  summary: "Give a webhook a new secret",
  description:
    "`X-Svc-Signature` is made with the new secret from now on. For `overlapSeconds` (a day unless told) the one before signs beside it: " +
    "`webhook-signature` carries both signatures, and `X-Svc-Signature-Previous` that of the former secret (several, " +
    "separated by commas, after several rotations; at most 10). 0 ends all former secrets at once.",
  limit: limits.changeWebhook,
  request: {
    params,
    body: z.strictObject({ overlapSeconds: z.int().min(0).max(MAX_OVERLAP_SECONDS).optional() }).optional(),
  },
  responses: {
    200: {
      description: "The new secret",
      body: z.object({
        id: webhookId,
        secret,
        previousUntil: timestamp.meta({ description: "Until when the one before signs, too" }),
      }),
    },
  },
  errors: [WebhookNotFound, SecretLimit],
  grants: { table: "write", credentials: ["webhook"], secrets: ["SEALING_SECRET"] },
});

const instant = z.iso.datetime().meta({ description: "ISO 8601 in UTC, included" });

export const replay = route({
  id: "replay",
  method: "POST",
  path: "/{id}/replay",
  summary: "Send a webhook again what happened in a range of time",
  description:
    "In the background, oldest first, under the same ids, also what has arrived and what happened before there was the webhook; of the last 30 " +
    `days. \`types\` left out: all that it is sent. At most ${MAX_REPLAYED.toLocaleString("en")} events: for more, ask again from where it ended. What is still on its ` +
    "way is not sent twice.",
  limit: limits.sendWebhook,
  idempotent: true,
  request: {
    params,
    body: z
      .strictObject({ from: instant, to: instant, types: events.optional() })
      .refine(({ from, to }) => Date.parse(from) <= Date.parse(to), {
        path: ["from"],
        error: rule("must not be after to", "ne doit pas être postérieur à to"),
      })
      .transform(({ from, to, types }) => ({
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        types,
      })),
  },
  responses: {
    202: {
      description: "It has begun",
      body: z
        .object({
          id: z.string(),
          webhookId,
          from: timestamp,
          to: timestamp,
          types: z.array(event),
          createdAt: timestamp,
        })
        .meta({ id: "WebhookReplay" }),
    },
  },
  errors: [WebhookNotFound, WebhookDisabled],
  grants: { table: "write", queues: ["webhook-deliveries"] },
});

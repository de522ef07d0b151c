import * as z from "zod";
import { keyModes } from "../core/kernel/mode.ts";
import { line, trimmed } from "../core/kernel/text/schema.ts";
import { rule } from "../core/kernel/texts/index.ts";
import { DAY_SECONDS } from "../core/kernel/time.ts";
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
import { delivery, event, params, webhookId } from "./webhooks/deliveries.ts";

/** Webhooks of users: spec 3, sections 2.6, 4.4 and 6.3. */

const route = defineFamily({
  id: "webhooks",
  path: "/api/webhooks",
  family: "defi",
  auth: "session",
});

/** Grants of the routes that create and change secrets, and of those that send. */
const secretGrants = { table: "write", credentials: ["webhook"], secrets: ["SEALING_SECRET"] } as const;
const sendGrants = { table: "write", queues: ["webhook-deliveries"] } as const;

const name = line
  .min(1)
  .max(100)
  .meta({ examples: ["Accounting"] });

const url = trimmed(2048).meta({
  description: "The target of events: https, with a public host, on port 443 or from 1024 up",
  examples: ["https://example.com/hooks/svc"],
});

const events = z.array(event).min(1).max(webhookEventTypes.length);

const mode = z
  .enum(keyModes)
  .describe("Whether it receives `live` events, or those of your sandbox (`test`). It cannot be changed");
const apiVersion = z.enum(payloadVersions).describe("The version of the public API that objects have");
const ordered = z
  .boolean()
  .describe(
    "Whether events of an object are sent in order: each waits until the previous one is delivered or abandoned",
  );

const webhook = z
  .object({
    id: webhookId,
    name,
    url: z.string(),
    events: z.array(event).describe("The events that it receives"),
    mode,
    apiVersion,
    ordered,
    enabled: z.boolean(),
    disabledReason: z
      .enum(disabledReasons)
      .nullable()
      .describe(
        "`owner`: by request; `gone`: the receiver answered 410; `failing`: no delivery for five days",
      ),
    disabledAt: timestamp.nullable(),
    failingSince: timestamp.nullable().describe("The first failed attempt since the last delivery"),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: "Webhook" });

const secret = z
  .string()
  .meta({ description: "Signs the deliveries. Shown only once", examples: ["whsec_…"] });

const settings = {
  apiVersion: apiVersion.optional(),
  ordered: ordered.optional(),
};

export const create = route({
  id: "create",
  method: "POST",
  summary: "Create a webhook",
  proof: { when: "`mode` is `live`" },
  description:
    `An account can have ${MAX_WEBHOOKS} webhooks. \`events\` defaults to all current events. \`INVALID_WEBHOOK_URL\` names the rule if the URL is not https or ` +
    "leads to a private address; every delivery checks again. See docs/WEBHOOKS.md for verification and retries.",
  limit: limits.changeWebhook,
  request: {
    body: z.strictObject({ name, url, events: events.optional(), mode: mode.optional(), ...settings }),
  },
  response: { status: 201, description: "The webhook, with its secret", body: webhook.extend({ secret }) },
  errors: [InvalidWebhookUrl, WebhookLimit],
  grants: secretGrants,
});

export const list = route({
  id: "list",
  method: "GET",
  summary: "List the caller's webhooks without their secrets, oldest first",
  response: { description: "The webhooks", body: z.object({ webhooks: z.array(webhook) }) },
  grants: { table: "read" },
});

export const update = route({
  id: "update",
  method: "PATCH",
  path: "/{id}",
  summary: "Change, enable or disable a webhook",
  proof: { when: "the webhook is a live one and gets another `url`" },
  description:
    "Omitted fields stay; `events: null` selects all. Pending deliveries go to the new URL. While the webhook is disabled, events create no deliveries, " +
    "and deliveries that fall due are `skipped`; they can be replayed.",
  limit: limits.changeWebhook,
  request: {
    params,
    body: z
      .strictObject({
        name: name.optional(),
        url: url.optional(),
        events: events.nullable().optional(),
        enabled: z.boolean().optional(),
        ...settings,
      })
      .refine(...changesSomething("name", "url", "events", "enabled", "apiVersion", "ordered")),
  },
  response: { description: "The changed webhook", body: webhook },
  errors: [WebhookNotFound, InvalidWebhookUrl],
  grants: sendGrants,
});

export const remove = route({
  id: "remove",
  method: "DELETE",
  path: "/{id}",
  summary: "Delete a webhook and its pending deliveries",
  description: "An attempt in progress may still arrive; it is not repeated.",
  limit: limits.changeWebhook,
  proof: { notNeeded: "it only ends deliveries" },
  request: { params },
  response: { status: 204, description: "Deleted" },
  errors: [WebhookNotFound],
  grants: { table: "write", credentials: ["webhook"] },
  timeoutSeconds: 29,
});

export const test = route({
  id: "test",
  method: "POST",
  path: "/{id}/test",
  summary: "Send a test event to a webhook",
  description:
    "Signed, sent and retried like any other, with `test: true`. `data` is an example of the event's object, for a job's event `{test: true, message}`. " +
    "`event` defaults to the webhook's first; it may be one that the webhook does not receive.",
  limit: limits.sendWebhook,
  request: { params, body: z.strictObject({ event: event.optional() }).optional() },
  response: { status: 202, description: "It is on its way", body: delivery },
  errors: [WebhookNotFound, WebhookDisabled],
  grants: sendGrants,
});

export const rotate = route({
  id: "rotate",
  method: "POST",
  path: "/{id}/rotate-secret",
  summary: "Rotate a webhook's secret",
  proof: { when: "the webhook is a live one" },
  description:
    "`X-Svc-Signature` uses the new secret from now on. For `overlapSeconds` (a day by default) the previous one signs as well: `webhook-signature` has " +
    "both signatures, and `X-Svc-Signature-Previous` that of the previous secret, or up to 10 separated by commas after several rotations. 0 ends all " +
    "previous secrets immediately.",
  limit: limits.changeWebhook,
  request: {
    params,
    body: z
      .strictObject({
        overlapSeconds: z
          .int()
          .min(0)
          .max(7 * DAY_SECONDS)
          .optional(),
      })
      .optional(),
  },
  response: {
    description: "The new secret",
    body: z.object({
      id: webhookId,
      secret,
      previousUntil: timestamp.describe("Until when the previous secret signs as well"),
    }),
  },
  errors: [WebhookNotFound, SecretLimit],
  grants: secretGrants,
});

const instant = z.iso.datetime().describe("ISO 8601 in UTC, inclusive");

export const replay = route({
  id: "replay",
  method: "POST",
  path: "/{id}/replay",
  summary: "Replay the events of a period",
  description:
    "Sends the events of up to 30 days back, oldest first, in the background and under the same ids, including delivered ones and those before the webhook " +
    `existed. \`types\` defaults to the webhook's events. At most ${MAX_REPLAYED.toLocaleString("en")} events: for more, replay again from where it ended. Pending ` +
    "deliveries are not sent twice.",
  limit: limits.sendWebhook,
  idempotent: true,
  proof: { notNeeded: "it repeats deliveries to an existing webhook" },
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
  response: {
    status: 202,
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
  errors: [WebhookNotFound, WebhookDisabled],
  grants: sendGrants,
});

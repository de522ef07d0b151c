import * as Due from "../../platform/due/index.ts";
import { outboxDue } from "../../platform/outbox/entity.ts";
import { entity } from "../../platform/table/entity.ts";
import {
  deliverySchema,
  nextAttemptSchema,
  queueEntrySchema,
  replaySchema,
  secretsSchema,
  webhookSchema,
} from "./schema.ts";

export const webhook = entity({
  name: "Webhook",
  about:
    "A user's address that events are sent to, and whether it is enabled. Its secrets are in an item of their own.",
  pk: "USER#{userId}",
  sk: "WEBHOOK#{webhookId}",
  schema: webhookSchema,
  holds: "the address and name of a webhook",
  erasure: "deleted",
  exported: ["name", "url", "events", "mode", "enabled", "createdAt"],
  answers: {
    "a user's webhooks": "Query pk, sk begins with WEBHOOK#; at most 20",
    "one of a user's webhooks": "GetItem pk, sk",
  },
});

export const webhookCount = entity({
  name: "WebhookCount",
  about: "How many webhooks a user has, so that parallel requests cannot make more than allowed.",
  pk: "USER#{userId}",
  sk: "WEBHOOKCOUNT",
  holds: "nothing",
  erasure: "deleted",
  answers: {
    "may a user have one more webhook": "UpdateItem with a condition, in the webhook's own transaction",
  },
});

export const webhookSecrets = entity({
  name: "WebhookSecrets",
  about:
    "The sealed secrets of a webhook: the current one and former ones that still sign. Only signing and rotation read them.",
  pk: "SECRET#WEBHOOK#{webhookId}",
  sk: "SECRETS",
  schema: secretsSchema,
  sealed: { current: "webhook:{webhookId}", "former.*.secret": "webhook:{webhookId}" },
  holds: "a webhook's secrets",
  erasure: "deleted",
  answers: { "the secrets that sign a delivery": "GetItem pk, sk" },
});

export const delivery = entity({
  name: "WebhookDelivery",
  about:
    "The delivery of an event to a webhook: its status, the body as it is signed, and the latest attempts.",
  pk: "WEBHOOK#{webhookId}",
  sk: "DELIVERY#{deliveryId}",
  schema: deliverySchema,
  expires: "30 days after it was created or last replayed (attribute ttl)",
  holds: "what happened to the user, as it was sent",
  erasure: "deleted",
  answers: {
    "a webhook's deliveries, newest first": "Query pk, sk begins with DELIVERY#, newest first",
    "one delivery": "GetItem pk, sk; written under its version",
  },
});

/** When the sweep processes an attempt that no worker has made. */
export const attemptsDue = Due.define("WEBHOOKS", 4);

export const nextAttempt = entity({
  name: "NextAttempt",
  about: "The time of a delivery's next attempt. It exists as long as the delivery is pending.",
  pk: "WEBHOOK#{webhookId}",
  sk: "ATTEMPT#{at}#{deliveryId}",
  schema: nextAttemptSchema,
  indexes: { due: attemptsDue.keys },
  holds: "nothing",
  erasure: "deleted",
  answers: {
    "the due attempts of a webhook": "Query pk, sk from ATTEMPT# up to now",
    "the webhooks whose attempts no worker made in time":
      "Query due, duePk = WEBHOOKS#<0..3>, dueSk up to now",
  },
});

export const queueEntry = entity({
  name: "WebhookQueueEntry",
  about:
    "A delivery's position among those of one object to an ordered webhook. It exists as long as the delivery is pending.",
  pk: "WEBHOOK#{webhookId}",
  sk: "LANE#{objectId}#{position}",
  schema: queueEntrySchema,
  expires: "with its delivery (attribute ttl)",
  holds: "nothing",
  erasure: "deleted",
  answers: { "the first pending delivery of an object": "Query pk, sk from LANE#<object>#, one item" },
});

export const replay = entity({
  name: "WebhookReplay",
  about:
    "A replay of the events of a range to a webhook, and its progress. It is its own outbox event, marked until the replay begins.",
  pk: "WEBHOOK#{webhookId}",
  sk: "REPLAY#{replayId}",
  schema: replaySchema,
  indexes: { due: outboxDue.keys },
  expires: "30 days after it was requested (attribute ttl)",
  holds: "nothing",
  erasure: "deleted",
  answers: { "the progress of a replay": "GetItem pk, sk" },
});

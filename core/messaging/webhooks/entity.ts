import * as Due from "../../platform/due/index.ts";
import { outboxDue } from "../../platform/outbox/entity.ts";
import { entity } from "../../platform/table/entity.ts";
import {
  deliverySchema,
  laneItemSchema,
  nextAttemptSchema,
  replaySchema,
  secretsSchema,
  webhookSchema,
} from "./schema.ts";

export const webhook = entity({
  name: "Webhook",
  about:
    "An address of a user's that events are sent to, and whether they still are. Its secrets are in an item of their own.",
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
    "What a webhook's deliveries are signed with, and former secrets that still sign while they are replaced, sealed. Read to sign and to rotate alone.",
  pk: "SECRET#WEBHOOK#{webhookId}",
  sk: "SECRETS",
  schema: secretsSchema,
  sealed: { current: "webhook:{webhookId}", "former.*.secret": "webhook:{webhookId}" },
  holds: "a webhook's secrets",
  erasure: "deleted",
  answers: { "what is a delivery signed with": "GetItem pk, sk" },
});

export const delivery = entity({
  name: "WebhookDelivery",
  about:
    "An event on its way to a webhook, or what became of it: the body as it is signed, and the latest attempts.",
  pk: "WEBHOOK#{webhookId}",
  sk: "DELIVERY#{deliveryId}",
  schema: deliverySchema,
  expires: "30 days after it was made or last replayed (attribute ttl)",
  holds: "what happened to the user, as it was sent",
  erasure: "deleted",
  answers: {
    "a webhook's deliveries, newest first": "Query pk, sk begins with DELIVERY#, newest first",
    "one delivery": "GetItem pk, sk; written under its version",
  },
});

/** When the sweep sees to an attempt, should no worker have made it before. */
export const attemptsDue = Due.define("WEBHOOKS", 4);

export const nextAttempt = entity({
  name: "NextAttempt",
  about: "When a delivery has its next attempt. There is one as long as the delivery is pending.",
  pk: "WEBHOOK#{webhookId}",
  sk: "ATTEMPT#{at}#{deliveryId}",
  schema: nextAttemptSchema,
  indexes: { due: attemptsDue.keys },
  holds: "nothing",
  erasure: "deleted",
  answers: {
    "which attempts of a webhook are due": "Query pk, sk from ATTEMPT# up to now",
    "which webhooks has no worker come to in time": "Query due, duePk = WEBHOOKS#<0..3>, dueSk up to now",
  },
});

export const laneItem = entity({
  name: "WebhookLane",
  about:
    "A delivery's place among those of one object to an ordered webhook. There is one as long as the delivery is pending.",
  pk: "WEBHOOK#{webhookId}",
  sk: "LANE#{objectId}#{position}",
  schema: laneItemSchema,
  expires: "with its delivery (attribute ttl)",
  holds: "nothing",
  erasure: "deleted",
  answers: { "whose turn is it of an object's deliveries": "Query pk, sk from LANE#<object>#, one item" },
});

export const replay = entity({
  name: "WebhookReplay",
  about:
    "That what happened in a range is sent to a webhook again, and how far that has come. It is its own event: marked until it is begun.",
  pk: "WEBHOOK#{webhookId}",
  sk: "REPLAY#{replayId}",
  schema: replaySchema,
  indexes: { due: outboxDue.keys },
  expires: "30 days after it was asked for (attribute ttl)",
  holds: "nothing",
  erasure: "deleted",
  answers: { "how far has a replay come": "GetItem pk, sk" },
});

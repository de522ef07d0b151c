import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Egress from "../../platform/egress/index.ts";
import * as Table from "../../platform/table/index.ts";
import { type UserEventType, userEventTypes } from "../user-events/schema.ts";
import { commit } from "./commit.ts";
import { delivery, WAITING_PREFIX, WEBHOOK_PREFIX, waiting, webhook, webhookCount } from "./entity.ts";
import { InvalidWebhookUrl, WebhookLimit, WebhookNotFound } from "./errors.ts";
import { MAX_WEBHOOKS, type Webhook, waitingItem, webhookItem } from "./schema.ts";
import * as Secrets from "./secrets.ts";
import { createSecret } from "./signature.ts";
import { wake } from "./wake.ts";

/** Webhooks of users' own (spec 3, sections 2.6 and 4.4): addresses that are told of what happened to a user. */

/** Whose webhooks they are. */
type Owner = Pick<UserActor, "userId">;

export interface NewWebhook {
  readonly name: string;
  readonly url: string;
  /** All unless told. */
  readonly events?: readonly UserEventType[] | undefined;
}

export interface Created {
  readonly webhook: Webhook;
  /** The only time that it is seen. */
  readonly secret: string;
}

/** @throws INVALID_WEBHOOK_URL, which names the rule */
async function checked(url: string): Promise<string> {
  try {
    return await Egress.vet(url);
  } catch (cause) {
    if (!(cause instanceof Egress.EgressFailure)) throw cause;
    throw fail(InvalidWebhookUrl, {
      message: `Webhooks cannot be sent to this URL: ${cause.message}.`,
      details: { fields: [{ field: "url", message: cause.message }] },
      cause,
    });
  }
}

const eventsOf = (events: readonly UserEventType[] | null | undefined): readonly UserEventType[] =>
  userEventTypes.filter((one) => !events || events.includes(one));

/** Registers a webhook. @throws INVALID_WEBHOOK_URL, WEBHOOK_LIMIT_REACHED */
export async function create({ userId }: Owner, { name, url, events }: NewWebhook): Promise<Created> {
  const now = Clock.nowIso();
  const secret = createSecret();
  const made: Webhook = {
    userId,
    webhookId: Ids.create("webhook"),
    name,
    url: await checked(url),
    events: [...eventsOf(events)],
    enabled: true,
    createdAt: now,
    updatedAt: now,
  };
  const refused = await commit([
    {
      update: {
        key: webhookCount.key({ userId }),
        update: "ADD #count :one",
        condition: "attribute_not_exists(pk) OR #count < :max",
        names: { "#count": "count" },
        values: { ":one": 1n, ":max": BigInt(MAX_WEBHOOKS) },
      },
    },
    { put: { ...webhook.key(made), ...made }, condition: "attribute_not_exists(pk)" },
    Secrets.opening(made.webhookId, secret),
  ]);
  if (refused) throw fail(WebhookLimit, { details: { limit: MAX_WEBHOOKS } });
  return { webhook: made, secret };
}

/** The actor's webhooks, oldest first. */
export async function list({ userId }: Owner): Promise<Webhook[]> {
  const items = await Table.queryAll({ pk: webhook.partition({ userId }), beginsWith: WEBHOOK_PREFIX });
  return items.map((item) => webhookItem.parse(item));
}

/** One of the actor's webhooks. @throws WEBHOOK_NOT_FOUND, also for somebody else's */
export async function fromId({ userId }: Owner, webhookId: string): Promise<Webhook> {
  const item = await Table.get(webhook.key({ userId, webhookId }));
  if (!item) throw fail(WebhookNotFound);
  return webhookItem.parse(item);
}

export interface Change {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  /** Null: all. */
  readonly events?: readonly UserEventType[] | null | undefined;
  readonly enabled?: boolean | undefined;
}

/**
 * Changes a webhook. What waits for it goes to the new URL. Enabled again, it begins with a clean record, and what still waited
 * goes on; disabled, it is sent nothing more.
 * @throws WEBHOOK_NOT_FOUND, INVALID_WEBHOOK_URL
 */
export async function update(actor: Owner, webhookId: string, change: Change): Promise<Webhook> {
  const before = await fromId(actor, webhookId);
  const url = change.url === undefined ? undefined : await checked(change.url);
  const set = new Map<string, unknown>([["updatedAt", Clock.nowIso()]]);
  if (change.name !== undefined) set.set("name", change.name);
  if (url !== undefined) set.set("url", url);
  if (change.events !== undefined) set.set("events", eventsOf(change.events));
  if (change.enabled !== undefined) set.set("enabled", change.enabled);
  if (change.enabled === false && before.enabled)
    set.set("disabledReason", "owner").set("disabledAt", Clock.nowIso());
  const cleared = [
    ...(change.enabled ? ["disabledReason", "disabledAt", "failingSince"] : []),
    // Another receiver, which has not shown how quick it is.
    ...(url !== undefined && url !== before.url ? ["quickTurns"] : []),
  ];
  const fields = [...set.keys()];
  try {
    const item = await Table.update({
      key: webhook.key({ ...actor, webhookId }),
      update: `SET ${fields.map((field) => `#${field} = :${field}`).join(", ")}${cleared.length > 0 ? ` REMOVE ${cleared.join(", ")}` : ""}`,
      condition: "attribute_exists(pk)",
      names: Object.fromEntries(fields.map((field) => [`#${field}`, field])),
      values: Object.fromEntries(fields.map((field) => [`:${field}`, set.get(field)])),
    });
    const after = webhookItem.parse(item);
    if (after.enabled && !before.enabled) await wake([{ userId: after.userId, webhookId }]);
    return after;
  } catch (error) {
    if (error instanceof Table.ConditionFailed) throw fail(WebhookNotFound);
    throw error;
  }
}

/**
 * Deletes a webhook and the deliveries that wait for it. One that is on its way at this moment may still arrive; it is not tried
 * again. What became of earlier ones is forgotten when its time is over.
 * @throws WEBHOOK_NOT_FOUND
 */
export async function remove({ userId }: Owner, webhookId: string): Promise<void> {
  const refused = await commit([
    { remove: webhook.key({ userId, webhookId }), condition: "attribute_exists(pk)" },
    {
      update: {
        key: webhookCount.key({ userId }),
        update: "ADD #count :less",
        condition: "attribute_exists(pk)",
        names: { "#count": "count" },
        values: { ":less": -1n },
      },
    },
    { remove: Secrets.keyOf(webhookId) },
  ]);
  if (refused) throw fail(WebhookNotFound);
  await forget(webhookId);
}

const AT_ONCE = 20;

/** Deletes what waits for a webhook that is no more: whoever is told of it later finds nothing to do. */
export async function forget(webhookId: string): Promise<void> {
  const items = await Table.queryAll({ pk: waiting.partition({ webhookId }), beginsWith: WAITING_PREFIX });
  const all = items.map((item) => waitingItem.parse(item));
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const some = all.slice(at, at + AT_ONCE);
    await Promise.all(
      some.map((one) => Table.remove(delivery.key(one)).then(() => Table.remove(waiting.key(one)))),
    );
  }
}

/** How long a former secret signs unless told: a day. */
const OVERLAP_SECONDS = 86_400;

/**
 * Gives a webhook a new secret.
 * @param overlapSeconds how long the one before signs beside it; a day unless told. 0 ends it and all former ones
 * @throws WEBHOOK_NOT_FOUND, WEBHOOK_SECRET_LIMIT_REACHED
 */
export async function rotate(
  actor: Owner,
  webhookId: string,
  overlapSeconds = OVERLAP_SECONDS,
): Promise<Secrets.Rotated> {
  await fromId(actor, webhookId);
  return Secrets.rotate(webhookId, overlapSeconds);
}

import pMap from "p-map";
import type { UserActor } from "../../identity/actor.ts";
import { isWithin, type Period } from "../../identity/events.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { ruleText, text } from "../../kernel/texts/index.ts";
import { DAY_SECONDS } from "../../kernel/time.ts";
import * as Egress from "../../platform/egress/index.ts";
import * as Table from "../../platform/table/index.ts";
import { listAll } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import { InvalidWebhookUrl, WebhookLimit, WebhookNotFound } from "../errors.ts";
import { type WebhookEventType, webhookEventTypes } from "../schema.ts";
import { delivery, nextAttempt, queueEntry, webhook, webhookCount } from "./entity.ts";
import { callWorkers } from "./next-attempt.ts";
import { MAX_WEBHOOKS, type NextAttempt, type Webhook } from "./schema.ts";
import * as Secrets from "./secrets.ts";
import { createSecret } from "./signature.ts";

/** Webhooks of users (spec 3, sections 2.6 and 4.4): addresses that receive the events of an account. */

export type Owner = Pick<UserActor, "userId" | "ownershipId">;

type Confirm = () => Promise<void>;

type Optional<K extends keyof Webhook> = { readonly [P in K]?: Webhook[P] | undefined };

/** `events` defaults to all. */
export type NewWebhook = Pick<Webhook, "name" | "url"> &
  Optional<"mode" | "apiVersion" | "ordered"> & { readonly events?: readonly WebhookEventType[] | undefined };

/** Returns the normalized URL. @throws INVALID_WEBHOOK_URL, which names the rule */
async function parseUrl(url: string): Promise<string> {
  try {
    return await Egress.vet(url);
  } catch (cause) {
    if (!(cause instanceof Egress.EgressFailure)) throw cause;
    const message = ruleText(cause.message);
    throw fail(InvalidWebhookUrl, {
      message: text(
        `Webhooks cannot be sent to this URL: ${message.en}.`,
        `Aucun webhook ne peut être envoyé à cette URL : ${message.fr}.`,
      ),
      details: { fields: [{ field: "url", message }] },
      cause,
    });
  }
}

const toEvents = (events: readonly WebhookEventType[] | null | undefined): readonly WebhookEventType[] =>
  webhookEventTypes.filter((type) => !events || events.includes(type));

/**
 * Registers a webhook of the current owner of the account.
 * @returns the webhook, and its secret, which is never shown again
 * @throws INVALID_WEBHOOK_URL, WEBHOOK_LIMIT_REACHED
 */
export async function create(
  { userId, ownershipId }: Owner,
  { name, url, events, mode = "live", apiVersion = "v1", ordered = false }: NewWebhook,
) {
  const now = Clock.nowIso();
  const secret = createSecret();
  const created: Webhook = {
    userId,
    ownershipId,
    webhookId: Ids.create("webhook"),
    name,
    url: await parseUrl(url),
    events: [...toEvents(events)],
    mode,
    apiVersion,
    ordered,
    enabled: true,
    createdAt: now,
    updatedAt: now,
  };
  await Table.commit([
    {
      update: webhookCount.key({ userId }),
      add: { count: 1 },
      where: Where.any(Where.absent, Where.below("count", MAX_WEBHOOKS)),
      onConditionFailed: () => fail(WebhookLimit, { details: { limit: MAX_WEBHOOKS } }),
    },
    { put: webhook.item(created), where: Where.absent },
    await Secrets.createSecrets(created.webhookId, secret),
  ]);
  return { webhook: created, secret };
}

/** Returns whether a webhook belongs to the current owner of the account. */
export const isOf = (hook: Webhook, { ownershipId }: Pick<Owner, "ownershipId">): boolean =>
  hook.ownershipId === ownershipId;

/** Returns the actor's webhooks, oldest first. */
export async function list(owner: Owner): Promise<Webhook[]> {
  return (await listAllOf(owner.userId)).filter((hook) => isOf(hook, owner));
}

/** Returns all webhooks of an account, including those of a former owner. */
export const listAllOf = (userId: string): Promise<Webhook[]> => listAll(webhook, { userId });

/** Deletes the webhooks of an account's former owner. */
export async function clear(owner: Owner): Promise<void> {
  const former = (await listAllOf(owner.userId)).filter((hook) => !isOf(hook, owner));
  for (const { userId, ownershipId, webhookId } of former) await remove({ userId, ownershipId }, webhookId);
}

/** Disables the owner's webhooks that were created or changed in a period. */
export async function disableChanged(owner: Owner, period: Period): Promise<void> {
  const changed = (await list(owner)).filter(
    ({ createdAt, updatedAt, enabled }) =>
      enabled && [createdAt, updatedAt].some((at) => isWithin(period, at)),
  );
  for (const { webhookId } of changed) await update(owner, webhookId, { enabled: false });
}

/** Returns one of the actor's webhooks. @throws WEBHOOK_NOT_FOUND, also for another user's */
export async function fromId(owner: Owner, webhookId: string): Promise<Webhook> {
  const found = await Table.find(webhook, { userId: owner.userId, webhookId });
  if (!found || !isOf(found, owner)) throw fail(WebhookNotFound);
  return found;
}

/** `events`: null means all. */
export type Change = Optional<"name" | "url" | "enabled" | "apiVersion" | "ordered"> & {
  readonly events?: readonly WebhookEventType[] | null | undefined;
};

/**
 * Changes a webhook. Pending deliveries go to the new URL. A webhook that is enabled again starts without failures and
 * receives its pending deliveries; a disabled one receives nothing.
 * @param confirm asks the owner of a live webhook to confirm another URL
 * @throws WEBHOOK_NOT_FOUND, INVALID_WEBHOOK_URL
 */
export async function update(
  actor: Owner,
  webhookId: string,
  change: Change,
  confirm: Confirm = async () => undefined,
): Promise<Webhook> {
  const before = await fromId(actor, webhookId);
  const { name, enabled, apiVersion, ordered } = change;
  const url = change.url === undefined ? undefined : await parseUrl(change.url);
  if (url !== undefined && url !== before.url && before.mode === "live") await confirm();
  const now = Clock.nowIso();
  const set = {
    updatedAt: now,
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url }),
    ...(apiVersion !== undefined && { apiVersion }),
    ...(ordered !== undefined && { ordered }),
    ...(change.events !== undefined && { events: toEvents(change.events) }),
    ...(enabled !== undefined && { enabled }),
    ...(enabled === true && { disabledReason: undefined, disabledAt: undefined, failingSince: undefined }),
    ...(enabled === false && before.enabled && { disabledReason: "owner", disabledAt: now }),
  };
  const item = await Table.ignoreConditionFailure(
    Table.update(webhook.key(before), { set, where: Where.exists }),
  );
  if (!item) throw fail(WebhookNotFound);
  const after = webhook.parse(item);
  if (after.enabled && !before.enabled) await callWorkers([after]);
  return after;
}

/**
 * Deletes a webhook, its secrets and its pending deliveries. A delivery that is being sent may still arrive, and is not
 * retried. Finished deliveries expire.
 * @throws WEBHOOK_NOT_FOUND
 */
export async function remove({ userId, ownershipId }: Owner, webhookId: string): Promise<void> {
  await Table.commit([
    {
      remove: webhook.key({ userId, webhookId }),
      where: Where.is({ ownershipId }),
      onConditionFailed: WebhookNotFound,
    },
    { update: webhookCount.key({ userId }), add: { count: -1 } },
    { remove: Secrets.keyOf(webhookId) },
  ]);
  await forget(webhookId);
}

/** Deletes the pending deliveries of a webhook, with their attempts and queue entries. */
export async function forget(webhookId: string): Promise<void> {
  const drop = async (next: NextAttempt): Promise<void> => {
    await Table.remove(delivery.key(next));
    await Table.remove(nextAttempt.key(next));
  };
  await pMap(await listAll(nextAttempt, { webhookId }), drop, { concurrency: 20 });
  const entries = await listAll(queueEntry, { webhookId });
  await pMap(entries, (entry) => Table.remove(queueEntry.key(entry)), { concurrency: 20 });
}

/**
 * Replaces a webhook's secret.
 * @param overlapSeconds how long the former secret still signs. Defaults to a day; 0 revokes all former secrets
 * @param confirm asks the owner of a live webhook to confirm
 * @throws WEBHOOK_NOT_FOUND, WEBHOOK_SECRET_LIMIT_REACHED
 */
export async function rotate(
  actor: Owner,
  webhookId: string,
  overlapSeconds = DAY_SECONDS,
  confirm: Confirm = async () => undefined,
): Promise<Secrets.Rotated> {
  const { mode } = await fromId(actor, webhookId);
  if (mode === "live") await confirm();
  return Secrets.rotate(webhookId, overlapSeconds);
}

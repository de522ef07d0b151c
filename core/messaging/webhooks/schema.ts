import * as z from "zod";
import { keyModes } from "../../kernel/mode.ts";
import { storedNumber } from "../../kernel/stored.ts";
import { payloadVersions } from "../../platform/api-events/schema.ts";
import { webhookEventTypes } from "../schema.ts";

/** Webhooks of users and their deliveries: spec 3, sections 2.6, 4.4 and 6.3. */

/** The limit of webhooks per user. Each occupies at most one worker, so it bounds a user's share. */
export const MAX_WEBHOOKS = 20;

/** The limit of events that one replay sends. */
export const MAX_REPLAYED = 10_000;

/** Why a webhook is disabled: its owner disabled it, its receiver answered 410 (gone), or its attempts failed for five days. */
export const disabledReasons = ["owner", "gone", "failing"] as const;
export type DisabledReason = (typeof disabledReasons)[number];

export const webhookSchema = z.object({
  userId: z.string(),
  /** The account's `ownershipId` at creation. After a hand-over the webhook receives nothing. */
  ownershipId: z.string(),
  webhookId: z.string(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEventTypes)),
  /** The ledger whose events it receives: live, or the sandbox of its owner. */
  mode: z.enum(keyModes).default("live"),
  /** The API version of the objects that it receives. */
  apiVersion: z.enum(payloadVersions).default("v1"),
  /** Whether it receives the events of one object one after the other. */
  ordered: z.boolean().default(false),
  enabled: z.boolean(),
  disabledReason: z.enum(disabledReasons).optional(),
  /** ISO 8601, like all times in this file. */
  disabledAt: z.string().optional(),
  /** When the first failed attempt since the last delivery that arrived began. */
  failingSince: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Webhook = z.output<typeof webhookSchema>;

/**
 * `pending`: attempts are still made. `delivered`: the receiver accepted it. `dead`: the last attempt failed. `skipped`:
 * an attempt was due while the webhook was disabled or its owner was blocked.
 */
export const deliveryStatuses = ["pending", "delivered", "dead", "skipped"] as const;

const attemptSchema = z.object({
  /** From 1, over all replays. */
  number: storedNumber,
  /** When the attempt began. */
  at: z.string(),
  durationMs: storedNumber,
  /** The HTTP status, if the receiver responded. */
  status: storedNumber.optional(),
  /** The reason of a failure. */
  error: z.string().optional(),
  /** The beginning of the response's body. */
  responseBody: z.string().optional(),
});
export type Attempt = z.output<typeof attemptSchema>;

const queuePosition = z.object({ objectId: z.string(), sequence: storedNumber });
export type QueuePosition = z.output<typeof queuePosition>;

export const deliverySchema = z.object({
  userId: z.string(),
  webhookId: z.string(),
  deliveryId: z.string(),
  eventId: z.string(),
  event: z.enum(webhookEventTypes),
  /** The signed bytes. */
  body: z.string(),
  status: z.enum(deliveryStatuses),
  /** The number of attempts over all replays. */
  attempts: storedNumber,
  /** The number of attempts when the schedule last began. */
  attemptsBefore: storedNumber,
  /** The latest attempts, oldest first. */
  log: z.array(attemptSchema),
  /** The position in its object's queue, if its webhook is ordered: see `object-queue.ts`. */
  lane: queuePosition.optional(),
  /** The request that caused the event or its replay. */
  correlationId: z.string().optional(),
  /** The id of the latest replay of a time range that sent this delivery, if one did. */
  replayId: z.string().optional(),
  /** The time of the next attempt, while pending. */
  nextAttemptAt: z.string().optional(),
  createdAt: z.string(),
  version: z.bigint(),
});
export type Delivery = z.output<typeof deliverySchema>;

export const nextAttemptSchema = z.object({
  userId: z.string(),
  webhookId: z.string(),
  deliveryId: z.string(),
  at: z.string(),
});
export type NextAttempt = z.output<typeof nextAttemptSchema>;

export const queueEntrySchema = z.object({
  webhookId: z.string(),
  deliveryId: z.string(),
  objectId: z.string(),
  position: z.string(),
});

export const replaySchema = z.object({
  userId: z.string(),
  /** The owner's when the replay was requested. */
  ownershipId: z.string(),
  webhookId: z.string(),
  replayId: z.string(),
  from: z.string(),
  to: z.string(),
  types: z.array(z.enum(webhookEventTypes)),
  status: z.enum(["running", "done"]),
  /** The number of events found for the webhook so far. */
  events: storedNumber,
  /** The last event that was read. */
  after: z.string().optional(),
  createdAt: z.string(),
});
export type Replay = z.output<typeof replaySchema>;

/** All secrets are sealed. */
export const secretsSchema = z.object({
  current: z.string(),
  former: z.array(z.object({ secret: z.string(), untilMs: z.bigint() })),
});
export type Secrets = z.output<typeof secretsSchema>;

/** A page of deliveries, newest first. */
export interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  /** The cursor of the next page (`after`); undefined on the last page. */
  readonly next: string | undefined;
}

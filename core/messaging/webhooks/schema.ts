import * as z from "zod";
import { keyModes } from "../../kernel/mode.ts";
import { storedNumber } from "../../kernel/stored.ts";
import { payloadVersions } from "../../platform/api-events/schema.ts";
import { webhookEventTypes } from "../schema.ts";

/** Webhooks of users' own and their deliveries: spec 3, sections 2.6, 4.4 and 6.3. */

/** How many webhooks a user may have. Each takes one worker at most, so it bounds a user's share. */
export const MAX_WEBHOOKS = 20;

/** The most events that one replay of a range sends. */
export const MAX_REPLAYED = 10_000;

/** Why a webhook is disabled: by its owner, its receiver is gone (410), or it failed for five days. */
export const disabledReasons = ["owner", "gone", "failing"] as const;
export type DisabledReason = (typeof disabledReasons)[number];

export const webhookSchema = z.object({
  userId: z.string(),
  /** The account's when it was made: nothing is sent to it once that is another. */
  ownershipId: z.string(),
  webhookId: z.string(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEventTypes)),
  /** Of which ledger it is told: live, or of the sandbox of its owner. */
  mode: z.enum(keyModes).default("live"),
  /** In which version of the API objects are shown to it. */
  apiVersion: z.enum(payloadVersions).default("v1"),
  /** Whether what happens to one object is sent to it one after the other. */
  ordered: z.boolean().default(false),
  enabled: z.boolean(),
  disabledReason: z.enum(disabledReasons).optional(),
  /** ISO 8601, as all times here. */
  disabledAt: z.string().optional(),
  /** When the first attempt began that failed since a delivery last arrived. */
  failingSince: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Webhook = z.output<typeof webhookSchema>;

/**
 * What became of a delivery. `pending`: attempts are still made. `delivered`: the receiver took it. `dead`:
 * given up. `skipped`: an attempt was due while the webhook was disabled.
 */
export const deliveryStatuses = ["pending", "delivered", "dead", "skipped"] as const;

const attemptSchema = z.object({
  /** From 1, over all replays. */
  number: storedNumber,
  /** When it began. */
  at: z.string(),
  durationMs: storedNumber,
  /** The HTTP status, if there was one. */
  status: storedNumber.optional(),
  /** Why it failed, if it did. */
  error: z.string().optional(),
  /** The beginning of the answer's body. */
  responseBody: z.string().optional(),
});
export type Attempt = z.output<typeof attemptSchema>;

const laneSchema = z.object({ objectId: z.string(), sequence: storedNumber });
export type Lane = z.output<typeof laneSchema>;

export const deliverySchema = z.object({
  userId: z.string(),
  webhookId: z.string(),
  deliveryId: z.string(),
  eventId: z.string(),
  event: z.enum(webhookEventTypes),
  /** As it is signed and sent. */
  body: z.string(),
  status: z.enum(deliveryStatuses),
  /** How many attempts were made, over all replays. */
  attempts: storedNumber,
  /** How many had been made when the schedule last began. */
  attemptsBefore: storedNumber,
  /** The latest attempts, oldest first. */
  log: z.array(attemptSchema),
  /** Where it stands in its object's lane, if its webhook is an ordered one: see `lanes.ts`. */
  lane: laneSchema.optional(),
  /** The request that it is a consequence of: that of its event, or of its replay. */
  correlationId: z.string().optional(),
  /** The replay of a range that has sent it last. */
  replayId: z.string().optional(),
  /** When the next attempt is; only while pending. */
  nextAttemptAt: z.string().optional(),
  createdAt: z.string(),
  /** Raised by every change. */
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

export const laneItemSchema = z.object({
  webhookId: z.string(),
  deliveryId: z.string(),
  objectId: z.string(),
  position: z.string(),
});

export const replaySchema = z.object({
  userId: z.string(),
  /** The owner's when it was asked for. */
  ownershipId: z.string(),
  webhookId: z.string(),
  replayId: z.string(),
  from: z.string(),
  to: z.string(),
  types: z.array(z.enum(webhookEventTypes)),
  status: z.enum(["running", "done"]),
  /** How many events were found for the webhook so far. */
  events: storedNumber,
  /** The last event that was looked at. */
  after: z.string().optional(),
  createdAt: z.string(),
});
export type Replay = z.output<typeof replaySchema>;

/** Each secret sealed. */
export const secretsSchema = z.object({
  current: z.string(),
  former: z.array(z.object({ secret: z.string(), untilMs: z.bigint() })),
});
export type Secrets = z.output<typeof secretsSchema>;

/** A page of deliveries, newest first. */
export interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  /** What `after` takes for the next page; undefined on the last. */
  readonly next: string | undefined;
}

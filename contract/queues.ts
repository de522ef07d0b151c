import { MAX_CHECKS } from "../core/identity/kyc/documents/schema.ts";

/** Every queue of the platform. Stacks and local runtime create each of them with a dead-letter queue. */

export interface QueueSpec {
  readonly about: string;
  /** Deliveries before a message moves to the dead-letter queue. */
  readonly maxReceives: number;
  /**
   * Seconds until an unprocessed message is delivered again: at least six times the consumer's timeout, so that
   * throttling does not use up deliveries (AWS Lambda Developer Guide, Using Lambda with Amazon SQS).
   */
  readonly visibilitySeconds: number;
  /** The longest delay of a message, in seconds. */
  readonly longestDelaySeconds?: number;
  /** Set if the queue has no consumer: its messages wait for an operator. */
  readonly withoutConsumer?: true;
}

export const queues = {
  notifications: {
    about: "Domain events that notify users by email, push message and in the app",
    maxReceives: 5,
    visibilitySeconds: 150,
  },
  accounts: {
    about: "Changed credentials of accounts, to remove sessions and keys that they ended",
    maxReceives: 5,
    visibilitySeconds: 300,
  },
  "psp-events": {
    about: "Recorded events of the payment provider: payments, orders and plans",
    maxReceives: 8,
    visibilitySeconds: 300,
  },
  "bank-events": {
    about: "Recorded events of the bank: onboarding, accounts, transactions, cards, consents",
    maxReceives: 8,
    visibilitySeconds: 300,
  },
  "bank-orders": {
    about: "Instructions for the bank: users' files, credit transfers",
    maxReceives: 8,
    visibilitySeconds: 300,
  },
  "identity-files": {
    about: "Uploaded identity documents and selfies, to check",
    maxReceives: MAX_CHECKS,
    visibilitySeconds: 270,
  },
  loyalty: {
    about: "Credited and refunded payments to merchants, to count their payers' rewards",
    maxReceives: 8,
    visibilitySeconds: 300,
  },
  "user-events": {
    about: "Events of users, for their webhooks and notification streams",
    maxReceives: 5,
    visibilitySeconds: 180,
  },
  jobs: {
    about: "Signals that jobs of the platform's types wait. The receiver takes the best waiting job",
    maxReceives: 5,
    visibilitySeconds: 1800,
  },
  "webhook-deliveries": {
    about: "Due attempts at a user's webhook. A message names the webhook; the table has the rest",
    maxReceives: 5,
    visibilitySeconds: 270,
    longestDelaySeconds: 900,
  },
  "webhook-dead-letters": {
    about:
      "Abandoned deliveries to users' webhooks. It has no consumer; moved to webhook-deliveries they start over",
    maxReceives: 1,
    visibilitySeconds: 60,
    withoutConsumer: true,
  },
  "price-fanout": {
    about: "Requests to serve a shard of the live prices' subscribers until the end of the minute",
    maxReceives: 3,
    visibilitySeconds: 450,
  },
} as const satisfies Record<string, QueueSpec>;

export type QueueName = keyof typeof queues;

/** Returns the variable with a queue's URL: `QUEUE_URL_NOTIFICATIONS`. */
export const queueUrlVariable = (name: string): string =>
  `QUEUE_URL_${name.toUpperCase().replaceAll("-", "_")}`;

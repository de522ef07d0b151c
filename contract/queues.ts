/**
 * Every queue of the platform. Each has a dead-letter queue beside it; stacks and local runtime make both
 * from this.
 */

export interface QueueSpec {
  readonly about: string;
  /** Deliveries before a message goes to the dead-letter queue. */
  readonly maxReceives: number;
  /**
   * How long a consumer has before the message is delivered again, in seconds: six times its timeout at least, so
   * that what Lambda is throttled with is not counted as delivered in vain.
   * Source: AWS Lambda Developer Guide, Using Lambda with Amazon SQS.
   */
  readonly visibilitySeconds: number;
  /** How long a message may be held back as it is sent, in seconds. */
  readonly longestDelaySeconds?: number;
  /** Nobody consumes it: what is in it waits for a person. */
  readonly unread?: true;
}

export const queues = {
  notifications: {
    about: "Domain events that tell a user something: by e-mail, on the telephone, in the app",
    maxReceives: 5,
    visibilitySeconds: 150,
  },
  accounts: {
    about: "That the credentials of an account have changed: what that has ended is cleared away",
    maxReceives: 5,
    visibilitySeconds: 300,
  },
  "psp-events": {
    about:
      "Events of the payment provider, by their record: what they say of payments, orders and plans is carried out",
    maxReceives: 8,
    visibilitySeconds: 300,
  },
  "bank-events": {
    about: "Events of the bank, by their record: onboarding, accounts, transactions, cards, consents",
    maxReceives: 8,
    visibilitySeconds: 300,
  },
  "bank-orders": {
    about: "What the bank is asked for: to take a user's file, to transfer money",
    maxReceives: 8,
    visibilitySeconds: 300,
  },
  loyalty: {
    about: "That a payment to a merchant was credited, or went back: what it gives its payer is counted",
    maxReceives: 8,
    visibilitySeconds: 300,
  },
  "user-events": {
    about: "What happened to users, for their webhooks and notification streams",
    maxReceives: 5,
    visibilitySeconds: 180,
  },
  jobs: {
    about:
      "That a job of the platform's own types waits: whoever gets the message works on the best of those that wait",
    maxReceives: 5,
    visibilitySeconds: 1800,
  },
  "webhook-deliveries": {
    about: "That attempts at a user's webhook are due: a message names the webhook, the table knows the rest",
    maxReceives: 5,
    visibilitySeconds: 270,
    longestDelaySeconds: 900,
  },
  "webhook-dead-letters": {
    about:
      "Deliveries to users' webhooks that were given up. Nobody consumes them; moved to webhook-deliveries, they begin anew",
    maxReceives: 1,
    visibilitySeconds: 60,
    unread: true,
  },
  "price-fanout": {
    about: "Orders to serve a shard of the live prices' subscribers until a minute ends",
    maxReceives: 3,
    visibilitySeconds: 450,
  },
} as const satisfies Record<string, QueueSpec>;

export type QueueName = keyof typeof queues;

/** The variable that holds a queue's URL: `QUEUE_URL_NOTIFICATIONS`. */
export const queueUrlVariable = (name: string): string =>
  `QUEUE_URL_${name.toUpperCase().replaceAll("-", "_")}`;

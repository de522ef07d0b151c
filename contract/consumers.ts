import { MAX_SHARDS } from "../core/live/schema.ts";
import { MAX_WEBHOOKS } from "../core/messaging/webhooks/schema.ts";
import { CARD_ASSET } from "../core/payments/issuing/schema.ts";
import type { QueueName } from "./queues.ts";
import type { Grants } from "./route.ts";

/**
 * Changes of the table, as its stream tells them: each item that was written, by its key, in the order of the
 * item's changes and at least once. A batch that fails is given again until it succeeds.
 */
export interface StreamTrigger {
  readonly batchSize: number;
  /** Whose changes it gets: items whose keys begin so. */
  readonly keys: readonly { readonly pk: string; readonly sk: readonly string[] }[];
}

/** Whether a consumer of the stream gets the changes of an item. */
export const concerns = (
  { keys }: StreamTrigger,
  key: { readonly pk: string; readonly sk: string },
): boolean => keys.some(({ pk, sk }) => key.pk.startsWith(pk) && sk.some((one) => key.sk.startsWith(one)));

/**
 * What runs without a caller: a queue's consumer, the stream's or a schedule. Its id is its file under `events/`, as with
 * routes.
 */
export interface ConsumerSpec {
  readonly id: string;
  readonly about: string;
  readonly trigger:
    | {
        readonly queue: QueueName;
        readonly batchSize: number;
        /** At most so many at a time, 2 or more: a burst must not take the account's whole concurrency. */
        readonly maxConcurrency: number;
      }
    | { readonly stream: StreamTrigger }
    /** As EventBridge writes it: `rate(1 minute)`, `cron(0 3 * * ? *)`. */
    | { readonly schedule: string };
  readonly grants: Grants & {
    readonly email?: boolean;
    /** Whether it reads the whole table. */
    readonly scan?: boolean;
    /** Whether it sends push messages to telephones, or only has SNS forget them. */
    readonly push?: boolean | "forget";
    /** Whether it sends text messages to phone numbers. */
    readonly sms?: boolean;
  };
  readonly memoryMb?: number;
  readonly timeoutSeconds?: number;
  /** It runs all the time, each run until about the next: nothing waits for its end. */
  readonly continuous?: boolean;
}

/** Of the items that devices have copies of; `core/sync/feed.test.ts` compares it with their entities. */
const synced = [
  {
    pk: "USER#",
    sk: [
      ...[
        "PROFILE",
        "KYC",
        "NOTICE#",
        "WALLET#live#",
        "OWED#live#",
        "TRANSACTION#",
        "CARDS#",
        "ISSUED#CARD#",
      ],
      ...["LOYALTY#", "BENEFICIARY#", "SCHEDULED#", "WITHDRAWAL#"],
    ],
  },
  { pk: "HISTORY#", sk: ["AT#"] },
  { pk: "HOLD#", sk: ["HOLD"] },
  { pk: "CARDAUTHORIZATION#", sk: ["AUTHORIZATION"] },
] as const;

export const consumers: readonly ConsumerSpec[] = [
  {
    id: "notifications",
    about:
      "Tells a user what happened to the account: by e-mail, on the telephone, in the app; sends codes by text message",
    trigger: { queue: "notifications", batchSize: 10, maxConcurrency: 10 },
    grants: {
      table: "write",
      credentials: ["mailLink", "phoneCode"],
      email: true,
      push: true,
      sms: true,
      secrets: ["SEALING_SECRET"],
    },
    timeoutSeconds: 25,
  },
  {
    id: "accounts",
    about: "Clears away what a new password, a block or the hand-over of an account has ended",
    trigger: { queue: "accounts", batchSize: 10, maxConcurrency: 5 },
    grants: {
      table: "write",
      credentials: ["webhook", "secondFactor", "apiKey"],
      objects: "write",
      identityFiles: ["delete"],
    },
    timeoutSeconds: 50,
  },
  {
    id: "outbox.sweep",
    about: "Hands events that were committed to the table over to their queue",
    trigger: { schedule: "rate(1 minute)" },
    grants: {
      table: "write",
      queues: [
        ...["notifications", "accounts", "psp-events", "bank-events", "user-events", "loyalty"],
        ...["jobs", "webhook-deliveries", "webhook-dead-letters", "bank-orders"],
      ] as const,
    },
    timeoutSeconds: 55,
  },
  {
    id: "inbound.process-psp",
    about: "Carries out what the payment provider's events say",
    trigger: { queue: "psp-events", batchSize: 10, maxConcurrency: 20 },
    grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
    timeoutSeconds: 50,
  },
  {
    id: "inbound.process-bank",
    about: "Carries out what the bank's events say",
    trigger: { queue: "bank-events", batchSize: 10, maxConcurrency: 10 },
    grants: { table: "write" },
    timeoutSeconds: 50,
  },
  {
    id: "banking.order",
    about: "Hands the bank what it is asked for: a user's file to be verified, a credit transfer",
    trigger: { queue: "bank-orders", batchSize: 1, maxConcurrency: 5 },
    grants: { table: "write", identityFiles: ["read"], secrets: ["BANK_API_KEY"] },
    timeoutSeconds: 50,
  },
  {
    id: "banking.ask-withdrawals",
    about:
      "Asks the bank about withdrawals of which it has told nothing, and hands over orders that it does not have",
    trigger: { schedule: "rate(5 minutes)" },
    grants: { table: "write", secrets: ["BANK_API_KEY"] },
    timeoutSeconds: 55,
  },
  {
    id: "banking.settle-test-withdrawals",
    about: "Has withdrawals of sandboxes, which no bank hears of, end as their destinations say",
    trigger: { schedule: "rate(1 minute)" },
    grants: { table: "write" },
    timeoutSeconds: 55,
  },
  {
    id: "user-events",
    about:
      "Hands what happened to users to their webhooks and notification streams, and to what tells them else",
    trigger: { queue: "user-events", batchSize: 10, maxConcurrency: 20 },
    grants: { table: "write", queues: ["webhook-deliveries", "notifications"] },
    timeoutSeconds: 30,
  },
  {
    id: "loyalty.count",
    about: "Counts payments for their payers' loyalty points",
    trigger: { queue: "loyalty", batchSize: 10, maxConcurrency: 10 },
    grants: { table: "write" },
    timeoutSeconds: 50,
  },
  {
    id: "banking.run-scheduled",
    about: "Makes the scheduled payments that are due, and tells of those that could not be made",
    trigger: { schedule: "rate(1 minute)" },
    grants: { table: "write" },
    timeoutSeconds: 55,
  },
  {
    id: "loyalty.expire",
    about: "Takes loyalty points back that have expired, and tells of those that soon do",
    trigger: { schedule: "rate(1 minute)" },
    grants: { table: "write" },
    timeoutSeconds: 55,
  },
  {
    id: "sync.feed",
    about: "Puts what changed of users' records into their feeds, from which devices pull it",
    // A change of a transaction of 100 items at most, per user: more at a time would be several.
    trigger: { stream: { batchSize: 100, keys: synced } },
    grants: { table: "write" },
    timeoutSeconds: 50,
  },
  {
    id: "jobs.work",
    about: "Works on jobs of the platform's own types: makes statements and reports",
    // Each works until nothing waits; more at a time are for a rush.
    trigger: { queue: "jobs", batchSize: 1, maxConcurrency: 10 },
    grants: { table: "write", objects: "write", queues: ["user-events"] },
    // One whole processor: laying out a long statement is work.
    memoryMb: 1769,
    timeoutSeconds: 300,
  },
  {
    id: "jobs.sweep",
    about: "Ends the leases of workers that fell silent, and calls for workers where jobs wait",
    trigger: { schedule: "rate(1 minute)" },
    grants: { table: "write", queues: ["jobs", "user-events"] },
    timeoutSeconds: 55,
  },
  {
    id: "webhooks.deliver",
    about: "Makes the attempts at users' webhooks that are due",
    // A batch's webhooks are served at the same time, none after another. A webhook takes one execution at
    // most, so should all receivers of a user hang, nine of ten executions are still there for everybody
    // else.
    trigger: { queue: "webhook-deliveries", batchSize: 10, maxConcurrency: 10 * MAX_WEBHOOKS },
    grants: {
      table: "write",
      credentials: ["webhook"],
      queues: ["webhook-deliveries"],
      secrets: ["SEALING_SECRET"],
    },
    timeoutSeconds: 45,
  },
  {
    id: "webhooks.sweep",
    about: "Calls for attempts at users' webhooks that nobody has come to",
    trigger: { schedule: "rate(1 minute)" },
    grants: { table: "write", queues: ["webhook-deliveries"] },
    timeoutSeconds: 55,
  },
  {
    id: "cards.tell-default",
    about: "Tells the payment provider of the default cards that it does not know yet",
    trigger: { schedule: "rate(1 minute)" },
    grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
    timeoutSeconds: 55,
  },
  {
    id: "payments.end-unpaid",
    about: "Calls off payments that nobody has paid within 7 days",
    trigger: { schedule: "rate(5 minutes)" },
    grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
    timeoutSeconds: 55,
  },
  {
    id: "payments.release-cleared",
    about: "Frees the money of card payments whose time of holding is over",
    trigger: { schedule: "rate(5 minutes)" },
    grants: { table: "write" },
    timeoutSeconds: 55,
  },
  {
    id: "cards.detach-canceled",
    about: "Has the payment provider let go of the canceled cards that it still holds",
    trigger: { schedule: "rate(1 minute)" },
    grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
    timeoutSeconds: 55,
  },
  {
    id: "issuing.offer",
    about: "Notes who is to get a first card: whose identity is checked, and who has a euro account",
    trigger: {
      stream: { batchSize: 100, keys: [{ pk: "USER#", sk: ["KYC", `WALLET#live#${CARD_ASSET}`] }] },
    },
    grants: { table: "write" },
    timeoutSeconds: 50,
  },
  {
    id: "issuing.advance",
    about:
      "Issues the cards that are due, tells the payment provider of their status, and compares purchases that nothing was heard of with it",
    trigger: { schedule: "rate(1 minute)" },
    grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
    timeoutSeconds: 55,
  },
  {
    id: "identity.expire",
    about: "Ends validations of identities whose time is over: their users are told, and verified anew",
    trigger: { schedule: "rate(1 hour)" },
    grants: { table: "write" },
    timeoutSeconds: 55,
  },
  {
    id: "people.erase",
    about: "Erases the data of who has asked for it, once the time is over in which a sign-in calls it off",
    trigger: { schedule: "rate(5 minutes)" },
    grants: {
      table: "write",
      credentials: "all",
      scan: true,
      objects: "erase",
      identityFiles: ["erase"],
      email: true,
      push: "forget",
      secrets: ["STRIPE_SECRET_KEY"],
    },
    timeoutSeconds: 280,
  },
  {
    id: "ledger.expire-holds",
    about: "Gives back what is left of the holds whose time is over",
    trigger: { schedule: "rate(1 minute)" },
    grants: { table: "write" },
    timeoutSeconds: 55,
  },
  {
    id: "supply.issue",
    about: "Issues the supply of the platform's token and funds its first farms, once",
    trigger: { schedule: "rate(5 minutes)" },
    grants: { table: "write" },
  },
  {
    id: "staking.unlock",
    about: "Moves stakes whose unlock date has come to the flexible pool, and tells their owners",
    trigger: { schedule: "rate(1 minute)" },
    grants: { table: "write" },
    timeoutSeconds: 55,
  },
  {
    id: "staking.compound",
    about: "Adds the rewards of stakes to them daily, where their owners have asked for it",
    trigger: { schedule: "rate(1 minute)" },
    grants: { table: "write" },
    timeoutSeconds: 55,
  },
  {
    id: "governance.advance",
    about: "Makes the transitions of proposals that are due, and executes what has passed",
    trigger: { schedule: "rate(1 minute)" },
    grants: { table: "write" },
    timeoutSeconds: 50,
  },
  {
    id: "sandboxes.carry-on",
    about: "Takes sandboxes' clocks to where they are to stand, where a request has left that undone",
    trigger: { schedule: "rate(1 minute)" },
    grants: { table: "write" },
    timeoutSeconds: 55,
  },
  {
    id: "operations.measure",
    about: "Measures what no request shows: how old prices are, how long events wait, how long rewards last",
    trigger: { schedule: "rate(1 minute)" },
    grants: { table: "read" },
  },
  {
    id: "prices.feed",
    about: "Asks the source for prices all the minute long, keeps them, and pushes them to subscribers",
    trigger: { schedule: "rate(1 minute)" },
    grants: { table: "write", queues: ["price-fanout"], connections: true },
    // It serves the first shard of subscribers itself: one whole processor.
    memoryMb: 1769,
    timeoutSeconds: 70,
    continuous: true,
  },
  {
    id: "prices.fanout",
    about: "Pushes prices to the subscribers of a further shard for a minute",
    // A shard's next begins while its last one ends.
    trigger: { queue: "price-fanout", batchSize: 1, maxConcurrency: 2 * MAX_SHARDS },
    grants: { table: "write", connections: true },
    // One whole processor: a thousand posts a quarter of a second are work.
    memoryMb: 1769,
    timeoutSeconds: 75,
    continuous: true,
  },
];

/** The file that serves a consumer: `outbox.sweep` is `events/outbox/sweep.ts`. */
export const consumerFile = (spec: Pick<ConsumerSpec, "id">): string =>
  `events/${spec.id.replaceAll(".", "/")}.ts`;

import { MAX_SHARDS } from "../core/live/schema.ts";
import { MAX_WEBHOOKS } from "../core/messaging/webhooks/schema.ts";
import { CARD_ASSET } from "../core/payments/issuing/schema.ts";
import { APPEND_ONLY } from "../core/platform/table/schema.ts";
import { ONE_CPU_MB } from "./common.ts";
import type { QueueName } from "./queues.ts";
import type { Grants } from "./route.ts";

/**
 * Changes of the table from its stream: each written item by its key, in the order of the item's changes and at least
 * once. A failed batch is repeated until it succeeds.
 */
export interface StreamTrigger {
  readonly batchSize: number;
  /** The prefixes of the keys whose changes it receives. */
  readonly keys: readonly { readonly pk: string; readonly sk: readonly string[] }[];
  /** The prefixes of partition keys of which it receives only changes and removals of items. Defaults to none. */
  readonly changed?: readonly string[];
}

/** Returns whether a consumer of the stream receives a change of an item. */
export const matchesTrigger = (
  { keys, changed = [] }: StreamTrigger,
  key: { readonly pk: string; readonly sk: string },
  event: "INSERT" | "MODIFY" | "REMOVE" = "MODIFY",
): boolean =>
  keys.some(({ pk, sk }) => key.pk.startsWith(pk) && sk.some((one) => key.sk.startsWith(one))) ||
  (event !== "INSERT" && changed.some((pk) => key.pk.startsWith(pk)));

/** Code without a caller: the consumer of a queue or of the stream, or a schedule. Its id is its file under `events/`. */
export interface ConsumerSpec {
  readonly id: string;
  readonly about: string;
  readonly trigger:
    | {
        readonly queue: QueueName;
        readonly batchSize: number;
        /** Maximum concurrency, 2 or more, so that a burst does not use the account's whole concurrency. */
        readonly maxConcurrency: number;
      }
    | { readonly stream: StreamTrigger }
    /** In the syntax of EventBridge: `rate(1 minute)`, `cron(0 3 * * ? *)`. */
    | { readonly schedule: string };
  readonly grants: Grants & {
    readonly email?: boolean;
    /** Whether it reads the whole table. */
    readonly scan?: boolean;
    /** Whether it sends push messages, or only removes devices from SNS. */
    readonly push?: boolean | "forget";
    /** Whether it sends text messages. */
    readonly sms?: boolean;
  };
  readonly memoryMb?: number;
  readonly timeoutSeconds?: number;
  /** Whether it runs all the time: each run lasts until about the next one, and nothing waits for its end. */
  readonly continuous?: boolean;
}

/** A schedule that runs every minute, for less than a minute, and writes to the table. */
const everyMinute = {
  trigger: { schedule: "rate(1 minute)" },
  grants: { table: "write" },
  timeoutSeconds: 55,
} as const;
const everyFiveMinutes = { ...everyMinute, trigger: { schedule: "rate(5 minutes)" } } as const;

/** The items that devices have copies of. `core/sync/feed.test.ts` compares it with their entities. */
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
      "Notifies users of events of their accounts by email, push message and in the app; sends codes by text message",
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
    about: "Removes sessions, keys and files that a new password, a block or an account's hand-over ended",
    trigger: { queue: "accounts", batchSize: 10, maxConcurrency: 5 },
    grants: {
      table: "write",
      writesPasskeys: true,
      credentials: ["webhook", "secondFactor", "apiKey"],
      objects: "write",
      identityFiles: ["delete"],
    },
    timeoutSeconds: 50,
  },
  {
    id: "outbox.sweep",
    about: "Sends events that are committed to the table to their queues",
    ...everyMinute,
    grants: {
      table: "write",
      queues: [
        ...["notifications", "accounts", "psp-events", "bank-events", "user-events", "loyalty"],
        ...["jobs", "webhook-deliveries", "webhook-dead-letters", "bank-orders", "identity-files"],
      ] as const,
    },
  },
  {
    id: "identity.check-files",
    about: "Checks uploaded identity documents and selfies, and removes their metadata",
    // One file at a time, which may end the execution by its memory or its time.
    trigger: { queue: "identity-files", batchSize: 1, maxConcurrency: 10 },
    grants: { table: "write", identityFiles: ["list", "inspect", "write", "delete"] },
    // A picture of the maximum size needs up to 1 GB while it is decoded.
    memoryMb: 2048,
    timeoutSeconds: 45,
  },
  {
    id: "inbound.process-psp",
    about: "Processes the payment provider's events",
    trigger: { queue: "psp-events", batchSize: 10, maxConcurrency: 20 },
    grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
    timeoutSeconds: 50,
  },
  {
    id: "inbound.process-bank",
    about: "Processes the bank's events",
    trigger: { queue: "bank-events", batchSize: 10, maxConcurrency: 10 },
    grants: { table: "write" },
    timeoutSeconds: 50,
  },
  {
    id: "banking.order",
    about: "Sends instructions to the bank: a user's file to verify, a credit transfer",
    trigger: { queue: "bank-orders", batchSize: 1, maxConcurrency: 5 },
    grants: { table: "write", identityFiles: ["read"], secrets: ["BANK_API_KEY"] },
    timeoutSeconds: 50,
  },
  {
    id: "banking.ask-withdrawals",
    about:
      "Asks the bank for the status of withdrawals without a report, and sends instructions that it has not received",
    ...everyFiveMinutes,
    grants: { table: "write", secrets: ["BANK_API_KEY"] },
  },
  {
    id: "banking.settle-test-withdrawals",
    about:
      "Settles sandboxes' withdrawals, which no bank processes, with the result that the destination encodes",
    ...everyMinute,
  },
  {
    id: "user-events",
    about: "Forwards events of users to their webhooks, notification streams and notifications",
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
    about: "Makes the scheduled payments that are due, and notifies of failed ones",
    ...everyMinute,
  },
  {
    id: "loyalty.expire",
    about: "Expires loyalty points, and notifies of those that expire soon",
    ...everyMinute,
  },
  {
    id: "sync.feed",
    about:
      "Adds changes of users' records to the feeds that devices pull; reports changes of append-only items",
    // A batch becomes one transaction per user, of at most 100 items. The journal and the audit trail have no consumer of
    // their own, because a shard of the stream serves two readers.
    trigger: { stream: { batchSize: 100, keys: synced, changed: APPEND_ONLY } },
    grants: { table: "write" },
    timeoutSeconds: 50,
  },
  {
    id: "jobs.work",
    about: "Executes jobs of the platform's own types: statements and reports",
    // Each runs until no job waits. More of them are for bursts.
    trigger: { queue: "jobs", batchSize: 1, maxConcurrency: 10 },
    grants: { table: "write", objects: "write", queues: ["user-events"] },
    // The layout of a long statement needs a whole processor.
    memoryMb: ONE_CPU_MB,
    timeoutSeconds: 300,
  },
  {
    id: "jobs.sweep",
    about: "Ends leases without a heartbeat, and wakes workers if jobs wait",
    ...everyMinute,
    grants: { table: "write", queues: ["jobs", "user-events"] },
  },
  {
    id: "webhooks.deliver",
    about: "Makes the due attempts at users' webhooks",
    // The webhooks of a batch are served concurrently, each by one execution at most. If all receivers of a user
    // hang, nine of ten executions remain for other users.
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
    about: "Enqueues overdue attempts at users' webhooks",
    ...everyMinute,
    grants: { table: "write", queues: ["webhook-deliveries"] },
  },
  {
    id: "cards.tell-default",
    about: "Reports changed default cards to the payment provider",
    ...everyMinute,
    grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
  },
  {
    id: "payments.end-unpaid",
    about: "Cancels payments that are not paid within 7 days",
    ...everyFiveMinutes,
    grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
  },
  {
    id: "payments.release-cleared",
    about: "Releases the money of card payments after their holding period",
    ...everyFiveMinutes,
  },
  {
    id: "cards.detach-canceled",
    about: "Removes canceled cards at the payment provider",
    ...everyMinute,
    grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
  },
  {
    id: "issuing.offer",
    about:
      "Records users who are due a first card (verified, with a euro account), and freezes the cards of users rejected for sanctions or fraud",
    trigger: {
      stream: { batchSize: 100, keys: [{ pk: "USER#", sk: ["KYC", `WALLET#live#${CARD_ASSET}`] }] },
    },
    grants: { table: "write" },
    timeoutSeconds: 50,
  },
  {
    id: "issuing.advance",
    about:
      "Issues the cards that are due, reports card statuses to the payment provider, and reconciles purchases without a report",
    ...everyMinute,
    grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
  },
  {
    id: "identity.expire",
    about: "Ends expired validations of identities: their users are notified, and verified again",
    trigger: { schedule: "rate(1 hour)" },
    grants: { table: "write" },
    timeoutSeconds: 55,
  },
  {
    id: "people.erase",
    about: "Executes requested erasures after the period in which a sign-in cancels them",
    trigger: { schedule: "rate(5 minutes)" },
    grants: {
      table: "write",
      writesPasskeys: true,
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
    about: "Releases the rest of expired holds",
    ...everyMinute,
  },
  {
    id: "supply.issue",
    about: "Issues the supply of the platform's token and funds its first farms, once",
    trigger: { schedule: "rate(5 minutes)" },
    grants: { table: "write" },
  },
  {
    id: "staking.unlock",
    about: "Moves unlocked stakes to the flexible pool, and notifies their owners",
    ...everyMinute,
  },
  {
    id: "staking.compound",
    about: "Compounds the rewards of stakes daily, if their owners have enabled it",
    ...everyMinute,
  },
  {
    id: "governance.advance",
    about: "Makes the due transitions of proposals, and executes passed ones",
    trigger: { schedule: "rate(1 minute)" },
    grants: { table: "write" },
    timeoutSeconds: 50,
  },
  {
    id: "sandboxes.carry-on",
    about: "Advances the clocks of sandboxes that a request has not finished",
    ...everyMinute,
  },
  {
    id: "operations.measure",
    about: "Measures the age of prices, the delay of events and the funding of rewards",
    trigger: { schedule: "rate(1 minute)" },
    grants: { table: "read" },
  },
  {
    id: "prices.feed",
    about: "Fetches prices for a minute, stores them, and pushes them to subscribers",
    trigger: { schedule: "rate(1 minute)" },
    grants: { table: "write", queues: ["price-fanout"], connections: true },
    // It serves the first shard of subscribers itself, which needs a whole processor.
    memoryMb: ONE_CPU_MB,
    timeoutSeconds: 70,
    continuous: true,
  },
  {
    id: "prices.fanout",
    about: "Pushes prices to the subscribers of another shard for a minute",
    // The next run of a shard begins while the last one ends.
    trigger: { queue: "price-fanout", batchSize: 1, maxConcurrency: 2 * MAX_SHARDS },
    grants: { table: "write", connections: true },
    // A thousand posts in a quarter of a second need a whole processor.
    memoryMb: ONE_CPU_MB,
    timeoutSeconds: 75,
    continuous: true,
  },
];

/** Returns the file of a consumer: `outbox.sweep` is `events/outbox/sweep.ts`. */
export const consumerFile = (spec: Pick<ConsumerSpec, "id">): string =>
  `events/${spec.id.replaceAll(".", "/")}.ts`;

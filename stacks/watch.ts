import { Duration, type Stack } from "aws-cdk-lib";
import { MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import { type QueueSpec, queues as queueSpecs } from "../contract/queues.ts";
import type { Family, RouteSpec } from "../contract/route.ts";
import { alarm, budget, ownMetric, PERIOD } from "./alarms.ts";
import { dashboards, type Shown } from "./dashboards.ts";
import { apis } from "./limits.ts";
import type { Platform } from "./platform.ts";

/**
 * Builds the stack that monitors shared resources. A route has no alarm of its own: if its function fails, crashes or times
 * out, the caller gets a 5xx, so one alarm on each API covers every route. The family's dashboard and the logs name the route.
 */
export function watch(stack: Stack, platform: Platform, shown: Shown): void {
  watchApis(stack, platform);
  watchQueues(stack, platform);
  watchLatency(stack, platform, shown.routes);
  watchLimits(stack, platform);
  watchBusiness(stack, platform);
  watchMail(stack, platform);
  budget(stack, platform);
  dashboards(stack, platform, shown);
}

function watchApis(stack: Stack, platform: Platform): void {
  for (const name of apis)
    alarm(stack, `${name}-api.faults`, platform, {
      section: "the-api-answers-5xx",
      description: `The ${name} API answered 5xx: its access log names the routes.`,
      metric: platform.apis[name].stage.metricServerError({ period: PERIOD, statistic: "sum" }),
      threshold: 5,
    });
}

/** The longest expected age of a message. It is hidden between attempts, and a crashed consumer uses two of these periods. */
const longestWait = ({ visibilitySeconds, longestDelaySeconds = 0 }: QueueSpec): number =>
  Math.max(900, 2 * visibilitySeconds) + longestDelaySeconds;

function watchQueues(stack: Stack, platform: Platform): void {
  for (const [name, spec] of Object.entries<QueueSpec>(queueSpecs)) {
    const { queue, dead } = platform.queues[name as keyof typeof queueSpecs];
    alarm(stack, `${name}.dead`, platform, {
      section: "dead-letters",
      description: `Messages of queue ${name} failed for good. When the cause is fixed, npm run redrive -- --stage ${platform.config.stage} ${name} returns them.`,
      metric: dead.metricApproximateNumberOfMessagesVisible({ period: PERIOD, statistic: "max" }),
      threshold: 1,
    });
    // The messages of a queue without a consumer wait for an operator, so their age is no alarm.
    if (spec.withoutConsumer) continue;
    alarm(stack, `${name}.waits`, platform, {
      section: "a-queue-waits",
      description: `Messages of queue ${name} wait: its consumer fails or is too slow.`,
      metric: queue.metricApproximateAgeOfOldestMessage({ period: PERIOD, statistic: "max" }),
      threshold: longestWait(spec),
    });
  }
}

/** The alarm threshold for the p99 of a family's latency, in milliseconds. */
const SLOW_MS = 2000;
/** Thresholds of families that call other services or compute a password hash. */
const slowMs: Readonly<Partial<Record<Family, number>>> = {
  auth: 3000,
  payments: 6000,
  mobile: 6000,
  mcp: 6000,
};

function watchLatency(stack: Stack, platform: Platform, routes: readonly RouteSpec[]): void {
  for (const family of [...new Set(routes.map(({ family }) => family))]) {
    const threshold = slowMs[family] ?? SLOW_MS;
    alarm(stack, `${family}.slow`, platform, {
      section: "answers-are-slow",
      description: `The p99 latency of family ${family} is ${threshold} ms or more.`,
      metric: ownMetric(platform.config, "durationMs", { statistic: "p99" }, ["family", family]),
      threshold,
      periods: 3,
    });
  }
}

/** The operations on the table. Its metrics of errors exist only by operation. */
const operations = [
  ...["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"],
  ...["TransactGetItems", "TransactWriteItems"],
] as const;

/** Returns a metric summed over all operations. An alarm can have at most ten metrics. */
function tableMetric({ table }: Platform, metricName: string): MathExpression {
  const usingMetrics = Object.fromEntries(
    operations.map((Operation, index) => [
      `m${index}`,
      new Metric({
        namespace: "AWS/DynamoDB",
        metricName,
        dimensionsMap: { TableName: table.tableName, Operation },
        statistic: "sum",
        period: PERIOD,
      }),
    ]),
  );
  const expression = operations.map((_, index) => `FILL(m${index}, 0)`).join(" + ");
  return new MathExpression({ expression, usingMetrics, period: PERIOD, label: metricName });
}

function watchLimits(stack: Stack, platform: Platform): void {
  alarm(stack, "functions.throttles", platform, {
    section: "functions-are-throttled",
    description: "Lambda throttled executions: the account's or a function's own concurrency is exhausted.",
    // Without a dimension, the metric covers all functions in the region.
    metric: new Metric({
      namespace: "AWS/Lambda",
      metricName: "Throttles",
      statistic: "sum",
      period: PERIOD,
    }),
    threshold: 10,
  });
  alarm(stack, "table.throttles", platform, {
    section: "the-table-throttles-or-fails",
    description:
      "DynamoDB throttled requests: a key is hot, or traffic grows faster than the table can scale.",
    metric: tableMetric(platform, "ThrottledRequests"),
    threshold: 20,
  });
  alarm(stack, "table.errors", platform, {
    section: "the-table-throttles-or-fails",
    description: "DynamoDB failed to answer requests.",
    metric: tableMetric(platform, "SystemErrors"),
    threshold: 5,
  });
}

function watchBusiness(stack: Stack, platform: Platform): void {
  const { config } = platform;
  const minute = { period: Duration.minutes(1), statistic: "max" };
  alarm(stack, "outbox.waits", platform, {
    section: "the-outbox-waits",
    description: "Committed events are not delivered to their queues.",
    metric: ownMetric(config, "outboxAge", minute),
    threshold: 300,
    periods: 3,
  });
  if (config.settings.PRICE_FEED !== "off")
    alarm(stack, "prices.old", platform, {
      section: "prices-are-old",
      description: "The prices that users see and trade at are old.",
      metric: ownMetric(config, "priceAge", minute),
      threshold: 300,
      periods: 3,
    });
  alarm(stack, "payments.fail", platform, {
    section: "card-payments-fail",
    description: "Half or more of the card payments of half an hour failed.",
    metric: share(platform, "paymentsFailed", "paymentsSucceeded", 10),
    threshold: 50,
  });
  alarm(stack, "webhooks.fail", platform, {
    section: "webhooks-fail",
    description: "Half or more of the attempts to deliver to users' webhooks failed in half an hour.",
    metric: share(platform, "webhooksFailed", "webhooksDelivered", 50),
    threshold: 50,
  });
  alarm(stack, "append-only.changed", platform, {
    section: "the-journal-or-the-trail-was-changed",
    description:
      "An entry of the journal or a line of the audit trail was changed or deleted, which no function may do.",
    metric: ownMetric(config, "appendOnlyChanges", { period: Duration.minutes(1) }),
    threshold: 1,
  });
  alarm(stack, "audit.differences", platform, {
    section: "the-ledger-differs",
    description: "An audit found balances that differ from the journal.",
    metric: ownMetric(config, "auditDifferences", { statistic: "max" }),
    threshold: 1,
  });
  alarm(stack, "erasures.held-up", platform, {
    section: "an-erasure-is-held-up",
    description: "An erasure that a user is entitled to has been held up for 7 days.",
    metric: ownMetric(config, "erasureHeldUpAge", { period: Duration.minutes(15), statistic: "max" }),
    threshold: 7 * 86_400,
  });
  alarm(stack, "rewards.runway", platform, {
    section: "rewards-run-out",
    description: "The account that pays staking rewards lasts for less than 30 days.",
    metric: ownMetric(config, "rewardRunwayDays", { period: Duration.hours(1), statistic: "min" }),
    threshold: 30,
    below: true,
  });
}

/** Returns the failures of half an hour in percent; 0 below `least` attempts. */
function share(
  { config }: Platform,
  wrong: "paymentsFailed" | "webhooksFailed",
  right: "paymentsSucceeded" | "webhooksDelivered",
  least: number,
): MathExpression {
  const period = Duration.minutes(30);
  return new MathExpression({
    expression: `IF(FILL(wrong, 0) + FILL(right, 0) >= ${least}, 100 * FILL(wrong, 0) / (FILL(wrong, 0) + FILL(right, 0)), 0)`,
    usingMetrics: {
      wrong: ownMetric(config, wrong, { period }),
      right: ownMetric(config, right, { period }),
    },
    period,
    label: `${wrong}, %`,
  });
}

/**
 * Creates alarms for all emails of the account; SES has no finer metric. Above 5 % bounces or 0.1 % complaints SES reviews an
 * account and may stop its emails. Source: Amazon SES Developer Guide, Creating reputation monitoring alarms using CloudWatch.
 */
function watchMail(stack: Stack, platform: Platform): void {
  const rate = (metricName: string) =>
    new Metric({ namespace: "AWS/SES", metricName, period: Duration.hours(1), statistic: "avg" });
  alarm(stack, "mail.bounces", platform, {
    section: "mails-bounce",
    description: "4 % of our emails bounce: above 5 % SES may stop sending.",
    metric: rate("Reputation.BounceRate"),
    threshold: 0.04,
  });
  alarm(stack, "mail.complaints", platform, {
    section: "mails-bounce",
    description: "0.08 % of our emails are reported as spam: above 0.1 % SES may stop sending.",
    metric: rate("Reputation.ComplaintRate"),
    threshold: 0.0008,
  });
}

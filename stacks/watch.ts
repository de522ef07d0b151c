import { Duration, type Stack } from "aws-cdk-lib";
import { MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import { type QueueSpec, queues as queueSpecs } from "../contract/queues.ts";
import type { Family, RouteSpec } from "../contract/route.ts";
import { alarm, budget, ownMetric, PERIOD } from "./alarms.ts";
import { dashboards, type Shown } from "./dashboards.ts";
import { apis } from "./limits.ts";
import type { Platform } from "./platform.ts";

/**
 * The stack that watches what all share, and what no function's own alarm sees. A route has no alarm of its own:
 * whatever becomes of its function, a crash or a timeout too, the caller sees a 5xx, so one alarm over each API sees
 * every route; the family's dashboard and the logs say which.
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

/** A message that fails is hidden between its tries, and a consumer that crashes loses two of these times. */
const longestWait = ({ visibilitySeconds, longestDelaySeconds = 0 }: QueueSpec): number =>
  Math.max(900, 2 * visibilitySeconds) + longestDelaySeconds;

function watchQueues(stack: Stack, platform: Platform): void {
  for (const [name, spec] of Object.entries<QueueSpec>(queueSpecs)) {
    const { queue, dead } = platform.queues[name as keyof typeof queueSpecs];
    alarm(stack, `${name}.dead`, platform, {
      section: "dead-letters",
      description: `Messages of queue ${name} failed for good. Once what broke is mended, npm run redrive -- --stage ${platform.config.stage} ${name} gives them back.`,
      metric: dead.metricApproximateNumberOfMessagesVisible({ period: PERIOD, statistic: "max" }),
      threshold: 1,
    });
    // Nobody consumes it: what is in it waits for a person.
    if (spec.unread) continue;
    alarm(stack, `${name}.waits`, platform, {
      section: "a-queue-waits",
      description: `Messages of queue ${name} wait: its consumer fails, or does not keep up.`,
      metric: queue.metricApproximateAgeOfOldestMessage({ period: PERIOD, statistic: "max" }),
      threshold: longestWait(spec),
    });
  }
}

/** Above which time the slowest hundredth of a family's requests is slow, in milliseconds. */
const SLOW_MS = 2000;
/** Where another service or a costly hash is part of the work. */
const slowMs: Readonly<Partial<Record<Family, number>>> = {
  auth: 3000,
  payments: 6000,
  mobile: 6000,
  mcp: 6000,
};

export const familiesOf = (routes: readonly RouteSpec[]): readonly Family[] => [
  ...new Set(routes.map(({ family }) => family)),
];

function watchLatency(stack: Stack, platform: Platform, routes: readonly RouteSpec[]): void {
  for (const family of familiesOf(routes)) {
    const threshold = slowMs[family] ?? SLOW_MS;
    alarm(stack, `${family}.slow`, platform, {
      section: "answers-are-slow",
      description: `One of a hundred requests of family ${family} takes ${threshold} ms and more.`,
      metric: ownMetric(platform.config, "durationMs", { statistic: "p99" }, ["family", family]),
      threshold,
      periods: 3,
    });
  }
}

/** What the table is asked for; the metrics of refusals are by operation alone. */
const operations = [
  ...["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"],
  ...["TransactGetItems", "TransactWriteItems"],
] as const;

/** What the table answered all operations together. An alarm takes ten metrics. */
function ofTable({ table }: Platform, metricName: string): MathExpression {
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
    description: "Lambda refused executions: of the account's or of a function's own share none was left.",
    // Without a dimension: of all functions in the region.
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
    description: "DynamoDB throttled requests: a key is hot, or the table grows faster than it can.",
    metric: ofTable(platform, "ThrottledRequests"),
    threshold: 20,
  });
  alarm(stack, "table.errors", platform, {
    section: "the-table-throttles-or-fails",
    description: "DynamoDB failed to answer requests.",
    metric: ofTable(platform, "SystemErrors"),
    threshold: 5,
  });
}

function watchBusiness(stack: Stack, platform: Platform): void {
  const { config } = platform;
  const minute = { period: Duration.minutes(1), statistic: "max" };
  alarm(stack, "outbox.waits", platform, {
    section: "the-outbox-waits",
    description: "Events that were committed are not handed over to their queues.",
    metric: ownMetric(config, "outboxAge", minute),
    threshold: 300,
    periods: 3,
  });
  if (config.settings.PRICE_FEED !== "off")
    alarm(stack, "prices.old", platform, {
      section: "prices-are-old",
      description: "The prices that are shown and traded by are old.",
      metric: ownMetric(config, "priceAge", minute),
      threshold: 300,
      periods: 3,
    });
  alarm(stack, "payments.fail", platform, {
    section: "card-payments-fail",
    description: "More than half of the card payments of half an hour were refused.",
    metric: share(platform, "paymentsFailed", "paymentsSucceeded", 10),
    threshold: 50,
  });
  alarm(stack, "webhooks.fail", platform, {
    section: "webhooks-fail",
    description: "More than half of the attempts at users' webhooks of half an hour failed.",
    metric: share(platform, "webhooksFailed", "webhooksDelivered", 50),
    threshold: 50,
  });
  alarm(stack, "audit.differences", platform, {
    section: "the-ledger-differs",
    description: "An audit found balances that are not what the journal gives.",
    metric: ownMetric(config, "auditDifferences", { statistic: "max" }),
    threshold: 1,
  });
  alarm(stack, "erasures.held-up", platform, {
    section: "an-erasure-is-held-up",
    description: "An erasure that somebody has a right to has been held up for 7 days.",
    metric: ownMetric(config, "erasureHeldUpAge", { period: Duration.minutes(15), statistic: "max" }),
    threshold: 7 * 86_400,
  });
  alarm(stack, "rewards.runway", platform, {
    section: "rewards-run-out",
    description: "The account that staking rewards are paid from lasts for less than 30 days.",
    metric: ownMetric(config, "rewardRunwayDays", { period: Duration.hours(1), statistic: "min" }),
    threshold: 30,
    below: true,
  });
}

/** Percent of what went wrong in half an hour; 0 where there was too little to say. @param least how much must there be */
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
 * Of all mail of the account: SES tells no other. Above 5 % of bounces or 0.1 % of complaints SES reviews an account, and
 * may stop its mail. Source: Amazon SES Developer Guide, Creating reputation monitoring alarms using CloudWatch.
 */
function watchMail(stack: Stack, platform: Platform): void {
  const rate = (metricName: string) =>
    new Metric({ namespace: "AWS/SES", metricName, period: Duration.hours(1), statistic: "avg" });
  alarm(stack, "mail.bounces", platform, {
    section: "mails-bounce",
    description: "4 % of our mails come back: from 5 % on SES may stop sending.",
    metric: rate("Reputation.BounceRate"),
    threshold: 0.04,
  });
  alarm(stack, "mail.complaints", platform, {
    section: "mails-bounce",
    description: "0.08 % of our mails are called spam: from 0.1 % on SES may stop sending.",
    metric: rate("Reputation.ComplaintRate"),
    threshold: 0.0008,
  });
}

import type { Stack } from "aws-cdk-lib";
import { Dashboard, GraphWidget, type IMetric, type IWidget } from "aws-cdk-lib/aws-cloudwatch";
import type { ConsumerSpec } from "../contract/consumers.ts";
import { type QueueName, queues as queueSpecs } from "../contract/queues.ts";
import type { Family, RouteSpec } from "../contract/route.ts";
import type { Dimension, MetricName } from "../core/platform/metrics/schema.ts";
import { ownMetric, PERIOD } from "./alarms.ts";
import { apis } from "./limits.ts";
import type { Platform } from "./platform.ts";

/** Creates the overview and a dashboard for each family of routes. The contract determines their content. */

export interface Shown {
  readonly routes: readonly RouteSpec[];
  readonly consumers: readonly ConsumerSpec[];
}

const WIDTH = 12;

const graph = (title: string, left: readonly IMetric[], right: readonly IMetric[] = []): IWidget =>
  new GraphWidget({ title, left: [...left], right: [...right], width: WIDTH });

export function dashboards(stack: Stack, platform: Platform, { routes, consumers }: Shown): void {
  const { stage } = platform.config;
  const families = Map.groupBy(routes, ({ family }) => family);
  const overview = new Dashboard(stack, "Dashboard", { dashboardName: `svc-${stage}` });
  overview.addWidgets(
    ...overviewWidgets(platform, [...families.keys()]),
    ...queueWidgets(platform),
    ...consumerWidgets(platform, consumers),
  );
  for (const [family, some] of families)
    new Dashboard(stack, `${family}.dashboard`, { dashboardName: `svc-${stage}-${family}` }).addWidgets(
      ...familyWidgets(platform, family, some),
    );
}

/** Returns a metric for each value of a dimension, labeled with it. */
const each = (
  { config }: Platform,
  name: MetricName,
  by: Dimension,
  of: readonly string[],
  statistic = "sum",
): IMetric[] => of.map((one) => ownMetric(config, name, { statistic, label: one }, [by, one]));

function overviewWidgets(platform: Platform, families: readonly Family[]): IWidget[] {
  const stages = apis.map((name) => ({ name, stage: platform.apis[name].stage }));
  const single = (name: MetricName, statistic: string): IMetric =>
    ownMetric(platform.config, name, { statistic, label: name });
  return [
    graph("Requests", each(platform, "success", "family", families)),
    graph(
      "4xx and 5xx of the APIs",
      stages.map(({ name, stage }) => stage.metricClientError({ period: PERIOD, label: `${name}, 4xx` })),
      stages.map(({ name, stage }) => stage.metricServerError({ period: PERIOD, label: `${name}, 5xx` })),
    ),
    graph("Duration p99, ms", each(platform, "durationMs", "family", families, "p99")),
    graph("Faults", each(platform, "fault", "family", families)),
    graph(
      "Card payments and webhooks",
      [single("paymentsSucceeded", "sum"), single("paymentsFailed", "sum")],
      [single("webhooksDelivered", "sum"), single("webhooksFailed", "sum")],
    ),
    graph(
      "Age of prices and outbox, seconds",
      [single("priceAge", "max"), single("outboxAge", "max")],
      [single("rewardRunwayDays", "min")],
    ),
  ];
}

function queueWidgets({ queues }: Platform): IWidget[] {
  const names = Object.keys(queueSpecs) as QueueName[];
  const options = (label: string) => ({ period: PERIOD, statistic: "max", label });
  return [
    graph(
      "Age of the oldest message, seconds",
      names.map((name) => queues[name].queue.metricApproximateAgeOfOldestMessage(options(name))),
    ),
    graph(
      "Dead letters",
      names.map((name) => queues[name].dead.metricApproximateNumberOfMessagesVisible(options(name))),
    ),
  ];
}

function consumerWidgets(platform: Platform, consumers: readonly ConsumerSpec[]): IWidget[] {
  const ids = consumers.map(({ id }) => id);
  return [
    graph("Processed by consumers and schedules", each(platform, "processed", "consumer", ids)),
    graph("Failed, retried later", each(platform, "failed", "consumer", ids)),
    graph("Longest duration, ms", each(platform, "durationMs", "consumer", ids, "max")),
  ];
}

function familyWidgets(platform: Platform, family: Family, routes: readonly RouteSpec[]): IWidget[] {
  const ids = routes.map(({ id }) => id);
  const own = (name: MetricName, statistic: string, label: string): IMetric =>
    ownMetric(platform.config, name, { statistic, label }, ["family", family]);
  return [
    graph("Requests", [
      own("success", "sum", "answered"),
      own("refusal", "sum", "4xx"),
      own("fault", "sum", "5xx"),
    ]),
    graph("Duration, ms", [
      own("durationMs", "p50", "p50"),
      own("durationMs", "p90", "p90"),
      own("durationMs", "p99", "p99"),
    ]),
    graph("Requests by route", each(platform, "durationMs", "route", ids, "SampleCount")),
    graph("Duration p99 by route, ms", each(platform, "durationMs", "route", ids, "p99")),
    graph("5xx by route", each(platform, "fault", "route", ids)),
  ];
}

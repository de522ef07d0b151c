import { ArnFormat, Duration, Stack } from "aws-cdk-lib";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  Metric,
  type MetricProps,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { type ITopic, Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";
import { type Dimension, type MetricName, metrics } from "../core/platform/metrics/schema.ts";
import { accept } from "./accept.ts";
import type { StageConfig } from "./config.ts";

const cloudWatch = new ServicePrincipal("cloudwatch.amazonaws.com");

/**
 * Creates the topic of alarms. It has its own key, because CloudWatch may not use the AWS managed key of SNS. Its policy
 * allows CloudWatch explicitly: the policy that enforces TLS replaces AWS's default, which would allow the account's alarms.
 */
export function alarmTopic(scope: Construct, config: StageConfig): ITopic {
  const masterKey = new Key(scope, "AlarmKey", {
    description: `svc ${config.stage} alarms`,
    enableKeyRotation: true,
  });
  masterKey.grant(cloudWatch, "kms:Decrypt", "kms:GenerateDataKey");
  const topic = new Topic(scope, "Alarms", { masterKey, enforceSSL: true });
  const stack = Stack.of(scope);
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [cloudWatch],
      actions: ["sns:Publish"],
      resources: [topic.topicArn],
      conditions: {
        StringEquals: { "aws:SourceAccount": stack.account },
        ArnLike: {
          "aws:SourceArn": stack.formatArn({
            service: "cloudwatch",
            resource: "alarm",
            resourceName: "*",
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        },
      },
    }),
  );
  if (config.alarmEmail !== undefined) topic.addSubscription(new EmailSubscription(config.alarmEmail));
  accept(
    topic,
    "Serverless-SNSRedrivePolicy",
    "SNS retries an e-mail for hours, and an alarm whose e-mail did not arrive remains in ALARM in CloudWatch; a queue of failed e-mails could report itself only by e-mail.",
  );
  return topic;
}

/** The anchors of docs/OPERATIONS.md, "Alarms": an alarm's meaning, where to look, what to do. */
export const sections = [
  "the-api-answers-5xx",
  "a-stream-or-mcp-answers-5xx",
  "cloudfront-answers-5xx",
  "the-websocket-cannot-reach-its-functions",
  "answers-are-slow",
  "a-function-failed",
  "functions-are-throttled",
  "the-table-throttles-or-fails",
  "dead-letters",
  "a-queue-waits",
  "a-schedule-stopped",
  "ticks-were-missed",
  "a-stream-consumer-is-late",
  "changes-were-skipped",
  "the-outbox-waits",
  "prices-are-old",
  "card-payments-fail",
  "webhooks-fail",
  "the-journal-or-the-trail-was-changed",
  "the-ledger-differs",
  "the-ledger-is-not-audited",
  "rewards-run-out",
  "an-erasure-is-held-up",
  "mails-bounce",
  "it-costs-more-than-planned",
] as const;
export type Section = (typeof sections)[number];

const linkTo = (section: Section, { operationsUrl }: Pick<StageConfig, "operationsUrl">): string =>
  `${operationsUrl}#${section}`;

export interface AlarmSpec {
  readonly section: Section;
  /** The problem and, where it helps, the first place to look. The alarm's email shows it, with the link to the instructions. */
  readonly description: string;
  readonly metric: IMetric;
  /** Fires if the metric reaches this value; with `below`, if it falls below it. */
  readonly threshold: number;
  readonly below?: true;
  /** The number of consecutive periods. Defaults to 1. */
  readonly periods?: number;
  /** The number of these periods that must reach the threshold. Defaults to all. */
  readonly datapoints?: number;
  /** Whether missing data fires the alarm. */
  readonly missingIsBad?: true;
}

/** The topic and stage of an alarm. */
export interface AlarmTarget {
  readonly alarms: ITopic;
  readonly config: StageConfig;
}

/**
 * Creates an alarm. All alarms are created here, so that each notifies the operator, also of its end, and links to its
 * instructions.
 * @param id its name in CloudWatch, after the stage. Stable
 */
export function alarm(scope: Construct, id: string, { alarms, config }: AlarmTarget, spec: AlarmSpec): Alarm {
  const { section, description, metric, threshold, below, periods = 1, datapoints, missingIsBad } = spec;
  const { GREATER_THAN_OR_EQUAL_TO_THRESHOLD, LESS_THAN_THRESHOLD } = ComparisonOperator;
  const made = new Alarm(scope, `${id}.alarm`, {
    alarmName: `svc-${config.stage}-${id}`,
    alarmDescription: `${description} What it means and what to do: ${linkTo(section, config)}`,
    metric,
    threshold,
    comparisonOperator: below ? LESS_THAN_THRESHOLD : GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    evaluationPeriods: periods,
    ...(datapoints !== undefined && { datapointsToAlarm: datapoints }),
    treatMissingData: missingIsBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    // The percentile of a few requests is just the slowest one.
    ...(isPercentile(metric) && { evaluateLowSampleCountPercentile: "ignore" }),
  });
  made.addAlarmAction(new SnsAction(alarms));
  made.addOkAction(new SnsAction(alarms));
  return made;
}

/** Creates the alarm of a function that crashes or times out. */
export const errorAlarm = (scope: Construct, id: string, made: IFunction, target: AlarmTarget): Alarm =>
  alarm(scope, `${id}.errors`, target, {
    section: "a-function-failed",
    description: `${id} failed: its log is /svc/${target.config.stage}/${id}.`,
    metric: made.metricErrors({ period: PERIOD, statistic: "sum" }),
    threshold: 1,
  });

const isPercentile = (metric: IMetric): boolean =>
  /^p\d/.test(metric.toMetricConfig().metricStat?.statistic ?? "");

export const metricsNamespace = ({ stage }: Pick<StageConfig, "stage">): string => `svc/${stage}`;

export const PERIOD = Duration.minutes(5);

/**
 * Returns a metric of `core/platform/metrics/schema.ts`.
 * @param by the dimension and its value
 * @throws TypeError if the metric does not have this dimension
 */
export function ownMetric(
  config: Pick<StageConfig, "stage">,
  name: MetricName,
  more: Pick<MetricProps, "statistic" | "label" | "period"> = {},
  by: readonly [Dimension, string] | undefined = undefined,
): Metric {
  const dimensions: readonly Dimension[] = metrics[name].by;
  if (by ? !dimensions.includes(by[0]) : dimensions.length > 0)
    throw new TypeError(
      `metric ${name} has the dimensions ${dimensions.join(", ") || "none"}, not ${by?.[0]}`,
    );
  return new Metric({
    namespace: metricsNamespace(config),
    metricName: name,
    ...(by && { dimensionsMap: { [by[0]]: by[1] } }),
    period: PERIOD,
    statistic: "sum",
    ...more,
  });
}

/**
 * Emails the operator when the account's monthly costs reach the budget, actually or by forecast. A metric of charges
 * would need an alarm in us-east-1 and has no forecast. The budget covers the whole account, because a filter by tag needs
 * the tag to be activated for billing. Source: AWS Cost Management User Guide, Managing your costs with AWS Budgets.
 */
export function budget(stack: Stack, { config }: Pick<AlarmTarget, "config">): void {
  const { alarmEmail, monthlyBudgetUsd, stage } = config;
  if (alarmEmail === undefined || monthlyBudgetUsd === undefined) return;
  const notice = (notificationType: "ACTUAL" | "FORECASTED", threshold: number) => ({
    notification: {
      notificationType,
      comparisonOperator: "GREATER_THAN",
      threshold,
      thresholdType: "PERCENTAGE",
    },
    subscribers: [{ subscriptionType: "EMAIL", address: alarmEmail }],
  });
  new CfnBudget(stack, "Budget", {
    budget: {
      budgetName: `svc-${stage}`,
      budgetType: "COST",
      timeUnit: "MONTHLY",
      budgetLimit: { amount: monthlyBudgetUsd, unit: "USD" },
    },
    notificationsWithSubscribers: [notice("ACTUAL", 80), notice("ACTUAL", 100), notice("FORECASTED", 100)],
    // A budget has no description, and a tag no #. Source: AWS Tagging User Guide, Tag naming limits and requirements.
    resourceTags: [
      { key: "operations", value: linkTo("it-costs-more-than-planned", config).replace("#", " ") },
    ],
  });
}

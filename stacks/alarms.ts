import { ArnFormat, Stack } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import { type ITopic, Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";
import { accept } from "./accept.ts";
import type { StageConfig } from "./config.ts";

const cloudWatch = new ServicePrincipal("cloudwatch.amazonaws.com");

/**
 * Where alarms are told. Encrypted with a key of its own, because CloudWatch may not use the key that AWS
 * manages for SNS. The topic's policy names CloudWatch: the one that refuses what comes without TLS takes the
 * place of AWS's own, by which the account's alarms might publish.
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
    "SNS tries an e-mail for hours, and an alarm whose mail did not arrive stays in alarm in CloudWatch; a queue of such mails could tell of itself by nothing but a mail.",
  );
  return topic;
}

/** The sections of docs/OPERATIONS.md, "Alarms", by their anchors: what an alarm means, what to look at, what to do. */
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
  "the-ledger-differs",
  "the-ledger-is-not-audited",
  "rewards-run-out",
  "an-erasure-is-held-up",
  "mails-bounce",
  "it-costs-more-than-planned",
] as const;
export type Section = (typeof sections)[number];

/** Where an operator reads on. */
export const linkTo = (section: Section, { operationsUrl }: Pick<StageConfig, "operationsUrl">): string =>
  `${operationsUrl}#${section}`;

export interface AlarmSpec {
  readonly section: Section;
  /** What has happened, and where to look first: the beginning of what an operator is written. */
  readonly description: string;
  readonly metric: IMetric;
  /** Goes off where the metric reaches this; with `below`, where it falls under it. */
  readonly threshold: number;
  readonly below?: true;
  /** For so many of the metric's periods in a row; one unless told. */
  readonly periods?: number;
  /** In how many of those periods; in all unless told. */
  readonly datapoints?: number;
  /** That there is no figure is as bad as a bad one. */
  readonly missingIsBad?: true;
}

/** Who is told, and by which stage. */
export interface AlarmTarget {
  readonly alarms: ITopic;
  readonly config: StageConfig;
}

/**
 * Makes an alarm. All are made here, so that each reaches somebody, tells its end too, and leads to what to do.
 * @param id its name at CloudWatch behind the stage's, which stays what it is
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
    // A percentile of a handful of requests is the slowest of them.
    ...(isPercentile(metric) && { evaluateLowSampleCountPercentile: "ignore" }),
  });
  made.addAlarmAction(new SnsAction(alarms));
  made.addOkAction(new SnsAction(alarms));
  return made;
}

const isPercentile = (metric: IMetric): boolean =>
  /^p\d/.test(metric.toMetricConfig().metricStat?.statistic ?? "");

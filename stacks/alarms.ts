import { ArnFormat, Duration, Stack } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import { type ITopic, Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";
import type { Api } from "./api.ts";
import type { StageConfig } from "./config.ts";
import { type ApiName, apis as apiNames } from "./limits.ts";
import type { Queues } from "./queues.ts";

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
  return topic;
}

export interface AlarmSpec {
  readonly description: string;
  readonly metric: IMetric;
  /** Goes off when the metric's sum over its period reaches this. */
  readonly threshold: number;
}

export function alarm(scope: Construct, id: string, topic: ITopic, spec: AlarmSpec): void {
  new Alarm(scope, id, {
    alarmDescription: spec.description,
    metric: spec.metric,
    threshold: spec.threshold,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  }).addAlarmAction(new SnsAction(topic));
}

/**
 * Watches what all share. A route has no alarm of its own: whatever becomes of its function, a crash or a
 * timeout too, the caller sees a 5xx, so one alarm over the API sees every route at an eighth fewer
 * resources; the dashboard says which.
 */
export function watch(
  scope: Construct,
  config: StageConfig,
  topic: ITopic,
  apis: Readonly<Record<ApiName, Api>>,
  queues: Queues,
): void {
  const period = Duration.minutes(5);
  const dead = Object.entries(queues).map(([name, pair]) => ({
    name,
    pair,
    metric: pair.dead.metricApproximateNumberOfMessagesVisible({ period, statistic: "max", label: name }),
  }));
  for (const { name, pair, metric } of dead) {
    alarm(scope, `${name}-dead-alarm`, topic, {
      description:
        `Messages of queue ${name} failed for good: read them in its dead-letter queue, mend what broke, then ` +
        `npm run redrive -- --dead-letters ${pair.dead.queueUrl} --to ${pair.queue.queueUrl}`,
      metric,
      threshold: 1,
    });
  }
  const watched = apiNames.map((name) => ({ label: name, stage: apis[name].stage }));
  const faults = watched.map(({ label, stage }) => ({
    label,
    metric: stage.metricServerError({ period, statistic: "sum", label: `${label}, 5xx` }),
  }));
  for (const { label, metric } of faults)
    alarm(scope, label === "main" ? "FaultAlarm" : `${label}-fault-alarm`, topic, {
      description: `The ${label} API answered 5xx: its access log names the routes.`,
      metric,
      threshold: 5,
    });

  const dashboard = new Dashboard(scope, "Dashboard", { dashboardName: `svc-${config.stage}` });
  const latency = (statistic: string) =>
    watched.map(({ label, stage }) =>
      stage.metricLatency({ period, statistic, label: `${label}, ${statistic}` }),
    );
  dashboard.addWidgets(
    new GraphWidget({
      title: "Requests",
      left: [
        ...watched.flatMap(({ label, stage }) => [
          stage.metricCount({ period, label: `${label}, all` }),
          stage.metricClientError({ period, label: `${label}, 4xx` }),
        ]),
        ...faults.map(({ metric }) => metric),
      ],
    }),
    new GraphWidget({ title: "Latency, ms", left: [...latency("p50"), ...latency("p99")] }),
    new GraphWidget({ title: "Dead letters", left: dead.map(({ metric }) => metric) }),
  );
}

import { Duration, type Stack } from "aws-cdk-lib";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction as LambdaTarget } from "aws-cdk-lib/aws-events-targets";
import {
  FilterCriteria,
  FilterRule,
  type Function as LambdaFunction,
  StartingPosition,
} from "aws-cdk-lib/aws-lambda";
import { DynamoEventSource, SqsDlq, SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { ConsumerSpec, StreamTrigger } from "../contract/consumers.ts";
import { accept } from "./accept.ts";
import { alarm } from "./alarms.ts";
import { type FnOptions, fn } from "./fn.ts";
import type { Platform } from "./platform.ts";
import { LONGEST_DAYS } from "./queues.ts";
import { consumerUnit } from "./units.ts";

/** The stack of what runs without a caller. Nobody sees a 5xx of these, so each has an alarm of its own. */
export function events(stack: Stack, consumers: readonly ConsumerSpec[], options: FnOptions): void {
  for (const consumer of consumers) {
    const made = fn(stack, consumerUnit(consumer), options);
    trigger(stack, consumer, made, options.platform);
    alarm(stack, `${consumer.id}.errors`, options.platform.alarms, {
      description: `${consumer.id} failed: its log is /svc/${options.platform.config.stage}/${consumer.id}.`,
      metric: made.metricErrors({ period: Duration.minutes(5), statistic: "sum" }),
      threshold: 1,
    });
  }
}

function trigger(
  stack: Stack,
  { id, trigger }: ConsumerSpec,
  made: LambdaFunction,
  platform: Platform,
): void {
  if ("queue" in trigger) {
    const { queue } = platform.queues[trigger.queue];
    // One bad message is delivered again alone; the rest of its batch is done.
    made.addEventSource(
      new SqsEventSource(queue, {
        batchSize: trigger.batchSize,
        reportBatchItemFailures: true,
        ...(trigger.maxConcurrency !== undefined && { maxConcurrency: trigger.maxConcurrency }),
      }),
    );
    return;
  }
  if ("stream" in trigger) {
    follow(stack, id, trigger.stream, made, platform);
    return;
  }
  // The next tick is the retry: it finds the same work, which is in the table.
  made.configureAsyncInvoke({ retryAttempts: 0 });
  new Rule(stack, `${id}.schedule`, {
    schedule: Schedule.expression(trigger.schedule),
    targets: [new LambdaTarget(made, { retryAttempts: 0 })],
  });
}

/** How far behind the table a consumer of its stream may be, in milliseconds. */
const LATE_MS = 60_000;

/**
 * Has a function told of the table's changes, those of the keys that it names alone. A batch that fails is
 * halved and given again as long as the stream has it, which is a day: nothing is skipped while what broke can
 * be mended. What was skipped after all is named in a queue that nobody reads but a person.
 */
function follow(
  stack: Stack,
  id: string,
  { batchSize, keys }: StreamTrigger,
  made: LambdaFunction,
  { table, alarms, config }: Platform,
): void {
  const skipped = new Queue(stack, `${id}.skipped`, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(LONGEST_DAYS),
  });
  accept(skipped, "AwsSolutions-SQS3", "It is itself where what failed goes, and a person reads it.");
  const beginningWith = (prefixes: readonly string[]) => ({
    S: prefixes.map((prefix) => FilterRule.beginsWith(prefix)[0] as unknown),
  });
  made.addEventSource(
    new DynamoEventSource(table as ITable, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      onFailure: new SqsDlq(skipped),
      filters: keys.map(({ pk, sk }) =>
        FilterCriteria.filter({
          dynamodb: { Keys: { pk: beginningWith([pk]), sk: beginningWith(sk) } },
        }),
      ),
    }),
  );
  alarm(stack, `${id}.late`, alarms, {
    description: `${id} is more than a minute behind the table: its log is /svc/${config.stage}/${id}.`,
    metric: made.metric("IteratorAge", { period: Duration.minutes(1), statistic: "max" }),
    threshold: LATE_MS,
  });
  alarm(stack, `${id}.skipped-alarm`, alarms, {
    description: `Changes that ${id} could not do within a day were skipped: the queue ${skipped.queueName} says which.`,
    metric: skipped.metricApproximateNumberOfMessagesVisible({
      period: Duration.minutes(5),
      statistic: "max",
    }),
    threshold: 1,
  });
}

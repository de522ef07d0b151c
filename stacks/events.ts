import { Duration, type Stack } from "aws-cdk-lib";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction as LambdaTarget } from "aws-cdk-lib/aws-events-targets";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  FilterCriteria,
  FilterRule,
  type Function as LambdaFunction,
  StartingPosition,
} from "aws-cdk-lib/aws-lambda";
import { DynamoEventSource, SqsDlq, SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { type IQueue, Queue } from "aws-cdk-lib/aws-sqs";
import type { ConsumerSpec, StreamTrigger } from "../contract/consumers.ts";
import { queueUrlVariable } from "../contract/queues.ts";
import { accept } from "./accept.ts";
import { alarm, errorAlarm, PERIOD } from "./alarms.ts";
import { type FnOptions, fn } from "./fn.ts";
import type { Platform } from "./platform.ts";
import { deadLetterQueue } from "./queues.ts";
import { consumerUnit } from "./units.ts";

/** Builds the stack of consumers and schedules. They have no callers who would see a 5xx, so each has an alarm. */
export function events(stack: Stack, consumers: readonly ConsumerSpec[], options: FnOptions): void {
  const scheduled = consumers.some(({ trigger: by }) => "schedule" in by);
  const dead = scheduled ? missedTicks(stack, options.platform) : undefined;
  for (const consumer of consumers) {
    const made = fn(stack, consumerUnit(consumer), options);
    trigger(stack, consumer, made, { ...options.platform, ...(dead && { dead }) });
    errorAlarm(stack, consumer.id, made, options.platform);
  }
}

/** How long EventBridge retries a tick. Then the next tick is due. */
const TICK_AGE = Duration.minutes(1);

/** Creates the queue of ticks that EventBridge could not deliver. A message names its rule. */
function missedTicks(stack: Stack, platform: Platform): IQueue {
  const made = deadLetterQueue(stack, "missed-ticks");
  made.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal("events.amazonaws.com")],
      actions: ["sqs:SendMessage"],
      resources: [made.queueArn],
      conditions: {
        StringEquals: { "aws:SourceAccount": stack.account },
        ArnLike: {
          "aws:SourceArn": stack.formatArn({ service: "events", resource: "rule", resourceName: "*" }),
        },
      },
    }),
  );
  alarm(stack, "missed-ticks", platform, {
    section: "ticks-were-missed",
    description: `Schedules did not reach their functions: the queue ${made.queueName} names them.`,
    metric: made.metricApproximateNumberOfMessagesVisible({ period: PERIOD, statistic: "max" }),
    threshold: 1,
  });
  // A reference without a policy: each target would add a statement, and a policy is limited to 20.
  return Queue.fromQueueArn(stack, "missed-ticks-named", made.queueArn);
}

function trigger(
  stack: Stack,
  { id, trigger }: ConsumerSpec,
  made: LambdaFunction,
  platform: Platform & { readonly dead?: IQueue },
): void {
  if ("queue" in trigger) {
    const { queue } = platform.queues[trigger.queue];
    // A consumer may delay a failed message itself; the event source grants the permission.
    made.addEnvironment(queueUrlVariable(trigger.queue), queue.queueUrl);
    // A failed message is delivered again alone, not with its batch.
    made.addEventSource(
      new SqsEventSource(queue, {
        batchSize: trigger.batchSize,
        reportBatchItemFailures: true,
        maxConcurrency: trigger.maxConcurrency,
      }),
    );
    accept(
      made,
      "Serverless-LambdaEventSourceMappingDestination",
      "An SQS event source accepts no destination: failed messages go from the queue to its dead-letter queue, which has an alarm.",
    );
    return;
  }
  if ("stream" in trigger) {
    subscribeToStream(stack, id, trigger.stream, made, platform);
    return;
  }
  // The next tick is the retry: it finds the same work, which is in the table.
  made.configureAsyncInvoke({ retryAttempts: 0 });
  accept(
    made,
    "Serverless-LambdaAsyncFailureDestination",
    "A tick carries no data that could be lost: the work is in the table, the next tick finds it, and a function that failed or was not reached has an alarm.",
  );
  new Rule(stack, `${id}.schedule`, {
    schedule: Schedule.expression(trigger.schedule),
    targets: [
      new LambdaTarget(made, {
        retryAttempts: 2,
        maxEventAge: TICK_AGE,
        ...(platform.dead && { deadLetterQueue: platform.dead }),
      }),
    ],
  });
  const { period, periods } = silenceOf(trigger.schedule);
  alarm(stack, `${id}.stopped`, platform, {
    section: "a-schedule-stopped",
    description: `${id} (${trigger.schedule}) no longer runs.`,
    metric: made.metricInvocations({ period, statistic: "sum" }),
    threshold: 1,
    below: true,
    periods,
    missingIsBad: true,
  });
}

const MINUTES: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 1440 };

/**
 * Returns how long a schedule is silent before its alarm: three runs, at least five minutes; two days for a `cron` and for a
 * schedule rarer than every eight hours.
 */
export function silenceOf(schedule: string): { readonly period: Duration; readonly periods: number } {
  const [, count, unit = ""] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(schedule) ?? [];
  const minutes = Number(count) * (MINUTES[unit] ?? Number.NaN);
  // A CloudWatch period is at most a day. Three runs of a rarer schedule do not fit into one: two days without a run raise
  // the alarm.
  if (!(minutes <= 8 * 60)) return { period: Duration.days(1), periods: 2 };
  return { period: Duration.minutes(Math.max(5, 3 * minutes)), periods: 1 };
}

/** How far a consumer of the stream may be behind the table, in milliseconds. */
const LATE_MS = 60_000;

/**
 * Subscribes a function to the table's changes with the given keys. A failed batch is halved and retried as long as the stream
 * holds it, which is a day: time to fix the error without skipping changes. Skipped changes are listed in a queue for the
 * operator.
 */
function subscribeToStream(
  stack: Stack,
  id: string,
  { batchSize, keys, changed = [] }: StreamTrigger,
  made: LambdaFunction,
  platform: Platform,
): void {
  const { table, config } = platform;
  const skipped = deadLetterQueue(stack, `${id}.skipped`);
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
      filters: [
        ...keys.map(({ pk, sk }) =>
          FilterCriteria.filter({
            dynamodb: { Keys: { pk: beginningWith([pk]), sk: beginningWith(sk) } },
          }),
        ),
        ...(changed.length > 0
          ? [
              FilterCriteria.filter({
                eventName: FilterRule.or("MODIFY", "REMOVE"),
                dynamodb: { Keys: { pk: beginningWith(changed) } },
              }),
            ]
          : []),
      ],
    }),
  );
  alarm(stack, `${id}.late`, platform, {
    section: "a-stream-consumer-is-late",
    description: `${id} is more than a minute behind the table: its log is /svc/${config.stage}/${id}.`,
    metric: made.metric("IteratorAge", { period: Duration.minutes(1), statistic: "max" }),
    threshold: LATE_MS,
  });
  alarm(stack, `${id}.skipped`, platform, {
    section: "changes-were-skipped",
    description: `Changes that ${id} could not process within a day were skipped: the queue ${skipped.queueName} lists them.`,
    metric: skipped.metricApproximateNumberOfMessagesVisible({ period: PERIOD, statistic: "max" }),
    threshold: 1,
  });
}

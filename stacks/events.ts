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
import { type IQueue, Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { ConsumerSpec, StreamTrigger } from "../contract/consumers.ts";
import { queueUrlVariable } from "../contract/queues.ts";
import { accept } from "./accept.ts";
import { alarm } from "./alarms.ts";
import { type FnOptions, fn } from "./fn.ts";
import type { Platform } from "./platform.ts";
import { acceptLast, LONGEST_DAYS } from "./queues.ts";
import { consumerUnit } from "./units.ts";

/** The stack of what runs without a caller. Nobody sees a 5xx of these, so each has an alarm of its own. */
export function events(stack: Stack, consumers: readonly ConsumerSpec[], options: FnOptions): void {
  const scheduled = consumers.some(({ trigger: by }) => "schedule" in by);
  const dead = scheduled ? missedTicks(stack, options.platform) : undefined;
  for (const consumer of consumers) {
    const made = fn(stack, consumerUnit(consumer), options);
    trigger(stack, consumer, made, { ...options.platform, ...(dead && { dead }) });
    alarm(stack, `${consumer.id}.errors`, options.platform, {
      section: "a-function-failed",
      description: `${consumer.id} failed: its log is /svc/${options.platform.config.stage}/${consumer.id}.`,
      metric: made.metricErrors({ period: Duration.minutes(5), statistic: "sum" }),
      threshold: 1,
    });
  }
}

/** How long EventBridge tries to hand over a tick: by then there is the next one. */
const TICK_AGE = Duration.minutes(1);

/** Where ticks go that EventBridge could not hand to their function, by the name of their rule. */
function missedTicks(stack: Stack, platform: Platform): IQueue {
  const made = new Queue(stack, "missed-ticks", {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(LONGEST_DAYS),
  });
  acceptLast(made);
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
    description: `Schedules did not reach their functions: the queue ${made.queueName} says which.`,
    metric: made.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(5), statistic: "max" }),
    threshold: 1,
  });
  // By its name alone: each target would add a statement to the policy, which takes 20.
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
    // It says itself when what failed comes again; the event source brings the right to.
    made.addEnvironment(queueUrlVariable(trigger.queue), queue.queueUrl);
    // One bad message is delivered again alone; the rest of its batch is done.
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
      "An event source of SQS takes no destination: what fails goes from the queue to its own dead letters, with an alarm.",
    );
    return;
  }
  if ("stream" in trigger) {
    follow(stack, id, trigger.stream, made, platform);
    return;
  }
  // The next tick is the retry: it finds the same work, which is in the table.
  made.configureAsyncInvoke({ retryAttempts: 0 });
  accept(
    made,
    "Serverless-LambdaAsyncFailureDestination",
    "A tick says nothing that could be lost: the work stands in the table, the next tick finds it, and a function that failed or was not reached has an alarm.",
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
    description: `${id} (${trigger.schedule}) does not run any more.`,
    metric: made.metricInvocations({ period, statistic: "sum" }),
    threshold: 1,
    below: true,
    periods,
    missingIsBad: true,
  });
}

const MINUTES: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 1440 };

/**
 * After which silence a schedule has stopped: three of its runs, five minutes at least. What a `cron` says is not read:
 * it is held for daily, and may be late by a day.
 */
export function silenceOf(schedule: string): { readonly period: Duration; readonly periods: number } {
  const [, count, unit = ""] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(schedule) ?? [];
  const minutes = Number(count) * (MINUTES[unit] ?? Number.NaN);
  // CloudWatch looks back a week at most, by days.
  if (!(minutes <= 8 * 60)) return { period: Duration.days(1), periods: 2 };
  return { period: Duration.minutes(Math.max(5, 3 * minutes)), periods: 1 };
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
  platform: Platform,
): void {
  const { table, config } = platform;
  const skipped = new Queue(stack, `${id}.skipped`, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(LONGEST_DAYS),
  });
  acceptLast(skipped);
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
  alarm(stack, `${id}.late`, platform, {
    section: "a-stream-consumer-is-late",
    description: `${id} is more than a minute behind the table: its log is /svc/${config.stage}/${id}.`,
    metric: made.metric("IteratorAge", { period: Duration.minutes(1), statistic: "max" }),
    threshold: LATE_MS,
  });
  alarm(stack, `${id}.skipped`, platform, {
    section: "changes-were-skipped",
    description: `Changes that ${id} could not do within a day were skipped: the queue ${skipped.queueName} says which.`,
    metric: skipped.metricApproximateNumberOfMessagesVisible({
      period: Duration.minutes(5),
      statistic: "max",
    }),
    threshold: 1,
  });
}

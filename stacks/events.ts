import { Duration, type Stack } from "aws-cdk-lib";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction as LambdaTarget } from "aws-cdk-lib/aws-events-targets";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import type { ConsumerSpec } from "../contract/consumers.ts";
import { alarm } from "./alarms.ts";
import { type FnOptions, fn } from "./fn.ts";
import type { Platform } from "./platform.ts";
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
  // The next tick is the retry: it finds the same work, which is in the table.
  made.configureAsyncInvoke({ retryAttempts: 0 });
  new Rule(stack, `${id}.schedule`, {
    schedule: Schedule.expression(trigger.schedule),
    targets: [new LambdaTarget(made, { retryAttempts: 0 })],
  });
}

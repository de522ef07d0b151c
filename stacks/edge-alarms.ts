import { Duration, Fn, type Stack } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { alarm, alarmTopic } from "./alarms.ts";
import type { StageConfig } from "./config.ts";
import { DISTRIBUTION_ID_OUTPUT } from "./edge.ts";

/** Where CloudFront tells its metrics, wherever the stage is, and where alarms of them must be. */
export const EDGE_REGION = "us-east-1";

/**
 * The stack of the distribution's alarms, in us-east-1 with a topic of its own there: an alarm and what it tells are in
 * the region of its metric. Source: Amazon CloudFront Developer Guide, Types of metrics for CloudFront.
 * @param edge the stack of the distribution
 * @param region where that one is
 */
export function edgeAlarms(stack: Stack, config: StageConfig, edge: Stack, region: string): void {
  const DistributionId = Fn.getStackOutput(edge.stackName, DISTRIBUTION_ID_OUTPUT, region);
  alarm(
    stack,
    "edge.faults",
    { config, alarms: alarmTopic(stack, config) },
    {
      section: "cloudfront-answers-5xx",
      description: "5 % of all answers at the edge are 5xx.",
      metric: new Metric({
        namespace: "AWS/CloudFront",
        metricName: "5xxErrorRate",
        dimensionsMap: { DistributionId, Region: "Global" },
        period: Duration.minutes(5),
        statistic: "avg",
      }),
      threshold: 5,
      periods: 3,
    },
  );
}

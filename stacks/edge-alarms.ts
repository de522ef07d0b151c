import { Fn, type Stack } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { alarm, alarmTopic, PERIOD } from "./alarms.ts";
import type { StageConfig } from "./config.ts";
import { DISTRIBUTION_ID_OUTPUT } from "./edge.ts";

/** The region of CloudFront's metrics and of their alarms. */
export const EDGE_REGION = "us-east-1";

/**
 * Builds the stack of the distribution's alarms, with a topic of its own: an alarm and its topic are in the region of the
 * metric. Source: Amazon CloudFront Developer Guide, Types of metrics for CloudFront.
 * @param edge the distribution's stack
 * @param region the region of `edge`
 */
export function edgeAlarms(stack: Stack, config: StageConfig, edge: Stack, region: string): void {
  const DistributionId = Fn.getStackOutput(edge.stackName, DISTRIBUTION_ID_OUTPUT, region);
  alarm(
    stack,
    "edge.faults",
    { config, alarms: alarmTopic(stack, config) },
    {
      section: "cloudfront-answers-5xx",
      description: "5 % of all responses at the edge are 5xx.",
      metric: new Metric({
        namespace: "AWS/CloudFront",
        metricName: "5xxErrorRate",
        dimensionsMap: { DistributionId, Region: "Global" },
        period: PERIOD,
        statistic: "avg",
      }),
      threshold: 5,
      periods: 3,
    },
  );
}

import { Duration } from "aws-cdk-lib";
import { Metric, type MetricProps } from "aws-cdk-lib/aws-cloudwatch";
import { type Dimension, type MetricName, metrics } from "../core/platform/metrics/schema.ts";
import type { StageConfig } from "./config.ts";

/** The metrics that our own code tells, as alarms and dashboards name them. */

/** Where a stage's own metrics are. */
export const metricsNamespace = ({ stage }: Pick<StageConfig, "stage">): string => `svc/${stage}`;

export const PERIOD = Duration.minutes(5);

/**
 * A metric of `core/platform/metrics/schema.ts`.
 * @param by the dimension that is asked for, and of what
 * @throws TypeError where it is not told by that
 */
export function ownMetric(
  config: Pick<StageConfig, "stage">,
  name: MetricName,
  more: Pick<MetricProps, "statistic" | "label" | "period"> = {},
  by: readonly [Dimension, string] | undefined = undefined,
): Metric {
  const told: readonly Dimension[] = metrics[name].by;
  if (by ? !told.includes(by[0]) : told.length > 0)
    throw new TypeError(`the metric ${name} is told by ${told.join(", ") || "nothing"}, not by ${by?.[0]}`);
  return new Metric({
    namespace: metricsNamespace(config),
    metricName: name,
    ...(by && { dimensionsMap: { [by[0]]: by[1] } }),
    period: PERIOD,
    statistic: "sum",
    ...more,
  });
}

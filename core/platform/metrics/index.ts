import * as Clock from "../../kernel/clock/index.ts";
import { env, envFlag } from "../../kernel/env.ts";
import { type Dimension, type MetricName, type MetricSpec, metrics } from "./schema.ts";

/**
 * Metrics are part of log lines, from which CloudWatch extracts them. They cost no call, and a metric leads to its log
 * lines. Source: Amazon CloudWatch User Guide, "Specification: Embedded metric format".
 */

export type Values = Readonly<Partial<Record<MetricName, number>>>;
/** The dimensions of values. */
export type About = Readonly<Partial<Record<Dimension, string>>>;

/** Returns the stage's namespace, which separates the stages of an account. */
const namespace = (): string => env("METRICS_NAMESPACE", "svc");

/**
 * Returns the log fields that publish metrics, each by its stated dimensions.
 * @example log.info("request: answered", { ...line, ...Metrics.fields({ durationMs: 12 }, { family: "defi" }) })
 */
export function fields(values: Values, about: About = {}): Readonly<Record<string, unknown>> {
  if (envFlag("METRICS_DISABLED", false)) return { ...about, ...values };
  const names = Object.keys(values) as MetricName[];
  const published = names.flatMap((name) => setsOf(metrics[name], about).map((set) => ({ name, set })));
  return {
    ...about,
    ...values,
    _aws: {
      Timestamp: Clock.worldNowMs(),
      CloudWatchMetrics: [...Map.groupBy(published, ({ set }) => set.join())].map(([, some]) => ({
        Namespace: namespace(),
        Dimensions: [some[0]?.set],
        Metrics: some.map(({ name }) => ({ Name: name, Unit: metrics[name].unit })),
      })),
    },
  };
}

const setsOf = ({ by }: MetricSpec, about: About): readonly Dimension[][] =>
  by.length === 0 ? [[]] : by.filter((one) => about[one] !== undefined).map((one) => [one]);

/** Returns the dimension of a consumer: the function's name. */
export function consumer(): About {
  const id = env("ROUTE_ID", "");
  return id === "" ? {} : { consumer: id };
}

import * as Clock from "../../kernel/clock/index.ts";
import { env, envFlag } from "../../kernel/env.ts";
import { type Dimension, type MetricName, type MetricSpec, metrics } from "./schema.ts";

/**
 * Metrics are part of a log line: CloudWatch reads them out of it. So they cost no call, and whoever sees a figure
 * finds the lines that it is made of. Source: Amazon CloudWatch User Guide, "Specification: Embedded metric format".
 */

/** Figures by their metrics' names. */
export type Values = Readonly<Partial<Record<MetricName, number>>>;
/** Whose they are. */
export type About = Readonly<Partial<Record<Dimension, string>>>;

/** The stage's own: stages of one account must not be mixed. */
const namespace = (): string => env("METRICS_NAMESPACE", "svc");

/**
 * The fields that make a log line tell metrics, each by those of its dimensions that are given.
 * @example log.info("request", { ...line, ...Metrics.fields({ durationMs: 12 }, { family: "defi" }) })
 */
export function fields(values: Values, about: About = {}): Readonly<Record<string, unknown>> {
  if (envFlag("METRICS_DISABLED", false)) return { ...about, ...values };
  const names = Object.keys(values) as MetricName[];
  const told = names.flatMap((name) => setsOf(metrics[name], about).map((set) => ({ name, set })));
  return {
    ...about,
    ...values,
    _aws: {
      Timestamp: Clock.worldNowMs(),
      CloudWatchMetrics: [...Map.groupBy(told, ({ set }) => set.join())].map(([, some]) => ({
        Namespace: namespace(),
        Dimensions: [some[0]?.set],
        Metrics: some.map(({ name }) => ({ Name: name, Unit: metrics[name].unit })),
      })),
    },
  };
}

/** The sets of dimensions that a metric is told by. */
const setsOf = ({ by }: MetricSpec, about: About): readonly Dimension[][] =>
  by.length === 0 ? [[]] : by.filter((one) => about[one] !== undefined).map((one) => [one]);

/** What this function is called, where it is a consumer: that is what its figures are told by. */
export function consumer(): About {
  const id = env("ROUTE_ID", "");
  return id === "" ? {} : { consumer: id };
}

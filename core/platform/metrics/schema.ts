/** All metrics of the platform's own code. Alarms and dashboards use these names, so that none watches an unpublished metric. */

/** The dimensions of metrics. Each value of a dimension costs one custom metric of CloudWatch. */
export const dimensions = ["family", "route", "consumer"] as const;
export type Dimension = (typeof dimensions)[number];

/** The used units of CloudWatch. */
export type Unit = "Milliseconds" | "Seconds" | "Count";

export interface MetricSpec {
  readonly unit: Unit;
  /** One value for each of these dimensions; empty: one value for the whole stage. */
  readonly by: readonly Dimension[];
  readonly about: string;
}

export const metrics = {
  durationMs: {
    unit: "Milliseconds",
    by: ["family", "route", "consumer"],
    about: "How long a request took in its function, up to the answer's head; how long a batch or a run took",
  },
  success: { unit: "Count", by: ["family"], about: "Requests that were answered below 400" },
  refusal: { unit: "Count", by: ["family"], about: "Requests that were refused: 4xx" },
  fault: { unit: "Count", by: ["family", "route"], about: "Requests that failed: 5xx" },
  processed: { unit: "Count", by: ["consumer"], about: "Messages, changes or runs that were done" },
  failed: {
    unit: "Count",
    by: ["consumer"],
    about: "Messages, changes or runs that failed, to be tried again",
  },
  paymentsSucceeded: { unit: "Count", by: [], about: "Card payments that were credited" },
  paymentsFailed: { unit: "Count", by: [], about: "Card payments that the card or its bank refused" },
  webhooksDelivered: { unit: "Count", by: [], about: "Attempts at users' webhooks that were taken" },
  webhooksFailed: { unit: "Count", by: [], about: "Attempts at users' webhooks that failed" },
  priceAge: { unit: "Seconds", by: [], about: "How old the prices are that are shown" },
  outboxAge: {
    unit: "Seconds",
    by: [],
    about: "How long the oldest event waits to be handed over to its queue",
  },
  rewardRunwayDays: {
    unit: "Count",
    by: [],
    about:
      "For how many days the rewards account pays what stakes earn today, all that is owed by now paid first",
  },
  erasureHeldUpAge: {
    unit: "Seconds",
    by: [],
    about: "For how long the oldest erasure is held up whose day has come",
  },
  auditDifferences: { unit: "Count", by: [], about: "Differences that an audit of the ledger found" },
} as const satisfies Readonly<Record<string, MetricSpec>>;

export type MetricName = keyof typeof metrics;

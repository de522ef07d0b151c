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
}

export const metrics = {
  /** The time of a request until the head of its response, of a batch, or of a run. */
  durationMs: { unit: "Milliseconds", by: ["family", "route", "consumer"] },
  /** Requests answered with a status below 400. */
  success: { unit: "Count", by: ["family"] },
  /** Requests answered with a 4xx. */
  refusal: { unit: "Count", by: ["family"] },
  /** Requests answered with a 5xx. */
  fault: { unit: "Count", by: ["family", "route"] },
  /** Messages, changes or runs that succeeded. */
  processed: { unit: "Count", by: ["consumer"] },
  /** Messages, changes or runs that failed and will be retried. */
  failed: { unit: "Count", by: ["consumer"] },
  /** Credited card payments. */
  paymentsSucceeded: { unit: "Count", by: [] },
  /** Card payments that the card or its bank refused. */
  paymentsFailed: { unit: "Count", by: [] },
  /** Attempts that users' webhooks accepted. */
  webhooksDelivered: { unit: "Count", by: [] },
  /** Failed attempts at users' webhooks. */
  webhooksFailed: { unit: "Count", by: [] },
  /** The age of the prices that clients see. */
  priceAge: { unit: "Seconds", by: [] },
  /** How long the oldest committed event has waited for its queue. */
  outboxAge: { unit: "Seconds", by: [] },
  /** How many days the rewards account can pay today's stakes, after the rewards already owed. */
  rewardRunwayDays: { unit: "Count", by: [] },
  /** How long the oldest held-up erasure is overdue. */
  erasureHeldUpAge: { unit: "Seconds", by: [] },
  /** Changes and deletions of items of the journal or the audit trail, which nothing may change. */
  appendOnlyChanges: { unit: "Count", by: [] },
  /** Differences found by an audit of the ledger. */
  auditDifferences: { unit: "Count", by: [] },
} as const satisfies Readonly<Record<string, MetricSpec>>;

export type MetricName = keyof typeof metrics;

/**
 * AWS's list prices, in US dollars, without free tiers and discounts. Only this module contains prices. Source: the
 * price pages of the services, us-east-1, as known at the end of 2025; they were not checked when the page was
 * generated. Europe is 5 to 20 % more expensive. Check before deciding: https://aws.amazon.com/pricing
 */
export const PRICES_OF = { region: "us-east-1", asOf: "end of 2025" } as const;

const MILLION = 1e6;

export const prices = {
  lambdaGbSecond: 0.0000133334,
  lambdaRequest: 0.2 / MILLION,
  /** DynamoDB on demand: a strongly consistent read of 4 KB, a write of 1 KB. */
  read: 0.125 / MILLION,
  write: 0.625 / MILLION,
  httpApiRequest: 1.0 / MILLION,
  socketMessage: 1.0 / MILLION,
  socketMinute: 0.25 / MILLION,
  cloudFrontRequest: 1.0 / MILLION,
  cloudFrontFunction: 0.1 / MILLION,
  cloudFrontGb: 0.085,
  wafRequest: 0.6 / MILLION,
  wafAcl: 5,
  wafRule: 1,
  sqsRequest: 0.4 / MILLION,
  secret: 0.4,
  secretCall: 0.05 / 10_000,
  kmsKey: 1,
  alarm: 0.1,
  dashboard: 3,
  metric: 0.3,
  logGb: 0.5,
  trace: 5 / MILLION,
  mail: 0.1 / 1000,
  /** A text message to a French number; other countries cost 0.01 to 0.30. */
  text: 0.08,
} as const;

/**
 * The prices of docs/PRICES.md: US dollars, eu-west-1, list prices as published in 2025, without free tiers
 * and discounts. Check before deciding.
 */
export const LIVE_PRICES = {
  /** A million messages of up to 32 KB in either direction: the first thousand million per month, and those beyond. */
  messages: [1.14, 0.94],
  /** A million connection minutes. */
  connectionMinutes: 0.285,
  /** A GB-second on arm64, and a million invocations. */
  lambdaGbSecond: 0.0000133334,
  lambdaInvocations: 0.2,
  /** A million request units of a table on demand. */
  reads: 0.1415,
  writes: 0.7075,
  /** A GB from CloudFront to Europe, beyond the first 10 TB. */
  transferGb: 0.08,
} as const;

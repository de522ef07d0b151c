import * as Clock from "../../kernel/clock/index.ts";
import { HOUR_SECONDS, MINUTE_SECONDS } from "../../kernel/time.ts";
import * as Egress from "../../platform/egress/index.ts";
import type { Attempt, Delivery, Webhook } from "./schema.ts";
import { headersOf } from "./signature.ts";

/** The result of an attempt. */
export interface Outcome extends Omit<Attempt, "number"> {
  /** The delay that the receiver asked for. */
  readonly retryAfterSeconds?: number | undefined;
}

/** Sends a delivery once. A failure is an outcome, not an error. */
export async function attempt(
  { url }: Webhook,
  secrets: readonly string[],
  delivery: Delivery,
): Promise<Outcome> {
  const at = Clock.nowIso();
  const startedMs = performance.now();
  const took = () => Math.round(performance.now() - startedMs);
  const worldMs = Clock.worldNowMs();
  const headers = headersOf(delivery, secrets, Math.floor(worldMs / 1000));
  try {
    const { status, body, retryAfter } = await Egress.post({ url, headers, body: delivery.body });
    return {
      at,
      durationMs: took(),
      status,
      ...(body !== "" && { responseBody: body }),
      ...((status < 200 || status > 299) && { error: reasonOf(status) }),
      retryAfterSeconds: retryAfterSeconds(retryAfter, worldMs),
    };
  } catch (error) {
    if (!(error instanceof Egress.EgressFailure)) throw error;
    const { message, status } = error;
    return { at, durationMs: took(), error: message, ...(status !== undefined && { status }) };
  }
}

const reasonOf = (status: number): string =>
  status >= 300 && status < 400
    ? `the receiver answered ${status}; redirects are not followed`
    : `the receiver answered ${status}`;

/** Seconds before each attempt of a delivery (DESIGN section 4, Webhooks out). After the last the delivery is dead. */
export const SCHEDULE: readonly number[] = [
  ...[0, 5, MINUTE_SECONDS, 5 * MINUTE_SECONDS, 30 * MINUTE_SECONDS],
  ...[2 * HOUR_SECONDS, 5 * HOUR_SECONDS, 10 * HOUR_SECONDS],
];

/** The maximal random share that is added to a delay, so that deliveries that failed together are retried apart. */
const JITTER = 0.1;

/**
 * Returns the delay before the next attempt, in milliseconds; undefined after the last one.
 * @param attempts the attempts of the schedule so far
 * @param retryAfterSeconds the delay that the receiver asked for: honoured up to twice the schedule's own
 * @param random in [0, 1)
 */
export function delayMs(
  attempts: number,
  retryAfterSeconds: number | undefined,
  random: number = Math.random(),
): number | undefined {
  const base = SCHEDULE[attempts];
  if (base === undefined) return undefined;
  const jittered = base * (1 + JITTER * random);
  const requested = Math.min(retryAfterSeconds ?? 0, 2 * base);
  return Math.round(Math.max(jittered, requested) * 1000);
}

/**
 * Parses a `Retry-After` header (RFC 9110, section 10.2.3): seconds, a fraction rounded up, or a date.
 * @param nowMs real time, not the platform's clock
 * @returns seconds from now, at least 0; undefined if it is neither
 */
export function retryAfterSeconds(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.ceil(Number(text));
  // Date.parse would guess at other texts.
  if (!/^[A-Z][a-z]{2,8},? .* GMT$/.test(text)) return undefined;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}

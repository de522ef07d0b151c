/** When a delivery that failed is tried again (DESIGN section 4, Webhooks out). */

const HOUR = 3600;

/** Seconds before each attempt of a delivery: the first is made at once. After the last it is dead. */
export const SCHEDULE: readonly number[] = [0, 5, 60, 5 * 60, 30 * 60, 2 * HOUR, 5 * HOUR, 10 * HOUR];

/** Up to this part of a delay is added to it: what failed together is not tried again together. */
const JITTER = 0.1;

/**
 * How long after a failed attempt the next one is, in milliseconds; undefined when there is none.
 * @param attempts how many attempts of the schedule were made, that one included
 * @param retryAfterSeconds how long the receiver asks to be left alone: honoured up to twice the schedule's
 *   own delay
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
  const asked = Math.min(retryAfterSeconds ?? 0, 2 * base);
  return Math.round(Math.max(jittered, asked) * 1000);
}

/**
 * Reads a `Retry-After` header (RFC 9110, section 10.2.3): seconds, a fraction rounded up, or a date.
 * @param nowMs by the world's clock, as the receiver means it
 * @returns seconds from now, never below 0; undefined when it is neither
 */
export function retryAfterSeconds(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.ceil(Number(text));
  // A date, and nothing else that Date.parse would guess at.
  if (!/^[A-Z][a-z]{2,8},? .* GMT$/.test(text)) return undefined;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}

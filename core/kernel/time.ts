/** Durations and the one text form of instants. */

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const MINUTE_SECONDS = 60;
export const HOUR_SECONDS = 60 * MINUTE_SECONDS;
export const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Formats an instant as ISO 8601 in UTC, to the millisecond. @param ms since the epoch */
export const toIso = (ms: number | bigint): string => new Date(Number(ms)).toISOString();

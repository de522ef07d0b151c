/** Months, as transactions are counted by them: `2026-11`, in UTC. */

/** The month of an instant (ISO 8601, UTC). */
export const monthOf = (iso: string): string => iso.slice(0, 7);

/** A stretch of time, both ends inclusive, open where an end is missing: ISO 8601. */
export interface Stretch {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Whether a month lies within a stretch as a whole. */
export function isWithin(month: string, { from, to }: Stretch): boolean {
  const firstMs = Date.parse(`${month}-01T00:00:00.000Z`);
  const next = new Date(firstMs);
  next.setUTCMonth(next.getUTCMonth() + 1);
  const lastMs = next.getTime() - 1;
  return (
    (from === undefined || Date.parse(from) <= firstMs) && (to === undefined || Date.parse(to) >= lastMs)
  );
}

/** Lists that an answer has room for. Pure. */

/** How much of a list is shown. */
export interface Room {
  readonly rows: number;
  readonly bytes: number;
}

/**
 * Lambda takes an answer of 6 MB. Beneficiaries and programs share it so; some kilobytes are left for the
 * rest.
 */
export const ROOM = {
  beneficiaries: { rows: 10_000, bytes: 4_500_000 },
  programs: { rows: 10_000, bytes: 1_000_000 },
} as const satisfies Record<string, Room>;

/** The bytes of a row in the answer: its JSON is in a JSON string there, so every quote takes two. */
export const bytesOf = (row: unknown): number =>
  Buffer.byteLength(
    JSON.stringify(JSON.stringify(row, (_, one) => (typeof one === "bigint" ? `${one}` : one))),
  );

/** The first rows of a list, as many as there is room for. */
export function fitting<T>(list: readonly T[], { rows, bytes }: Room): T[] {
  const fit: T[] = [];
  let left = bytes;
  for (const row of list.slice(0, rows)) {
    left -= bytesOf(row);
    if (left < 0) break;
    fit.push(row);
  }
  return fit;
}

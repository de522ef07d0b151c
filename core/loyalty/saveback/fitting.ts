/** Lists that an answer has room for. Pure. */

/** How much of a list is shown. */
export interface Room {
  readonly rows: number;
  readonly bytes: number;
}

/**
 * Lambda takes an answer of 6 MB (6,291,456 bytes). Beneficiaries and programs share it like this; what is
 * left is room for the rest of the plan, which is some kilobytes.
 */
export const ROOM = {
  beneficiaries: { rows: 10_000, bytes: 4_500_000 },
  programs: { rows: 10_000, bytes: 1_000_000 },
} as const satisfies Record<string, Room>;

/**
 * What a row takes of the answer: its JSON stands in a JSON string there, so every quote is written twice
 * over.
 */
export const bytesOf = (row: unknown): number =>
  Buffer.byteLength(
    JSON.stringify(JSON.stringify(row, (_, one) => (typeof one === "bigint" ? `${one}` : one))),
  );

/** The first rows of a list, as many as there is room for. */
export function fitting<T>(list: readonly T[], { rows, bytes }: Room): T[] {
  const shown: T[] = [];
  let left = bytes;
  for (const row of list.slice(0, rows)) {
    left -= bytesOf(row);
    if (left < 0) break;
    shown.push(row);
  }
  return shown;
}

/** Those of the known names that the fewest letters make of this one, the nearest first, between them a comma. */
export const nearest = (known: readonly string[], name: string, count: number): string =>
  known
    .map((one) => ({ one, far: distance(name, one) }))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, count)
    .map(({ one }) => one)
    .join(", ");

/** How many letters are to be added, taken or changed (Levenshtein), capitals or not. */
function distance(from: string, to: string): number {
  const [a, b] = [from.toLowerCase(), to.toLowerCase()];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries())
      next.push(
        Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

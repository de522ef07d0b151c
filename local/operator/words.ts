/** Formats a duration in its two largest units: `3 d 4 h`, `12 min`, `5 s`. */
export function ageOf(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1000));
  const parts = [
    [Math.floor(seconds / 86_400), "d"],
    [Math.floor(seconds / 3600) % 24, "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "s"],
  ].filter(([count]) => count !== 0);
  return (
    parts
      .slice(0, 2)
      .map((part) => part.join(" "))
      .join(" ") || "0 s"
  );
}

/** Formats rows in columns, each as wide as its widest cell, with numbers right-aligned. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => {
          const isFigure = at > 0 && rows.slice(1).every((one) => /^[\d.,-]*$/.test(one[at] ?? ""));
          return isFigure ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0);
        })
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

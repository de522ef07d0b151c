/** Words and rows of a page in Markdown. */

export const code = (text: string): string => `\`${text}\``;

export const row = (...cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;

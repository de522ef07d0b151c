import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isPossible, rehearse } from "./operator/rehearsal.ts";

/**
 * `npm run rehearse:restore`: practises the restore of docs/OPERATIONS.md on this machine, in a folder of its own.
 * Exits with 1 where anything that was answered before the moment is not there, or an audit finds a difference.
 */

const write = (line: string): void => void process.stdout.write(`${line}\n`);

if (!isPossible()) {
  write("This machine has no build of the embedded database, whose file is what is restored here.");
  process.exit(2);
}
const data = mkdtempSync(join(tmpdir(), "rehearse-"));
try {
  const rehearsed = await rehearse(data, write);
  const { audits, items, movesBefore, movesAfter, lost, laterIsGone, worksOn } = rehearsed;
  const found = Object.entries(audits).flatMap(([of, { differences }]) =>
    differences.map((one) => `${of}: ${one}`),
  );
  const problems = [
    ...lost,
    ...found,
    ...(laterIsGone ? [] : ["somebody who came after the moment is still known"]),
    ...(rehearsed.erasedIsGone ? [] : ["somebody who was erased after the moment is still there"]),
    ...(worksOn ? [] : ["the platform does not work on"]),
  ];
  write(
    `${items} items restored. ${movesBefore} movements were answered before the moment, ${movesAfter} after it.`,
  );
  for (const problem of problems) write(`- ${problem}`);
  write(
    problems.length > 0
      ? "The rehearsal failed."
      : "All that was answered before the moment is there, the audits find nothing, and the platform works on.",
  );
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  rmSync(data, { recursive: true, force: true });
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isPossible, rehearse } from "./operator/rehearsal.ts";

/**
 * `npm run rehearse:restore`: rehearses the restore of docs/OPERATIONS.md on this machine, in a folder of its own. Exits with 1 if
 * data from before the moment is missing, or an audit finds a difference.
 */

const write = (line: string): void => void process.stdout.write(`${line}\n`);

if (!isPossible()) {
  write("This machine has no build of the embedded database, whose file the rehearsal restores.");
  process.exit(2);
}
const data = mkdtempSync(join(tmpdir(), "rehearse-"));
try {
  const result = await rehearse(data, write);
  const { audits, items, movesBefore, movesAfter, lost, laterIsGone, worksOn } = result;
  const found = Object.entries(audits).flatMap(([of, { differences }]) =>
    differences.map((one) => `${of}: ${one}`),
  );
  const problems = [
    ...lost,
    ...found,
    ...(laterIsGone ? [] : ["a user who registered after the moment is still known"]),
    ...(result.erasedIsGone ? [] : ["a user who was erased after the moment still exists"]),
    ...(worksOn ? [] : ["the platform does not accept new movements"]),
  ];
  write(
    `${items} items restored. ${movesBefore} movements were answered before the moment, ${movesAfter} after it.`,
  );
  for (const problem of problems) write(`- ${problem}`);
  write(
    problems.length > 0
      ? "The rehearsal failed."
      : "Everything from before the moment exists, the audits find no differences, and the platform accepts new movements.",
  );
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  rmSync(data, { recursive: true, force: true });
}

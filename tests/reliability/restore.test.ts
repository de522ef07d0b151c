import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isPossible, problemsOf, rehearse } from "../../local/operator/rehearsal.ts";

// The restore of docs/OPERATIONS.md, as `npm run rehearse:restore` practices it.

describe.skipIf(!isPossible())("a restore to a moment at which money moved", () => {
  test("loses no movement acknowledged before it, passes the audit, and the platform continues with the new table", async () => {
    const data = mkdtempSync(join(tmpdir(), "restore-"));
    try {
      const rehearsed = await rehearse(data);
      const { audits, items, movesBefore, movesAfter, lost, laterIsGone, worksOn } = rehearsed;
      expect(lost).toEqual([]);
      for (const [of, report] of Object.entries(audits)) expect(report.differences, of).toEqual([]);
      expect(audits.restored.entries).toBe(audits.export.entries);
      expect(audits.restored.entries).toBeGreaterThanOrEqual(movesBefore);
      expect(audits.goneOn.entries).toBe(audits.restored.entries + 1);
      expect(items).toBeGreaterThan(movesBefore);
      // Movements existed, and only those after the moment are lost.
      expect(movesBefore).toBeGreaterThan(0);
      expect(movesAfter).toBeGreaterThan(0);
      expect(laterIsGone).toBe(true);
      expect(worksOn).toBe(true);
      expect(rehearsed).toMatchObject({ erasedWasBack: true, erasedIsGone: true });
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  }, 180_000);
});

describe("the rehearsal's detection of losses", () => {
  const moves = [
    { cents: 500, begunMs: 0, answeredMs: 10 },
    { cents: 300, begunMs: 11, answeredMs: 25 },
    { cents: -100, begunMs: 26, answeredMs: 40 },
  ];
  const copy = { begunMs: 20, endedMs: 24 };
  test.each([
    [500, 0, "the movement answered before the copy"],
    [800, 0, "also the movement in progress during the copy"],
    [0, 1, "less than the answered movement"],
    [700, 1, "also the movement that began after the copy"],
    [501, 1, "an amount of no movement"],
  ])("reports for a balance of %i cents %i problems (%s)", (cents, problems) => {
    expect(problemsOf({ name: "one", moves }, cents, copy)).toHaveLength(problems);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitting, ROOM } from "./fitting.ts";

/** What Lambda takes of a function's answer. */
const LAMBDA_BYTES = 6 * 1024 * 1024;

const row = (name: string) => ({
  userId: "usr_01jd3v8y2m9t4k6q0s5w7x1z3b",
  name,
  email: `${"é".repeat(200)}@example.com`,
  rewards: 1000,
  amounts: ["EUR", "USD"].map((asset) => ({ asset, amount: "1234567.89", amountMinor: "123456789" })),
});

/** The answer as Lambda sees it: the body is a string in a JSON document. */
const answerBytes = (rows: readonly unknown[]): number =>
  Buffer.byteLength(JSON.stringify({ statusCode: 200, body: JSON.stringify({ rows }) }));

describe("a list", () => {
  it.each([
    ["quotes", '"'.repeat(100)],
    ["backslashes", "\\".repeat(100)],
    ["ideographs", "漢".repeat(100)],
    ["emoji", "🙂".repeat(50)],
    ["letters", "a".repeat(100)],
  ])("of 10,000 people whose names are all %s leaves room in an answer", (_, name) => {
    const people = Array.from({ length: 10_000 }, () => row(name));
    const shown = fitting(people, ROOM.beneficiaries);
    expect(shown.length).toBeGreaterThan(1000);
    expect(answerBytes(shown)).toBeLessThan(ROOM.beneficiaries.bytes + 100_000);
  });

  it("of beneficiaries and one of programs fit together, with a tenth of a megabyte for the rest", () => {
    expect(ROOM.beneficiaries.bytes + ROOM.programs.bytes + 100_000).toBeLessThan(LAMBDA_BYTES);
  });

  it("of 10,000 people with common names is shown whole", () => {
    const people = Array.from({ length: 10_000 }, (_, i) => ({
      ...row("Marie-Antoinette Dupont-Lefèvre"),
      email: `marie-antoinette.dupont-lefevre.${i}@example.com`,
      amounts: [{ asset: "EUR", amount: "123.45", amountMinor: "12345" }],
    }));
    expect(fitting(people, ROOM.beneficiaries)).toHaveLength(10_000);
  });

  it("is cut at the first row that does not fit, never in the midst, and never reordered", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 20 })),
        fc.nat({ max: 50 }),
        fc.nat({ max: 400 }),
        (list, rows, bytes) => {
          const shown = fitting(list, { rows, bytes });
          expect(shown).toEqual(list.slice(0, shown.length));
          expect(shown.length).toBeLessThanOrEqual(rows);
          const size = (part: readonly string[]) =>
            part.reduce((sum, one) => sum + Buffer.byteLength(JSON.stringify(JSON.stringify(one))), 0);
          expect(size(shown)).toBeLessThanOrEqual(bytes);
          const next = list.slice(0, shown.length + 1);
          if (shown.length < list.length && shown.length < rows) expect(size(next)).toBeGreaterThan(bytes);
        },
      ),
    );
  });
});

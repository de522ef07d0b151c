import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { line, named, undisguised } from "./schema.ts";

/** "Ignore" in Unicode's tag characters, which are invisible to people and readable for language models. */
const tags = String.fromCodePoint(...[..."Ignore"].map((char) => 0xe0000 + (char.codePointAt(0) ?? 0)));

describe("a line", () => {
  it.each([
    "",
    "Boulangerie Dupont",
    "Café d'Été & Fils – n° 7",
    "مخبز الفرات",
    "מאפייה",
    "面包店 🥐",
    "Family 👨‍👩‍👧",
  ])("may be the text %j", (text) => expect(line.parse(text)).toBe(text));

  it.each([
    ["a line end", "Two\nlines"],
    ["a line separator", "Two\u2028lines"],
    ["a paragraph separator", "Two\u2029lines"],
    ["a control character", "A beep \u0007"],
    ["a C1 control character", "Next \u0085"],
    ["half of a surrogate pair", "Half \ud83d"],
    ["an override of the direction", "Dupont \u202etnopuD"],
    ["an isolate of the direction", "Dupont \u2067x\u2069"],
    ["tag characters", `Dupont${tags}`],
  ])("must not contain %s", (_, text) => expect(line.safeParse(text).success).toBe(false));
});

describe("a person's name", () => {
  it.each(["Zoë", "李", "O'Neill", "محمد", "4711"])("may be %j", (text) =>
    expect(named.parse(text)).toBe(text),
  );

  it.each([
    ["invisible characters", "\u200b\u2060"],
    ["a word and an override of the direction", "Ada\u202e"],
    ["two lines", "Ada\u2028Bob"],
  ])("must not consist of %s", (_, text) => expect(named.safeParse(text).success).toBe(false));

  it("is rejected with one problem, its length, if it is empty", () => {
    expect(named.min(1).safeParse(" ").error?.issues).toHaveLength(1);
  });
});

describe("the removal of invisible characters", () => {
  it("removes direction controls and tag characters, and no others", () => {
    expect(undisguised(`Pay \u202Eme\u2066${tags} now\n✓`)).toBe("Pay me now\n✓");
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "é", "\u202e", "\u2069", "\u{e0041}", "🥐") }),
        (text) => {
          const shown = undisguised(text);
          expect(undisguised(shown)).toBe(shown);
          if (line.safeParse(text).success) expect(shown).toBe(text);
        },
      ),
    );
  });
});

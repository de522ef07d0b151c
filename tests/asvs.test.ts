import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

/** The evidence in docs/ASVS.md and docs/SECURITY-MODEL.md must exist, and the list of requirements must be complete. */

const PAGES = ["docs/ASVS.md", "docs/SECURITY-MODEL.md"] as const;
const text = (page: string): string => readFileSync(page, "utf8");

const STATUSES = ["tested", "in place", "not applicable", "not fulfilled"] as const;

interface Requirement {
  readonly id: string;
  readonly level: string;
  readonly status: string;
  readonly evidence: string;
}

/** The rows of the requirements, by their cells. */
const requirements: readonly Requirement[] = text("docs/ASVS.md")
  .split("\n")
  .filter((line) => line.startsWith("| v5.0.0-"))
  .map((line) => {
    const [id = "", level = "", , status = "", evidence = ""] = line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim());
    return { id, level, status, evidence };
  });

interface Citation {
  readonly path: string;
  /** The title of a test in the file. */
  readonly title: string | undefined;
}

/** Finds `path`, and `path`: "title of a test". A name in backticks is a path if it has a slash or a known ending. */
const citations = (markdown: string): readonly Citation[] =>
  [...markdown.matchAll(/`([\w@./-]+)`(?:: "([^"]+)")?/g)]
    .map(([, path = "", title]) => ({ path, title }))
    .filter(({ path }) => /^[^/].*\/.|\.(?:ts|json|example)$/.test(path));

const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");

const anchorsOf = (page: string): readonly string[] =>
  [...text(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => slug(heading));

describe("docs/ASVS.md", () => {
  it("has each requirement of levels 1 and 2 of version 5.0.0 once", () => {
    const ids = requirements.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(requirements.filter(({ level }) => level === "1")).toHaveLength(70);
    expect(requirements.filter(({ level }) => level === "2")).toHaveLength(183);
    expect(requirements).toHaveLength(253);
  });

  it("gives each requirement a status with its evidence or reason", () => {
    for (const { id, status, evidence } of requirements) {
      expect(STATUSES, id).toContain(status);
      expect(evidence, id).not.toBe("");
      const cited = citations(evidence);
      if (status === "tested")
        expect(
          cited.filter(({ title }) => title),
          id,
        ).not.toEqual([]);
      if (status === "in place") expect(cited.length > 0 || evidence.includes("]("), id).toBe(true);
    }
  });

  it("has the numbers that docs/SECURITY-MODEL.md states", () => {
    for (const status of STATUSES) {
      const levels = ["1", "2"].map(
        (level) => requirements.filter((one) => one.status === status && one.level === level).length,
      );
      const [first = 0, second = 0] = levels;
      expect(text("docs/SECURITY-MODEL.md")).toContain(
        `| ${status} | ${first} | ${second} | ${first + second} |`,
      );
    }
  });
});

describe.each(PAGES)("%s", (page) => {
  it("cites only existing files, and tests that these contain", () => {
    const cited = citations(text(page));
    expect(cited.length).toBeGreaterThan(30);
    const missing = cited.filter(
      ({ path, title }) =>
        !existsSync(path) || (title !== undefined && !text(path).includes(JSON.stringify(title))),
    );
    expect(missing).toEqual([]);
  });

  it("links only to existing pages and headings", () => {
    const broken = [...text(page).matchAll(/\]\((?!https:)([^)#]*)(?:#([^)]+))?\)/g)].filter(
      ([, target = "", anchor]) => {
        const file = target === "" ? page : join(dirname(page), target);
        return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
      },
    );
    expect(broken.map(([link]) => link)).toEqual([]);
  });
});

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ignored, lint } from "./cfn-lint.ts";

// `npm run lint:templates` runs the real linter, which is not installed everywhere.

const folder = mkdtempSync(join(tmpdir(), "cfn-lint-"));
beforeAll(() => {
  for (const name of ["one", "two", "three"]) writeFileSync(join(folder, `${name}.template.json`), "{}");
  writeFileSync(join(folder, "manifest.json"), "{}");
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Creates a linter that prints its version, and otherwise runs the script. */
function double(script: string): string {
  const path = join(folder, "linter");
  writeFileSync(path, `#!/bin/sh\n[ "$1" = --version ] && echo cfn-lint 0 && exit 0\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Reports a finding for each template, with the exit code of errors. */
const reportFindings = `for one; do case "$one" in *.template.json) echo "$one:1:1:1:1:E0000:bad" ;; esac; done; exit 2`;

test("lint() returns the findings of every template once", async () => {
  const { version, findings } = await lint([folder], double(reportFindings));
  expect(version).toBe("cfn-lint 0");
  expect(findings.map((one) => one.split("/").at(-1)).toSorted()).toEqual(
    ["one", "three", "two"].map((name) => `${name}.template.json:1:1:1:1:E0000:bad`),
  );
});

test("lint() returns no findings for valid templates", async () => {
  expect(await lint([folder], double("exit 0"))).toEqual({ version: "cfn-lint 0", findings: [] });
});

test("lint() returns no version if the linter is not installed", async () => {
  expect(await lint([folder], join(folder, "absent"))).toEqual({ version: undefined, findings: [] });
});

test("lint() throws if the linter fails or a folder has no templates", async () => {
  await expect(lint([folder], double("echo broken >&2; exit 1"))).rejects.toThrow("broken");
  const empty = mkdtempSync(join(folder, "empty-"));
  await expect(lint([empty], double("exit 0"))).rejects.toThrow("contain no templates");
});

test("every ignored rule of cfn-lint has a reason", () => {
  for (const [rule, reason] of Object.entries(ignored)) expect(reason, rule).toMatch(/^[A-Z].{40,}[.]$/);
});

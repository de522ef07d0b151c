import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ignored, lint } from "./cfn-lint.ts";

// Whether the real one finds the templates clean is for `npm run lint:templates`: not every machine has it.

const folder = mkdtempSync(join(tmpdir(), "cfn-lint-"));
beforeAll(() => {
  for (const name of ["one", "two", "three"]) writeFileSync(join(folder, `${name}.template.json`), "{}");
  writeFileSync(join(folder, "manifest.json"), "{}");
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A linter that answers its version, and otherwise as the script says. */
function double(script: string): string {
  const path = join(folder, "linter");
  writeFileSync(path, `#!/bin/sh\n[ "$1" = --version ] && echo cfn-lint 0 && exit 0\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Says of each template that it is there, and exits as for errors. */
const complains = `for one; do case "$one" in *.template.json) echo "$one:1:1:1:1:E0000:bad" ;; esac; done; exit 2`;

test("every template is looked at, once", async () => {
  const { version, findings } = await lint([folder], double(complains));
  expect(version).toBe("cfn-lint 0");
  expect(findings.map((one) => one.split("/").at(-1)).toSorted()).toEqual(
    ["one", "three", "two"].map((name) => `${name}.template.json:1:1:1:1:E0000:bad`),
  );
});

test("clean templates have no findings", async () => {
  expect(await lint([folder], double("exit 0"))).toEqual({ version: "cfn-lint 0", findings: [] });
});

test("where there is no linter, that is said and nothing claimed", async () => {
  expect(await lint([folder], join(folder, "absent"))).toEqual({ version: undefined, findings: [] });
});

test("a linter that breaks is no clean result, and neither is a folder without templates", async () => {
  await expect(lint([folder], double("echo broken >&2; exit 1"))).rejects.toThrow("broken");
  const empty = mkdtempSync(join(folder, "empty-"));
  await expect(lint([empty], double("exit 0"))).rejects.toThrow("hold no templates");
});

test("each rule that is left out says why, in a sentence", () => {
  for (const [rule, reason] of Object.entries(ignored)) expect(reason, rule).toMatch(/^[A-Z].{40,}[.]$/);
});

import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** docs/OPERATIONS.md is read by the person on call: its queries must find the lines that the code logs. */

const page = readFileSync("docs/OPERATIONS.md", "utf8");
const logged = new Set(
  globSync("{core,functions,events,local}/**/*.ts", { exclude: ["**/*.test.ts"] }).flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\blog\.(?:debug|info|warn|error)\(\s*["`]([^"`]+)["`]/g)].map(
      ([, message]) => message,
    ),
  ),
);
const quoted = [
  ...page.matchAll(/\bmessage = "([^"]+)"/g),
  // A message names its component first.
  ...page.matchAll(/"([a-z][a-z ]*: [^"]+)"/g),
].map(([, message = ""]) => message);

it("finds the messages of the code and of the page", () => {
  expect(logged.size).toBeGreaterThan(100);
  expect(quoted.length).toBeGreaterThan(15);
});

it.each([...new Set(quoted)])("logs the message that a runbook quotes: %s", (message) => {
  expect([...logged]).toContain(message);
});

import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** The queries of docs/OPERATIONS.md must find the messages that the code logs. */

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
  // A message begins with its component.
  ...page.matchAll(/"([a-z][a-z ]*: [^"]+)"/g),
].map(([, message = ""]) => message);

it("finds messages in the code and on the page to compare", () => {
  expect(logged.size).toBeGreaterThan(100);
  expect(quoted.length).toBeGreaterThan(15);
});

it.each([...new Set(quoted)])("logs the message that a runbook quotes: %s", (message) => {
  expect([...logged]).toContain(message);
});

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** What the workflows call is there, and no workflow is given more than it needs. */

const folder = ".github/workflows";
const workflows = readdirSync(folder).map(
  (name) => [name, readFileSync(`${folder}/${name}`, "utf8")] as const,
);
const textOf = (name: string): string => workflows.find(([one]) => one === name)?.[1] ?? "";
const scripts: Readonly<Record<string, string>> = JSON.parse(readFileSync("package.json", "utf8")).scripts;

describe.each(workflows)("%s", (_name, text) => {
  test("runs scripts that the package has", () => {
    for (const [, name = ""] of text.matchAll(/npm run (?:--silent )?([\w:-]+)/g))
      expect(Object.keys(scripts)).toContain(name);
  });

  test("has no key of AWS, and no more rights than to read but where it proves who it is", () => {
    expect(text).not.toMatch(/AWS_SECRET_ACCESS_KEY|aws-secret-access-key|AKIA/);
    expect(text).toMatch(/^permissions: \{ contents: read \}$/m);
    for (const [, rights = ""] of text.matchAll(/^ +permissions: \{ (.*) \}$/gm))
      expect(rights).toBe("contents: read, id-token: write");
  });

  test("puts no input of a person or of an event into a shell's text", () => {
    const steps = text.split(/\n {6}- /).slice(1);
    for (const step of steps) {
      const [, shell = ""] = /run: ([\s\S]*?)(?=\n {8}\w|$)/.exec(step) ?? [];
      expect(shell).not.toMatch(/\$\{\{ *(inputs|github)\./);
    }
  });
});

test("production comes after dev, each by the same steps: shown, held, deployed, tried, noted", () => {
  expect(textOf("deploy.yml")).toMatch(/prod:\n +needs: \[build, dev\]/);
  const order = [
    "release -- templates",
    "check:stateful",
    "release -- begin",
    "cdk deploy",
    "smoke --",
    "release -- done",
  ];
  const places = order.map((one) => textOf("deploy-stage.yml").indexOf(one));
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test("what is kept for a rollback goes by no degrees", () => {
  expect(textOf("deploy.yml")).toContain('-c canary=false -o "kept/$stage/assembly"');
});

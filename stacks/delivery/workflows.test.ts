import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** Workflows call existing scripts, with the least permissions. */

const folder = ".github/workflows";
const workflows = readdirSync(folder).map(
  (name) => [name, readFileSync(`${folder}/${name}`, "utf8")] as const,
);
const textOf = (name: string): string => workflows.find(([one]) => one === name)?.[1] ?? "";
const scripts: Readonly<Record<string, string>> = JSON.parse(readFileSync("package.json", "utf8")).scripts;

describe.each(workflows)("%s", (_name, text) => {
  test("runs only scripts that package.json has", () => {
    for (const [, name = ""] of text.matchAll(/npm run (?:--silent )?([\w:-]+)/g))
      expect(Object.keys(scripts)).toContain(name);
  });

  test("has no AWS key, and no permission except reading contents and OpenID Connect", () => {
    expect(text).not.toMatch(/AWS_SECRET_ACCESS_KEY|aws-secret-access-key|AKIA/);
    expect(text).toMatch(/^permissions: \{ contents: read \}$/m);
    for (const [, rights = ""] of text.matchAll(/^ +permissions: \{ (.*) \}$/gm))
      expect(rights).toBe("contents: read, id-token: write");
  });

  test("puts no workflow input into the text of a shell script", () => {
    const steps = text.split(/\n {6}- /).slice(1);
    for (const step of steps) {
      const [, shell = ""] = /run: ([\s\S]*?)(?=\n {8}\w|$)/.exec(step) ?? [];
      expect(shell).not.toMatch(/\$\{\{ *(inputs|github)\./);
    }
  });
});

test("the deployment checks losses first, records the release, and runs the smoke test last, in dev before prod", () => {
  expect(textOf("deploy.yml")).toMatch(/prod:\n +needs: \[build, dev\]/);
  const order = [
    "release -- templates",
    "check:stateful",
    "release -- begin",
    "cdk deploy",
    "smoke --",
    "release -- done",
  ];
  const positions = order.map((one) => textOf("deploy-stage.yml").indexOf(one));
  expect(positions.every((position) => position > 0)).toBe(true);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
});

test("the stored assembly for rollbacks has no canary deployments", () => {
  expect(textOf("deploy.yml")).toContain('-c canary=false -o "kept/$stage/assembly"');
});

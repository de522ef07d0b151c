import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { failureOf, NoTarget } from "../contract/bin/command.ts";

/** Every tool of package.json has the same usage and error output, so that the person on call sees no stack. */

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
/** The project's own tools, by their file. */
const files = new Map(
  Object.entries(scripts).flatMap(([name, script]) => {
    const [, file] = /^node (\S+\.ts)$/.exec(script) ?? [];
    return file === undefined ? [] : [[name, file] as const];
  }),
);
const takesArguments = (file: string): boolean => readFileSync(file, "utf8").includes("argumentsOf(");
const tools = [...files].filter(([, file]) => takesArguments(file));

const folder = mkdtempSync(join(tmpdir(), "tools-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a tool as in an operator's shell: without a local platform or an AWS account. */
function runTool(file: string, ...args: readonly string[]) {
  const variables = Object.entries(process.env).filter(
    ([name]) => !/^(AWS_|TABLE_NAME|LOCAL_|SMOKE_)/.test(name),
  );
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...Object.fromEntries(variables),
      LOCAL_DATA: join(folder, "nothing"),
      HOME: folder,
      AWS_EC2_METADATA_DISABLED: "true",
      AWS_REGION: "eu-west-3",
    },
  });
  const code = new Promise<number | null>((resolve) => child.on("close", resolve));
  return Promise.all([text(child.stdout), text(child.stderr), code]).then(([stdout, stderr, ended]) => ({
    stdout,
    stderr,
    code: ended,
  }));
}

const STACK = /^\s+at .*[:(]/m;

test("no tool parses its arguments itself", () => {
  expect(tools.length).toBeGreaterThan(20);
  for (const file of files.values())
    expect(readFileSync(file, "utf8"), file).not.toMatch(/\bparseArgs\b|process\.argv(?!\[1\])/);
});

describe("a tool that takes arguments", () => {
  test.each(tools)("prints its usage on request (%s)", async (name, file) => {
    const { code, stdout, stderr } = await runTool(file, "--help");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(new RegExp(`^npm run ${name}\\b`));
  });

  test.each(tools)("names an unknown option in one line, with its usage (%s)", async (name, file) => {
    const { code, stdout, stderr } = await runTool(file, "--no-such-option");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(new RegExp(`^Unknown option '--no-such-option'\\.?\\n\\nnpm run ${name}\\b`));
    expect(stderr).not.toMatch(STACK);
  });
});

describe("a tool that cannot start", () => {
  test.each<[string, string[], RegExp]>([
    ["secrets", ["--stage", "dev"], /AWS credentials/],
    ["secrets", ["--stage", "dev", "--list"], /AWS credentials/],
    ["release", ["list", "--stage", "dev"], /AWS credentials/],
    ["peek", ["--stage", "dev"], /Stage dev is not found: .*credentials/],
    ["audit", ["--stage", "dev"], /Stage dev is not found: .*credentials/],
    ["audit", ["--stage"], /--stage/],
    ["audit", ["--export", "/nonexistent"], /There is no folder \/nonexistent/],
    ["audit", ["--export", "docs"], /docs is not a complete export/],
    ["audit", ["--export", "s3://"], /is not s3:\/\/bucket\/prefix/],
    ["admin", ["grant", "unknown@x.y", "ADMIN"], /"unknown@x.y" is not an e-mail address/],
    ["check:stateful", [], /Name two folders/],
    ["check:stateful", ["/nonexistent", "docs"], /There is no folder \/nonexistent/],
    ["check:stateful", ["docs", "docs"], /docs contains no \*\.template\.json/],
    ["prices", ["BTC"], /No local platform is running/],
    [
      "follow",
      ["usr_01jd3k5f6g7h8j9kmnpqrstvwx", "--entity", "Walet"],
      /no kind of records Walet\. The nearest: Wallet, /,
    ],
    ["preflight", ["--stage", "dev", "-c", "bogus=1"], /bogus is unknown: do you mean /],
    ["preflight", ["--stage", "dev", "-c", "alarmEmial=a@b.example"], /do you mean alarmEmail\?/],
    ["preflight", ["--stage", "dev", "-c", "domain"], /-c domain has no value/],
    ["secrets", ["--stage", "dev", "-c", "bogus=1"], /bogus is unknown/],
    ["bench", ["nothing"], /There is no suite nothing/],
  ])("states why in one line, and exits with 2 (%s %j)", async (name, args, words) => {
    const { code, stdout, stderr } = await runTool(files.get(name) ?? "", ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    const [line = ""] = stderr.split("\n\nnpm run ");
    expect(line).toMatch(words);
    expect(line.trimEnd()).not.toContain("\n");
    expect(stderr).not.toMatch(STACK);
  });

  test("names missing credentials, and exits with 2 (rollback and redrive)", async () => {
    for (const [name, ...args] of [["rollback"], ["redrive", "jobs"]] as const) {
      const { code, stderr } = await runTool(files.get(name) ?? "", ...args, "--stage", "dev");
      expect(code, name).toBe(2);
      expect(stderr, name).toMatch(/credentials/i);
      expect(stderr, name).not.toMatch(STACK);
    }
  });
});

test("preflight prints the names of a stage's configuration", async () => {
  const { code, stdout } = await runTool(files.get("preflight") ?? "", "--names");
  expect(code).toBe(0);
  for (const name of ["operationsUrl", "accountConcurrency", "reserveConcurrency", "STRIPE_LIVEMODE"])
    expect(stdout).toMatch(new RegExp(`^${name}\\b`, "m"));
});

test("a failure has a message and an exit code, unlike a defect", () => {
  const named = (name: string, more: object) => Object.assign(new Error("why"), { name, ...more });
  expect(failureOf(new NoTarget("nothing runs here"))).toEqual({ message: "nothing runs here", code: 2 });
  expect(failureOf(named("ExpiredTokenException", { $metadata: {} }))).toMatchObject({ code: 2 });
  expect(failureOf(named("ThrottlingException", { $metadata: {} }))).toEqual({
    message: "AWS rejected the request: ThrottlingException: why",
    code: 1,
  });
  expect(failureOf(named("Error", { code: "ECONNREFUSED" }))).toEqual({ message: "why", code: 1 });
  expect(failureOf(new Error("dist holds no templates"))).toEqual({
    message: "dist holds no templates",
    code: 1,
  });
  expect(failureOf(new TypeError("x is undefined"))).toBeUndefined();
});

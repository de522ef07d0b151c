import { spawn } from "node:child_process";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { marshall } from "@aws-sdk/util-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GENERATED_LENGTH, type SecretName, secretId, secrets } from "../../contract/secrets.ts";
import { TABLE_OUTPUT } from "../../contract/stage.ts";
import { backfillRun } from "../../core/platform/entity.ts";
import { type AwsDouble, startAwsDouble } from "../aws-double.fixture.ts";
import { ask, generated, problemOf, readLines } from "./fill.ts";

/** Sets the values of secrets without showing or losing any. Uses the real client and an AWS double. */

let aws: AwsDouble;
beforeAll(async () => {
  aws = await startAwsDouble();
});
afterAll(() => aws.stop());

/** The double's secrets: their values, latest first. */
let store: Map<string, string[]>;
const valuesOf = (name: SecretName) => store.get(secretId("prod", name));

const stages = (values: readonly string[]) =>
  Object.fromEntries(
    values.map((_, index) => [
      `v${index}`,
      [["AWSCURRENT", "AWSPREVIOUS"][index]].flatMap((one) => one ?? []),
    ]),
  );

beforeEach(() => {
  const isOurs = (name: SecretName) => secrets[name].generated;
  store = new Map(
    (Object.keys(secrets) as SecretName[]).map((name) => [
      secretId("prod", name),
      isOurs(name) ? [`made-by-the-stack-of-${name}`] : [],
    ]),
  );
  aws.asked.length = 0;
  aws.answers.clear();
  aws.answers.set("ListSecrets", () => ({
    SecretList: [...store].map(([Name, values]) => ({ Name, SecretVersionsToStages: stages(values) })),
  }));
  aws.answers.set("DescribeSecret", ({ SecretId: id }) => {
    const values = store.get(String(id));
    return values
      ? { Name: id, VersionIdsToStages: stages(values) }
      : { refuse: "ResourceNotFoundException" };
  });
  aws.answers.set("PutSecretValue", ({ SecretId: id, SecretString: value }) => {
    store.get(String(id))?.unshift(String(value));
    return { VersionId: "00000000-0000-4000-8000-000000000001" };
  });
});

const KEY = "sk_live_0123456789abcdef";
const SIGNING = "whsec_0123456789abcdef";

async function run(args: readonly string[], input = "", env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["stacks/fill-secrets/main.ts", ...args], {
    env: { ...process.env, ...aws.env, ...env },
  });
  const code = new Promise<number | null>((resolve) => child.on("close", resolve));
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}

describe("npm run secrets", () => {
  test("sets empty secrets from standard input, does not change existing values, and prints no value", async () => {
    const before = valuesOf("JWT_SECRET");
    const { code, stdout, stderr } = await run(
      ["--stage", "prod", "--stdin"],
      `# of Stripe\nSTRIPE_SECRET_KEY=${KEY}\nSTRIPE_WEBHOOK_SECRET=${SIGNING}\nJWT_SECRET=${"x".repeat(40)}\n`,
    );
    expect(valuesOf("STRIPE_SECRET_KEY")).toEqual([KEY]);
    expect(valuesOf("STRIPE_WEBHOOK_SECRET")).toEqual([SIGNING]);
    expect(valuesOf("JWT_SECRET")).toEqual(before);
    for (const value of [KEY, SIGNING, "x".repeat(40)]) expect(stdout + stderr).not.toContain(value);
    expect(stdout).toMatch(/JWT_SECRET +unchanged/);
    expect(stdout).toMatch(/STRIPE_CONNECT_WEBHOOK_SECRET +empty; not needed without merchants/);
    expect(code).toBe(0);
    expect(aws.asked.some(({ operation }) => operation === "GetSecretValue")).toBe(false);
  });

  test("reads values from environment variables of the same names", async () => {
    const { code, stdout } = await run(["--stage", "prod", "--from-env", "STRIPE_SECRET_KEY"], "", {
      STRIPE_SECRET_KEY: KEY,
    });
    expect(valuesOf("STRIPE_SECRET_KEY")).toEqual([KEY]);
    expect(stdout).not.toContain(KEY);
    // Another secret is still empty.
    expect(code).toBe(1);
  });

  test("generates a value for an empty secret that the platform may choose, in the stack's format", async () => {
    store.set(secretId("prod", "CSRF_SECRET"), []);
    const { stdout } = await run(["--stage", "prod", "CSRF_SECRET"]);
    const [made = ""] = valuesOf("CSRF_SECRET") ?? [];
    expect(made).toMatch(new RegExp(`^[A-Za-z0-9]{${GENERATED_LENGTH}}$`));
    expect(stdout).toMatch(/CSRF_SECRET +generated/);
    expect(stdout).not.toContain(made);
  });

  test("replaces a named secret, and retains the previous value", async () => {
    const [before = ""] = valuesOf("JWT_SECRET") ?? [];
    const { stdout } = await run(["--stage", "prod", "--replace", "JWT_SECRET"]);
    expect(valuesOf("JWT_SECRET")).toEqual([expect.stringMatching(/^\w{64}$/), before]);
    expect(stdout).toMatch(/JWT_SECRET +has a value, and a previous one/);
  });

  test("prints the version that a deployment must name after a rotation", async () => {
    const { stdout } = await run(["--stage", "prod", "--replace", "ORIGIN_SECRET"]);
    expect(stdout).toMatch(
      /ORIGIN_SECRET +generated, version 00000000-0000-4000-8000-000000000001\n +→ not sent yet/,
    );
  });

  test("does not replace a secret whose previous value may still decrypt data, unless --drop-previous is given", async () => {
    store.set(secretId("prod", "SEALING_SECRET"), ["current", "previous"]);
    const rejected = await run(["--stage", "prod", "--replace", "SEALING_SECRET"]);
    expect(rejected).toMatchObject({ code: 1, stdout: expect.stringContaining("--drop-previous") });
    expect(valuesOf("SEALING_SECRET")).toEqual(["current", "previous"]);
    await run(["--stage", "prod", "--replace", "--drop-previous", "SEALING_SECRET"]);
    expect(valuesOf("SEALING_SECRET")).toHaveLength(3);
  });

  /** Sets the run record of `reseal` in the table. */
  function setResealRun(run: Readonly<Record<string, unknown>> | undefined): void {
    aws.answers.set("DescribeStacks", () => ({
      Stacks: [
        {
          StackName: "svc-prod-platform",
          CreationTime: "2026-01-01T00:00:00Z",
          StackStatus: "UPDATE_COMPLETE",
          Outputs: [{ OutputKey: TABLE_OUTPUT, OutputValue: "the-table" }],
        },
      ],
    }));
    const begun = { name: "reseal", segments: 4, startedAt: "2026-01-01T00:00:00Z", scanned: 9, changed: 9 };
    aws.answers.set("GetItem", () => ({
      ...(run && { Item: marshall({ ...begun, retried: 0, ...run }) }),
    }));
  }
  const endedAt = "2026-01-01T00:10:00Z";

  test("replaces such a secret after the backfill of the current value has ended without failures", async () => {
    store.set(secretId("prod", "SEALING_SECRET"), ["current", "previous"]);
    setResealRun({ generation: "v0", endedAt, failed: 0 });
    const { stdout } = await run(["--stage", "prod", "--replace", "SEALING_SECRET"]);
    expect(valuesOf("SEALING_SECRET")).toHaveLength(3);
    expect(stdout).toMatch(
      /SEALING_SECRET +generated, version .+\n +→ wait 10 minutes, then npm run backfill/,
    );
    const [read] = aws.asked.filter(({ operation }) => operation === "GetItem");
    const { key } = backfillRun;
    expect(read?.input).toMatchObject({ TableName: "the-table", Key: marshall(key({ name: "reseal" })) });
  });

  test.each([
    [undefined, "reseal has not run since the current value was set"],
    [{ generation: "v1", endedAt, failed: 0 }, "reseal has not run since the current value was set"],
    [{ generation: "v0", failed: 0 }, "reseal has not ended"],
    [{ generation: "v0", endedAt, failed: 2 }, "reseal has ended, and 2 items failed"],
  ])("does not replace such a secret if the backfill's run record is %j", async (record, message) => {
    store.set(secretId("prod", "SEALING_SECRET"), ["current", "previous"]);
    setResealRun(record);
    const { code, stdout } = await run(["--stage", "prod", "--replace", "SEALING_SECRET"]);
    expect(code).toBe(1);
    expect(stdout).toContain(message);
    expect(stdout).toContain("First npm run backfill -- reseal --stage prod");
    expect(valuesOf("SEALING_SECRET")).toEqual(["current", "previous"]);
  });

  test("with --list prints the secrets' states without writing", async () => {
    const { code, stdout } = await run(["--stage", "prod", "--list"]);
    expect(stdout).toMatch(/STRIPE_SECRET_KEY +empty\n/);
    expect(stdout).toMatch(/GITHUB_CLIENT_SECRET +empty; the stage does not use it/);
    expect(aws.asked.map(({ operation }) => operation)).toEqual(["ListSecrets"]);
    expect(code).toBe(1);
  });

  test("names the stack to deploy first if the secrets do not exist", async () => {
    store.clear();
    const { code, stdout } = await run(["--stage", "prod", "JWT_SECRET"]);
    expect(stdout).toContain("deploy svc-prod-platform first");
    expect(code).toBe(1);
  });

  test("rejects an invalid value, and prints the rule but not the value", async () => {
    const { code, stdout } = await run(
      ["--stage", "prod", "--stdin", "STRIPE_SECRET_KEY"],
      "STRIPE_SECRET_KEY=oops\n",
    );
    expect(stdout).toContain("refused: must begin with sk_live_");
    expect(stdout).not.toContain("oops");
    expect(valuesOf("STRIPE_SECRET_KEY")).toEqual([]);
    expect(code).toBe(1);
  });

  test.each([
    [[], "Name the stage."],
    [["--stage", "prod", "--replace"], "Name the secrets to replace."],
    [["--stage", "prod", "NO_SUCH"], "There is no secret NO_SUCH."],
    [["--stage", "prod", "--force"], "--force"],
  ])("rejects the arguments %j, and prints the usage", async (args, message) => {
    expect(await run(args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    expect(aws.asked).toEqual([]);
  });

  test("rejects a line without a secret's name, and prints the line's number but not the line", async () => {
    const { code, stderr } = await run(["--stage", "prod", "--stdin"], `STRIPE_SECRET=${KEY}\n`);
    expect(stderr).toContain("line 1 ");
    expect(stderr).not.toContain(KEY);
    expect(code).toBe(2);
  });
});

describe("secret values", () => {
  test("are read from the terminal without echo", async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const answer = ask("STRIPE_SECRET_KEY: ", input, output);
    input.write(`${KEY}\n`);
    expect(await answer).toBe(KEY);
    output.end();
    expect(await text(output)).toBe("STRIPE_SECRET_KEY: \n");
  });

  test("are unique and valid if they are generated", () => {
    expect(new Set(Array.from({ length: 20 }, generated)).size).toBe(20);
    expect(problemOf("JWT_SECRET", generated(), "prod")).toBeUndefined();
  });

  test.each<[SecretName, string, string]>([
    ["JWT_SECRET", "short", "32 bytes"],
    ["STRIPE_WEBHOOK_SECRET", KEY, "whsec_"],
    ["STRIPE_SECRET_KEY", "sk_test_0123456789", "live key in production"],
    ["BANK_API_KEY", "two words", "no spaces"],
  ])("for %s that are invalid are rejected with the rule (%s: %s)", (name, value, rule) => {
    expect(problemOf(name, value, "prod")).toContain(rule);
  });

  test("may be test keys outside production", () => {
    expect(problemOf("STRIPE_SECRET_KEY", "sk_test_0123456789", "dev")).toBeUndefined();
  });

  test("may have = and # in the lines of standard input", () => {
    expect([...readLines("\n# c\nBANK_API_KEY=a=b#c\r\n")]).toEqual([["BANK_API_KEY", "a=b#c"]]);
  });
});

import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type AwsDouble, startAwsDouble } from "../aws-double.fixture.ts";
import { before, current, history, type Mark, type Place, recordMark, store } from "./history.ts";
import { type Rollback, rollback } from "./rollback.ts";
import { releasesBucket, templatesIn, writeDeployed } from "./templates.ts";

/** A rollback deploys the previous release completely and loses no stateful resource. */

const [FIRST, SECOND, THIRD] = [
  "20261101T080000Z-aaaaaaa",
  "20261108T080000Z-bbbbbbb",
  "20261115T080000Z-ccccccc",
];

let aws: AwsDouble;
let cloudFormation: CloudFormationClient;
let folder: string;
beforeAll(async () => {
  aws = await startAwsDouble();
  for (const [name, value] of Object.entries(aws.env)) vi.stubEnv(name, value);
  cloudFormation = new CloudFormationClient({});
  folder = mkdtempSync(join(tmpdir(), "releases-"));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
  await aws.stop();
});

/** The bucket's files. */
const files = new Map<string, Buffer>();
const s3 = mockClient(S3Client);
afterAll(() => s3.restore());
const place: Place = { client: new S3Client({}), bucket: "releases", stage: "prod" };
beforeEach(() => {
  files.clear();
  s3.reset();
  s3.on(PutObjectCommand).callsFake(async ({ Key, Body }) => {
    files.set(Key, Body instanceof Readable ? await buffer(Body) : Buffer.from(Body));
    return {};
  });
  s3.on(GetObjectCommand).callsFake(({ Key }) => {
    const found = files.get(Key);
    if (!found) throw Object.assign(new Error("The specified key does not exist."), { name: "NoSuchKey" });
    return {
      Body: { transformToByteArray: async () => found, transformToString: async () => found.toString() },
    };
  });
  s3.on(ListObjectsV2Command).callsFake(({ Prefix }) => ({
    Contents: [...files.keys()].filter((key) => key.startsWith(Prefix)).map((Key) => ({ Key })),
  }));
});

const table = { Type: "AWS::DynamoDB::GlobalTable", Properties: { KeySchema: ["pk", "sk"] } };
const queue = { Type: "AWS::SQS::Queue", Properties: {} };
const fn = (body: string) => ({ Type: "AWS::Lambda::Function", Properties: { Code: body } });

/** Sets the deployed stacks. */
function setDeployed(stacks: Record<string, object>): void {
  aws.answers.set("DescribeStacks", () => ({
    Stacks: Object.keys(stacks).map((StackName) => ({
      StackName,
      StackStatus: "UPDATE_COMPLETE",
      CreationTime: new Date(0),
    })),
  }));
  aws.answers.set("GetTemplate", ({ StackName: name }) => ({
    TemplateBody: JSON.stringify({ Resources: stacks[String(name)] }),
  }));
}

/** Stores a release whose assembly has these stacks. */
async function storeRelease(release: string, stacks: Record<string, object>): Promise<void> {
  const root = mkdtempSync(join(folder, "build-"));
  mkdirSync(join(root, "assembly"));
  for (const [name, resources] of Object.entries(stacks))
    writeFileSync(join(root, "assembly", `${name}.template.json`), JSON.stringify({ Resources: resources }));
  await promisify(execFile)("tar", ["-czf", join(root, "release.tgz"), "-C", root, "assembly"]);
  await store(place, release, join(root, "release.tgz"));
}

let clock = Date.parse("2026-11-20T08:00:00Z");
async function recordMarks(...marks: readonly [release: string, what: Mark["what"]][]): Promise<void> {
  for (const [release, what] of marks) await recordMark(place, { release, what }, new Date(clock++));
}

interface Result {
  readonly outcome: string;
  readonly output: readonly string[];
  /** The templates that were deployed. */
  readonly templates: readonly string[];
}

async function runRollback(options: Partial<Rollback> = {}): Promise<Result> {
  const output: string[] = [];
  const templates: string[] = [];
  const outcome = await rollback({
    place,
    regions: [cloudFormation],
    accept: [],
    dryRun: false,
    say: (line) => output.push(line),
    unpack: async (archive, into) => void (await promisify(execFile)("tar", ["-xzf", archive, "-C", into])),
    deploy: async (assembly) => {
      for (const name of readdirSync(assembly)) templates.push(readFileSync(join(assembly, name), "utf8"));
    },
    ...options,
  });
  return { outcome, output, templates };
}

describe("a rollback", () => {
  beforeEach(async () => {
    setDeployed({ "svc-prod-platform": { Table: table }, "svc-prod-defi": { Fn: fn("new") } });
    await storeRelease(FIRST, {
      "svc-prod-platform": { Table: table },
      "svc-prod-defi": { Fn: fn("first") },
    });
    await storeRelease(SECOND, {
      "svc-prod-platform": { Table: table },
      "svc-prod-defi": { Fn: fn("second") },
    });
    await recordMarks([FIRST, "begun"], [FIRST, "done"], [SECOND, "begun"], [SECOND, "done"]);
  });

  test("deploys the stored release before the current one, and records it", async () => {
    await recordMarks([THIRD, "begun"], [THIRD, "done"]);
    const { outcome, templates, output } = await runRollback();
    expect(outcome).toBe("done");
    expect(templates).toContain(JSON.stringify({ Resources: { Fn: fn("second") } }));
    expect(output[0]).toBe(`prod has ${THIRD}; rolling back to ${SECOND}`);
    expect(current(await history(place))).toBe(SECOND);
  });

  test("goes back a second release if it runs again", async () => {
    await recordMarks([THIRD, "begun"], [THIRD, "done"]);
    await runRollback();
    const { templates } = await runRollback();
    expect(templates).toContain(JSON.stringify({ Resources: { Fn: fn("first") } }));
  });

  test("goes to the last complete release after a deployment that failed half way", async () => {
    await recordMarks([THIRD, "begun"]);
    expect((await runRollback()).output[0]).toBe(`prod has ${THIRD}; rolling back to ${SECOND}`);
  });

  test("can be repeated with the same release after it failed", async () => {
    await recordMarks([THIRD, "begun"], [THIRD, "done"]);
    const broken = runRollback({ deploy: () => Promise.reject(new Error("cdk deploy ended with 1")) });
    await expect(broken).rejects.toThrow("cdk deploy ended with 1");
    expect((await runRollback({ to: SECOND })).outcome).toBe("done");
  });

  test("goes to a named release", async () => {
    await recordMarks([THIRD, "begun"], [THIRD, "done"]);
    expect((await runRollback({ to: FIRST })).templates).toContain(
      JSON.stringify({ Resources: { Fn: fn("first") } }),
    );
    await expect(runRollback({ to: "20261231T000000Z-ddddddd" })).rejects.toThrow("does not exist");
    await expect(runRollback({ to: "../dev/releases/x" })).rejects.toThrow("a release has a name such as");
  });

  test("is rejected if it would lose a stateful resource, unless the loss is accepted", async () => {
    setDeployed({
      "svc-prod-platform": { Table: table, NewQueue: queue },
      "svc-prod-defi": { Fn: fn("new") },
    });
    await recordMarks([THIRD, "begun"], [THIRD, "done"]);
    const refused = await runRollback();
    expect(refused).toMatchObject({ outcome: "refused", templates: [] });
    expect(refused.output.join()).toContain("svc-prod-platform/NewQueue: AWS::SQS::Queue is deleted");
    expect(current(await history(place))).toBe(THIRD);
    expect((await runRollback({ accept: ["svc-prod-platform/NewQueue"] })).outcome).toBe("done");
  });

  test("leaves stacks that only the newer release has", async () => {
    setDeployed({ "svc-prod-platform": { Table: table }, "svc-prod-new": { Queue: queue } });
    await recordMarks([THIRD, "begun"], [THIRD, "done"]);
    const { outcome, output } = await runRollback();
    expect(outcome).toBe("done");
    expect(output).toContain("svc-prod-new belongs to a newer release only and stays");
  });

  test("deploys nothing and records nothing in a dry run", async () => {
    await recordMarks([THIRD, "begun"], [THIRD, "done"]);
    expect(await runRollback({ dryRun: true })).toMatchObject({ outcome: "would be done", templates: [] });
    expect(current(await history(place))).toBe(THIRD);
  });

  test("deletes the release's unpacked archive afterwards", async () => {
    const seen: string[] = [];
    await runRollback({ to: FIRST, deploy: async (assembly) => void seen.push(assembly) });
    expect(seen).toHaveLength(1);
    expect(seen.filter((assembly) => existsSync(assembly))).toEqual([]);
  });
});

test("a rollback fails if no earlier release exists", async () => {
  setDeployed({});
  await expect(runRollback()).rejects.toThrow("prod has no release before the first");
  await recordMarks([FIRST, "begun"], [FIRST, "done"]);
  await expect(runRollback()).rejects.toThrow(`prod has no release before ${FIRST}`);
});

test("before() returns the last complete release before the current one", () => {
  const marks = (...all: string[]): Mark[] =>
    all.flatMap((one): Mark[] => {
      const release = one.slice(0, 1);
      return one.endsWith("!")
        ? [{ release, what: "begun" }]
        : [
            { release, what: "begun" },
            { release, what: "done" },
          ];
    });
  expect(before(marks("A", "B"))).toBe("A");
  expect(before(marks("A", "B", "C", "B"))).toBe("A");
  expect(before(marks("A", "B", "C", "B", "D"))).toBe("B");
  expect(before(marks("A", "B!", "C"))).toBe("A");
  expect(before(marks("A", "B", "B"))).toBe("A");
  expect(before(marks("A"))).toBeUndefined();
  expect(before([])).toBeUndefined();
});

test("writeDeployed() writes a stage's deployed templates to files in the format of a synthesis", async () => {
  setDeployed({ "svc-prod-platform": { Table: table }, "svc-dev-platform": { Table: queue } });
  const into = join(folder, "before");
  expect(await writeDeployed([cloudFormation], "prod", into)).toBe(1);
  expect(await templatesIn(into)).toEqual(new Map([["svc-prod-platform", { Resources: { Table: table } }]]));
});

test("releasesBucket() reads the bucket's name from the delivery stack's output", async () => {
  aws.answers.set("DescribeStacks", () => ({ Stacks: [] }));
  await expect(releasesBucket(cloudFormation)).rejects.toThrow("--bucket");
  aws.answers.set("DescribeStacks", () => ({
    Stacks: [
      {
        StackName: "svc-delivery",
        StackStatus: "CREATE_COMPLETE",
        CreationTime: new Date(0),
        Outputs: [{ OutputKey: "ReleasesBucket", OutputValue: "svc-delivery-releases" }],
      },
    ],
  }));
  expect(await releasesBucket(cloudFormation)).toBe("svc-delivery-releases");
});

test.each([
  [["stacks/release/rollback-main.ts"], "Name the stage."],
  [["stacks/release/rollback-main.ts", "--stage", "prod", "--force"], "--force"],
  [["stacks/release/main.ts", "--stage", "prod"], "Name a command."],
  [["stacks/release/main.ts", "begin", "--stage", "prod"], "Name the release."],
])("the command %j exits with 2 and a reason: %s", async (args, message) => {
  const refusal = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, ...aws.env },
  }).catch((error: { code: number; stderr: string }) => error);
  expect(refusal).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});

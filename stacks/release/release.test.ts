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
import { before, current, history, keep, type Mark, note, type Place } from "./history.ts";
import { type Rollback, rollback } from "./rollback.ts";
import { releasesBucket, templatesIn, writeDeployed } from "./templates.ts";

/** One command gives a stage the release before, whole, and loses nothing that holds state. */

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

/** What is deployed, by the stack's name. */
function deployed(stacks: Record<string, object>): void {
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

/** Keeps a release whose assembly has these stacks. */
async function kept(release: string, stacks: Record<string, object>): Promise<void> {
  const root = mkdtempSync(join(folder, "build-"));
  mkdirSync(join(root, "assembly"));
  for (const [name, resources] of Object.entries(stacks))
    writeFileSync(join(root, "assembly", `${name}.template.json`), JSON.stringify({ Resources: resources }));
  await promisify(execFile)("tar", ["-czf", join(root, "release.tgz"), "-C", root, "assembly"]);
  await keep(place, release, join(root, "release.tgz"));
}

let clock = Date.parse("2026-11-20T08:00:00Z");
async function marked(...marks: readonly [release: string, what: Mark["what"]][]): Promise<void> {
  for (const [release, what] of marks) await note(place, { release, what }, new Date(clock++));
}

interface Went {
  readonly outcome: string;
  readonly said: readonly string[];
  /** The templates that were deployed. */
  readonly given: readonly string[];
}

async function back(options: Partial<Rollback> = {}): Promise<Went> {
  const said: string[] = [];
  const given: string[] = [];
  const outcome = await rollback({
    place,
    regions: [cloudFormation],
    accept: [],
    dryRun: false,
    say: (line) => said.push(line),
    unpack: async (archive, into) => void (await promisify(execFile)("tar", ["-xzf", archive, "-C", into])),
    deploy: async (assembly) => {
      for (const name of readdirSync(assembly)) given.push(readFileSync(join(assembly, name), "utf8"));
    },
    ...options,
  });
  return { outcome, said, given };
}

describe("a rollback", () => {
  beforeEach(async () => {
    deployed({ "svc-prod-platform": { Table: table }, "svc-prod-defi": { Fn: fn("new") } });
    await kept(FIRST, { "svc-prod-platform": { Table: table }, "svc-prod-defi": { Fn: fn("first") } });
    await kept(SECOND, { "svc-prod-platform": { Table: table }, "svc-prod-defi": { Fn: fn("second") } });
    await marked([FIRST, "begun"], [FIRST, "done"], [SECOND, "begun"], [SECOND, "done"]);
  });

  test("deploys the release before the current one, as it was kept, and notes it", async () => {
    await marked([THIRD, "begun"], [THIRD, "done"]);
    const { outcome, given, said } = await back();
    expect(outcome).toBe("done");
    expect(given).toContain(JSON.stringify({ Resources: { Fn: fn("second") } }));
    expect(said[0]).toBe(`prod has ${THIRD}; it goes back to ${SECOND}`);
    expect(current(await history(place))).toBe(SECOND);
  });

  test("twice goes back two", async () => {
    await marked([THIRD, "begun"], [THIRD, "done"]);
    await back();
    const { given } = await back();
    expect(given).toContain(JSON.stringify({ Resources: { Fn: fn("first") } }));
  });

  test("of a deployment that failed half way goes back to the one before it", async () => {
    await marked([THIRD, "begun"]);
    expect((await back()).said[0]).toBe(`prod has ${THIRD}; it goes back to ${SECOND}`);
  });

  test("that fails itself is tried again to the same release", async () => {
    await marked([THIRD, "begun"], [THIRD, "done"]);
    const broken = back({ deploy: () => Promise.reject(new Error("cdk deploy ended with 1")) });
    await expect(broken).rejects.toThrow("cdk deploy ended with 1");
    expect((await back({ to: SECOND })).outcome).toBe("done");
  });

  test("goes to the release that is named", async () => {
    await marked([THIRD, "begun"], [THIRD, "done"]);
    expect((await back({ to: FIRST })).given).toContain(JSON.stringify({ Resources: { Fn: fn("first") } }));
    await expect(back({ to: "20261231T000000Z-ddddddd" })).rejects.toThrow("does not exist");
    await expect(back({ to: "../dev/releases/x" })).rejects.toThrow("a release is called such as");
  });

  test("that would lose what holds state is refused, unless that is accepted", async () => {
    deployed({ "svc-prod-platform": { Table: table, NewQueue: queue }, "svc-prod-defi": { Fn: fn("new") } });
    await marked([THIRD, "begun"], [THIRD, "done"]);
    const refused = await back();
    expect(refused).toMatchObject({ outcome: "refused", given: [] });
    expect(refused.said.join()).toContain("svc-prod-platform/NewQueue: AWS::SQS::Queue is deleted");
    expect(current(await history(place))).toBe(THIRD);
    expect((await back({ accept: ["svc-prod-platform/NewQueue"] })).outcome).toBe("done");
  });

  test("leaves the stacks that only the newer release has", async () => {
    deployed({ "svc-prod-platform": { Table: table }, "svc-prod-new": { Queue: queue } });
    await marked([THIRD, "begun"], [THIRD, "done"]);
    const { outcome, said } = await back();
    expect(outcome).toBe("done");
    expect(said).toContain("svc-prod-new is of a newer release alone and stays");
  });

  test("only says what it would do where that is asked", async () => {
    await marked([THIRD, "begun"], [THIRD, "done"]);
    expect(await back({ dryRun: true })).toMatchObject({ outcome: "would be done", given: [] });
    expect(current(await history(place))).toBe(THIRD);
  });

  test("leaves nothing of the archive behind", async () => {
    const seen: string[] = [];
    await back({ to: FIRST, deploy: async (assembly) => void seen.push(assembly) });
    expect(seen).toHaveLength(1);
    expect(seen.filter((assembly) => existsSync(assembly))).toEqual([]);
  });
});

test("where there is no release before, it says so", async () => {
  deployed({});
  await expect(back()).rejects.toThrow("there is no release before the first of prod");
  await marked([FIRST, "begun"], [FIRST, "done"]);
  await expect(back()).rejects.toThrow(`there is no release before ${FIRST}`);
});

test("the release before is the last that had ended well", () => {
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

test("the templates that are deployed are written as a synthesis would write them", async () => {
  deployed({ "svc-prod-platform": { Table: table }, "svc-dev-platform": { Table: queue } });
  const into = join(folder, "before");
  expect(await writeDeployed([cloudFormation], "prod", into)).toBe(1);
  expect(await templatesIn(into)).toEqual(new Map([["svc-prod-platform", { Resources: { Table: table } }]]));
});

test("the bucket is named by the delivery's stack", async () => {
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
  [["stacks/release/main.ts", "--stage", "prod"], "Say what to do."],
  [["stacks/release/main.ts", "begin", "--stage", "prod"], "Name the release."],
])("%j is refused with how it is used", async (args, message) => {
  const refusal = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, ...aws.env },
  }).catch((error: { code: number; stderr: string }) => error);
  expect(refusal).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { routes } from "../contract/index.ts";
import { type CloudTemplate, losses, type TemplateResource, type Templates } from "./stateful.ts";
import { synthesize } from "./synth.fixture.ts";

const HOME = "svc-prod-platform";

let prod: Templates;
beforeAll(() => {
  const { templates } = synthesize({ routes: routes.slice(0, 1), sockets: [] });
  prod = new Map([...templates].map(([name, template]) => [name, template.toJSON() as CloudTemplate]));
});

type Change = (one: TemplateResource) => TemplateResource | undefined;

/** Returns the first resource of a type in the platform's stack. */
function first(type: string): string {
  const [id] = Object.entries(prod.get(HOME)?.Resources ?? {}).find(([, one]) => one.Type === type) ?? [];
  if (id === undefined) throw new Error(`there is no ${type}`);
  return id;
}

/** Returns the templates with the first resource of a type changed, or removed if `change` returns undefined. */
function withChange(type: string, change: Change): Templates {
  const { [first(type)]: one, ...others } = prod.get(HOME)?.Resources ?? {};
  const made = change(one as TemplateResource);
  return new Map([...prod, [HOME, { Resources: { ...others, ...(made && { [first(type)]: made }) } }]]);
}

const withProperties =
  (properties: Readonly<Record<string, unknown>>): Change =>
  (one) => ({ ...one, Properties: { ...one.Properties, ...properties } });

const TABLE = "AWS::DynamoDB::GlobalTable";
const text = (name: string, type = "S") => ({ AttributeName: name, AttributeType: type });

describe("the losses of a deployment", () => {
  test("are none if nothing changes or something is added", () => {
    expect(losses(prod, prod)).toEqual([]);
    expect(losses(new Map([[HOME, {}]]), prod)).toEqual([]);
  });

  test.each([
    "AWS::DynamoDB::GlobalTable",
    "AWS::S3::Bucket",
    "AWS::SQS::Queue",
    "AWS::KMS::Key",
    "AWS::SecretsManager::Secret",
    "AWS::Logs::LogGroup",
  ])("include a %s that is no longer in the templates", (type) => {
    const without = withChange(type, () => undefined);
    expect(losses(prod, without)).toEqual([
      { path: `${HOME}/${first(type)}`, what: `${type} is deleted, or no longer managed by its stack` },
    ]);
  });

  test("include everything in a removed stack", () => {
    const without = new Map([...prod].filter(([name]) => name !== HOME));
    expect(losses(prod, without).length).toBeGreaterThan(20);
  });

  test.each<[string, string, Change, string]>([
    [
      "another key schema",
      TABLE,
      withProperties({ KeySchema: [text("id")] }),
      "is replaced: KeySchema changes",
    ],
    [
      "another type of its key",
      TABLE,
      withProperties({ AttributeDefinitions: [text("pk", "B"), text("sk")] }),
      "is replaced: the type of its key changes",
    ],
    [
      "one replica less",
      TABLE,
      withProperties({ Replicas: [] }),
      'loses its replica in {"Ref":"AWS::Region"}',
    ],
    [
      "a fixed name",
      "AWS::S3::Bucket",
      withProperties({ BucketName: "files" }),
      "is replaced: BucketName changes",
    ],
    [
      "a fixed name",
      "AWS::SQS::Queue",
      withProperties({ QueueName: "mail" }),
      "is replaced: QueueName changes",
    ],
    [
      "another key spec",
      "AWS::KMS::Key",
      withProperties({ KeySpec: "RSA_2048" }),
      "is replaced: KeySpec changes",
    ],
    [
      "another name",
      "AWS::SecretsManager::Secret",
      withProperties({ Name: "JWT" }),
      "is replaced: Name changes",
    ],
    [
      "another password length",
      "AWS::SecretsManager::Secret",
      withProperties({ GenerateSecretString: { PasswordLength: 32 } }),
      "gets another value",
    ],
    [
      "another name",
      "AWS::Logs::LogGroup",
      withProperties({ LogGroupName: "access" }),
      "is replaced: LogGroupName changes",
    ],
    [
      "the deletion policy Delete",
      TABLE,
      (one) => ({ ...one, DeletionPolicy: "Delete" }),
      "is no longer retained if its stack is deleted",
    ],
    ["another type", TABLE, () => ({ Type: "AWS::DynamoDB::Table" }), "is replaced by AWS::DynamoDB::Table"],
  ])("include a resource that gets %s: a %s", (_, type, change, what) => {
    expect(losses(prod, withChange(type, change))).toEqual([
      { path: `${HOME}/${first(type)}`, what: `${type} ${what}` },
    ]);
  });

  test("do not include changes in place, and removed functions with their logs", () => {
    expect(
      losses(prod, withChange("AWS::SQS::Queue", withProperties({ MessageRetentionPeriod: 60 }))),
    ).toEqual([]);
    const indexed = withProperties({ AttributeDefinitions: [text("pk"), text("sk"), text("gsi9pk")] });
    expect(losses(prod, withChange(TABLE, indexed))).toEqual([]);
    const events = { Resources: prod.get("svc-prod-events")?.Resources ?? {} };
    const left = Object.entries(events.Resources).filter(([, one]) => one.Type === "AWS::SQS::Queue");
    const without = new Map([...prod, ["svc-prod-events", { Resources: Object.fromEntries(left) }]]);
    expect(losses(prod, without)).toEqual([]);
  });
});

test("npm run check:stateful fails and names a loss, unless the loss is accepted by name", () => {
  const root = mkdtempSync(join(tmpdir(), "svc-stateful-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (name: string, templates: Templates): string => {
    const folder = join(root, name);
    mkdirSync(folder);
    for (const [stack, template] of templates)
      writeFileSync(join(folder, `${stack}.template.json`), JSON.stringify(template));
    return folder;
  };
  const before = write("before", prod);
  const after = write(
    "after",
    withChange(TABLE, () => undefined),
  );
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ["stacks/check-stateful.ts", ...args], { encoding: "utf8" });

  expect(run(before, before)).toMatchObject({ status: 0 });
  const lost = `${HOME}/${first(TABLE)}`;
  const refused = run(before, after);
  expect(refused.status).toBe(1);
  expect(refused.stdout).toContain(`${lost}: ${TABLE} is deleted`);
  expect(run(before, after, "--accept", lost)).toMatchObject({ status: 0 });
  expect(run(root, after).stderr).toContain("contains no *.template.json");
});

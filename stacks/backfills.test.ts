import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { RequestHandler } from "@svc/local-aws/client";
import { AwsSolutionsChecks } from "cdk-nag";
import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "../contract/index.ts";
import { reseal } from "../core/backfills/reseal.ts";
import { run } from "../core/backfills/run.ts";
import { phoneCode } from "../core/identity/phones/entity.ts";
import { purposeOf, seal } from "../core/platform/seal.ts";
import * as Table from "../core/platform/table/index.ts";
import { clientConfig } from "../local/database.ts";
import { callsOf, type TableCall } from "../local/rights.ts";
import { withDatabase } from "../tests/support/database.ts";
import { permits } from "./policy.fixture.ts";
import { prodContext, type Resource, type Synthesized, synthesize, target } from "./synth.fixture.ts";

/** The role of backfills: what they need, and no access to the ledger's journal. */

const backfillPrincipals = "arn:aws:iam::123456789012:user/ada";
const database = withDatabase();
let prod: Synthesized;
beforeAll(() => {
  prod = synthesize({ routes: routes.slice(0, 1), sockets: [] }, { ...prodContext, backfillPrincipals });
});

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const backfillRoles = (): [string, Resource][] =>
  Object.entries(prod.of("AWS::IAM::Role")).filter(
    ([, { Properties }]) => Properties.RoleName === "svc-prod-backfills",
  );

function statements(): readonly Statement[] {
  const [[path]] = backfillRoles() as [[string, Resource]];
  return Object.values(prod.of("AWS::IAM::Policy"))
    .filter(({ Properties }) =>
      Properties.Roles.some((role: unknown) => target(prod, "svc-prod-platform", role) === path),
    )
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
}

const of = (action: string): Statement => {
  const found = statements().filter(({ Action }) => [Action].flat().includes(action));
  expect(found, action).toHaveLength(1);
  return found[0] as Statement;
};
const on = (action: string): string[] =>
  [of(action).Resource].flat().map((resource) => target(prod, "svc-prod-platform", resource));
const keysOf = (action: string, operator: string) =>
  of(action).Condition?.[operator]?.["dynamodb:LeadingKeys"];

test("the role of backfills can be assumed only by the stage's principals with MFA, for at most four hours", () => {
  const [[, role]] = backfillRoles() as [[string, Resource]];
  expect(role.Properties.MaxSessionDuration).toBe(4 * 3600);
  expect(role.Properties.AssumeRolePolicyDocument.Statement).toMatchObject([
    {
      Action: "sts:AssumeRole",
      Principal: { AWS: backfillPrincipals },
      Condition: { Bool: { "aws:MultiFactorAuthPresent": "true" } },
    },
  ]);
  // These principals do not become operators.
  expect(Object.values(prod.of("AWS::IAM::Role")).map((one) => one.Properties.RoleName)).not.toContain(
    "svc-prod-operator",
  );
});

describe("the permissions of backfills", () => {
  test("are exactly the listed actions", () => {
    for (const { Effect } of statements()) expect(Effect).toBe("Allow");
    expect([...new Set(statements().flatMap(({ Action }) => Action))].toSorted()).toEqual([
      "cloudformation:DescribeStacks",
      ...["dynamodb:ConditionCheckItem", "dynamodb:DeleteItem", "dynamodb:PutItem", "dynamodb:Query"],
      ...["dynamodb:Scan", "dynamodb:UpdateItem"],
      "secretsmanager:BatchGetSecretValue",
      ...["secretsmanager:DescribeSecret", "secretsmanager:GetSecretValue"],
    ]);
  });

  test("include updating items of the table, except in the partitions of the ledger, the audit trail, passkeys and sessions' secrets", () => {
    const [table] = Object.keys(prod.of("AWS::DynamoDB::GlobalTable"));
    expect(on("dynamodb:UpdateItem")).toEqual([table]);
    const closed = keysOf("dynamodb:UpdateItem", "ForAllValues:StringNotLike");
    for (const one of ["ENTRY#*", "HISTORY#*", "HOLD#*", "SYSTEM#*", "SUPPLY#*", "TRAIL#*"])
      expect(closed).toContain(one);
    for (const one of ["PASSKEYS#*", "PASSKEY#*", "SESSIONSECRET#*"]) expect(closed).toContain(one);
    expect(closed).not.toContain("USER#*");
  });

  test("include writing only run records, and deleting only leases of backfills", () => {
    for (const action of ["dynamodb:PutItem", "dynamodb:Query"])
      expect(keysOf(action, "ForAllValues:StringLike")).toEqual(["BACKFILL#*"]);
    for (const action of ["dynamodb:DeleteItem", "dynamodb:ConditionCheckItem"])
      expect(keysOf(action, "ForAllValues:StringLike")).toEqual(["LEASE#backfill-*"]);
  });

  test("include reading only the secret that a backfill needs", () => {
    expect(on("secretsmanager:GetSecretValue")).toEqual([expect.stringContaining("SEALINGSECRET")]);
  });
});

test("the role of backfills permits every call of a run, and no writes to other items", async () => {
  const config = clientConfig(database.endpoint);
  const calls: TableCall[] = [];
  const inner = new DynamoDBClient(config).config.requestHandler as unknown as RequestHandler;
  const handle: RequestHandler["handle"] = (request, options) => {
    const { headers, body } = request as { headers: Record<string, string>; body: Uint8Array };
    const operation = headers["x-amz-target"]?.split(".").at(-1) ?? "";
    calls.push(...callsOf(operation, JSON.parse(new TextDecoder().decode(body))));
    return inner.handle(request, options);
  };
  const requestHandler = new Proxy(inner, {
    get: (target, name) => (name === "handle" ? handle : Reflect.get(target, name, target)),
  }) as never;
  process.env["SEALING_SECRET"] = "a".repeat(32);
  const code = { userId: "usr_1", phone: "+33612345678", requestId: "r", securityStamp: "s", codeTries: 0 };
  const sealedCode = await seal("123456", purposeOf(phoneCode, "sealedCode", code));
  await Table.put(phoneCode.item({ ...code, sealedCode, ttl: Math.floor(Date.now() / 1000) + 600 }));
  process.env["SEALING_SECRET_PREVIOUS"] = process.env["SEALING_SECRET"];
  process.env["SEALING_SECRET"] = "b".repeat(32);
  Table.configure({ ...config, requestHandler });
  expect(await run(reseal)).toMatchObject({ changed: 1, isComplete: true });
  const mine = statements() as Parameters<typeof permits>[0];
  const rejected = (all: readonly TableCall[]) => all.filter((call) => !permits(mine, call));
  expect(new Set(calls.map(({ action }) => action)).size).toBeGreaterThan(5);
  expect(rejected(calls)).toEqual([]);
  const others: TableCall[] = [
    { action: "UpdateItem", keys: ["ENTRY#txn_1"] },
    { action: "UpdateItem", keys: ["SYSTEM#treasury#EUR#0"] },
    { action: "PutItem", keys: ["USER#usr_1"] },
    { action: "DeleteItem", keys: ["USER#usr_1"] },
    { action: "DeleteItem", keys: ["LEASE#prices"] },
    { action: "GetItem", keys: ["USER#usr_1"] },
    { action: "Query", keys: ["SECRET#PASSWORD#usr_1"] },
  ];
  expect(rejected(others)).toEqual(others);
});

test("the role of backfills has no unaccepted finding of cdk-nag", () => {
  const findings = new AwsSolutionsChecks().validateScope(prod.app).violations;
  expect(findings.flatMap(({ ruleName, violatingResources }) => [ruleName, violatingResources])).toEqual([]);
});

import { AwsSolutionsChecks } from "cdk-nag";
import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "../contract/index.ts";
import { queues } from "../contract/queues.ts";
import { stageConfig } from "./config.ts";
import { permits } from "./policy.fixture.ts";
import {
  prodContext,
  type Resource,
  type Synthesized,
  stackOf,
  synthesize,
  target,
} from "./synth.fixture.ts";

/** The operator's role: exactly what an incident needs. */

const operatorPrincipals = "arn:aws:iam::123456789012:user/ada,arn:aws:iam::123456789012:role/on-call";
let prod: Synthesized;
beforeAll(() => {
  prod = synthesize({ routes: routes.slice(0, 1), sockets: [] }, { ...prodContext, operatorPrincipals });
});

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Principal: unknown;
  readonly Condition: unknown;
}

const roles = ({ of }: Synthesized) =>
  Object.entries(of("AWS::IAM::Role")).filter(([, { Properties }]) => Properties.RoleName !== undefined);

/** Returns the statements of the operator's role. */
function statements(): readonly Statement[] {
  const [[path]] = roles(prod) as [[string, Resource]];
  return Object.entries(prod.of("AWS::IAM::Policy"))
    .filter(([at, { Properties }]) =>
      Properties.Roles.some((role: unknown) => target(prod, stackOf(at), role) === path),
    )
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement);
}

/** Returns the resources of an action: paths of resources in the template, otherwise the text. */
const on = (action: string): string[] =>
  statements()
    .filter(({ Action }) => [Action].flat().includes(action))
    .flatMap(({ Resource: resource }) => [resource].flat())
    .map((resource) => {
      const isRef = typeof resource === "object" && resource !== null && !("Fn::Join" in resource);
      return isRef ? target(prod, "svc-prod-platform", resource) : JSON.stringify(resource);
    })
    .toSorted();

test("the operator's role can be assumed only by the named principals with MFA, for at most two hours", () => {
  const [[, role]] = roles(prod) as [[string, Resource]];
  expect(role.Properties).toMatchObject({ RoleName: "svc-prod-operator", MaxSessionDuration: 7200 });
  const trust: readonly Statement[] = role.Properties.AssumeRolePolicyDocument.Statement;
  for (const { Action, Condition } of trust) {
    expect(Action).toBe("sts:AssumeRole");
    expect(Condition).toEqual({ Bool: { "aws:MultiFactorAuthPresent": "true" } });
  }
  expect(trust.flatMap(({ Principal }) => (Principal as { AWS: string | string[] }).AWS).toSorted()).toEqual(
    operatorPrincipals.split(",").toSorted(),
  );
  expect(role.Properties.ManagedPolicyArns).toBeUndefined();
});

test("the operator's role does not exist unless principals are named", () => {
  expect(roles(synthesize({ routes: routes.slice(0, 1) }, {}))).toEqual([]);
});

describe("the operator's permissions", () => {
  test("are exactly the listed actions", () => {
    for (const { Effect } of statements()) expect(Effect).toBe("Allow");
    expect([...new Set(statements().flatMap(({ Action }) => Action))].toSorted()).toEqual([
      ...["cloudformation:DescribeStacks"],
      ...["dynamodb:GetItem", "dynamodb:Query", "dynamodb:Scan"],
      ...["kms:Decrypt"],
      ...["logs:FilterLogEvents", "logs:GetQueryResults", "logs:StartQuery"],
      ...["sqs:ChangeMessageVisibility", "sqs:DeleteMessage", "sqs:GetQueueAttributes"],
      ...["sqs:ReceiveMessage", "sqs:SendMessage"],
    ]);
  });

  test("include receiving only from dead-letter queues and queues without a consumer", () => {
    const pairs = Object.entries(prod.of("AWS::SQS::Queue")).filter(
      ([, one]) => one.Properties.RedrivePolicy,
    );
    const deadOf = ([, { Properties }]: [string, Resource]) =>
      target(prod, "svc-prod-platform", Properties.RedrivePolicy.deadLetterTargetArn);
    const unread = pairs.filter(([path]) => path.includes("webhookdeadlettersqueue"));
    expect(pairs).toHaveLength(Object.keys(queues).length);
    expect(unread).toHaveLength(1);
    const taken = [...pairs.map(deadOf), ...unread.map(([path]) => path)].toSorted();
    for (const action of ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:ChangeMessageVisibility"])
      expect(on(action), action).toEqual(taken);
    expect(on("sqs:SendMessage")).toEqual(pairs.map(([path]) => path).toSorted());
  });

  test("include reading the table except secret items by key, and reading the stage's logs with their key", () => {
    const [table] = Object.keys(prod.of("AWS::DynamoDB::GlobalTable"));
    expect(on("dynamodb:Scan")).toEqual([table]);
    expect(on("dynamodb:GetItem")).toEqual([table]);
    expect(on("dynamodb:Query").filter((one) => one !== table)).toEqual([
      expect.stringMatching(/\/index\/due"\]\]\}$/),
    ]);
    const [keyed] = statements().filter(({ Action }) => [Action].flat().includes("dynamodb:GetItem"));
    for (const [keys, is] of [
      [["USER#usr_1"], true],
      [["SECRET#PASSWORD#usr_1"], false],
      [["USER#usr_1", "SECRET#WEBHOOK#whk_1"], false],
    ] as const)
      expect(permits([keyed as never], { action: "GetItem", keys })).toBe(is);
    expect(on("kms:Decrypt")).toEqual([expect.stringContaining("LogKey")]);
    for (const resource of on("logs:FilterLogEvents"))
      expect(resource).toMatch(/log-group:\/(svc\/prod|aws\/vendedlogs\/svc-prod)\/\*"\]\]\}$/);
  });
});

test("the operator's role has no unaccepted finding of cdk-nag", () => {
  const findings = new AwsSolutionsChecks().validateScope(prod.app).violations;
  expect(findings.flatMap(({ ruleName, violatingResources }) => [ruleName, violatingResources])).toEqual([]);
});

test.each(["arn:aws:iam::123456789012:root", "*", "ada"])(
  "the setting operatorPrincipals must not be %s",
  (principal) => {
    const context = {
      tryGetContext: (name: string) => (name === "operatorPrincipals" ? principal : undefined),
    };
    expect(() => stageConfig(context)).toThrow("operatorPrincipals must be ARNs");
  },
);

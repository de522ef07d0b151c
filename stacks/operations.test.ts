import { Stack } from "aws-cdk-lib";
import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "../contract/index.ts";
import { secrets } from "../contract/secrets.ts";
import { apis } from "./limits.ts";
import {
  prodContext,
  type Resource,
  type Synthesized,
  stackOf,
  synthesize,
  target,
} from "./synth.fixture.ts";

/** What an operator relies on, over all stacks together. */

let prod: Synthesized;
beforeAll(() => {
  prod = synthesize();
});

interface Statement {
  readonly Effect: "Allow" | "Deny";
  readonly Principal: unknown;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

const isService = ({ Principal: by }: Statement, service: string): boolean =>
  (by as { Service?: string }).Service === service;
const actionsOf = (statements: readonly Statement[]): string[] =>
  statements.flatMap(({ Action }) => Action).toSorted();

/** Statements of the policies that hold for a topic. */
const topicPolicies = (topic: string): Statement[] =>
  Object.entries(prod.of("AWS::SNS::TopicPolicy")).flatMap(([path, { Properties }]) =>
    Properties.Topics.some((one: unknown) => target(prod, stackOf(path), one) === topic)
      ? Properties.PolicyDocument.Statement
      : [],
  );

describe("alarms", () => {
  test("each reaches somebody: its topic takes what CloudWatch publishes, its key may be used, and a person is subscribed", () => {
    const alarms = Object.entries(prod.of("AWS::CloudWatch::Alarm"));
    expect(new Set(alarms.map(([path]) => stackOf(path)))).toEqual(
      new Set(["svc-prod-platform", "svc-prod-sockets", "svc-prod-events"]),
    );
    const ends = alarms.map(([path, { Properties }]) => {
      expect(Properties.ActionsEnabled, path).not.toBe(false);
      expect(Properties.AlarmActions, path).toHaveLength(1);
      return target(prod, stackOf(path), Properties.AlarmActions[0]);
    });
    for (const topic of new Set(ends)) {
      const statements = topicPolicies(topic);
      const allowed = statements.filter(
        (one) => one.Effect === "Allow" && isService(one, "cloudwatch.amazonaws.com"),
      );
      expect(actionsOf(allowed), topic).toEqual(["sns:Publish"]);
      for (const { Resource, Condition } of allowed) {
        expect(target(prod, stackOf(topic), Resource)).toBe(topic);
        expect(Condition).toEqual({
          StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } },
          ArnLike: { "aws:SourceArn": alarmsOfTheAccount },
        });
      }
      // What is refused whoever asks is what comes without TLS: CloudWatch uses it.
      expect(statements.filter(({ Effect }) => Effect === "Deny").map(({ Condition }) => Condition)).toEqual([
        { Bool: { "aws:SecureTransport": "false" } },
      ]);
      const key = prod.of("AWS::SNS::Topic")[topic]?.Properties.KmsMasterKeyId;
      const uses: readonly Statement[] =
        prod.of("AWS::KMS::Key")[target(prod, stackOf(topic), key)]?.Properties.KeyPolicy.Statement;
      expect(actionsOf(uses.filter((one) => isService(one, "cloudwatch.amazonaws.com")))).toEqual([
        "kms:Decrypt",
        "kms:GenerateDataKey",
      ]);
      const told = Object.entries(prod.of("AWS::SNS::Subscription")).filter(
        ([path, { Properties }]) => target(prod, stackOf(path), Properties.TopicArn) === topic,
      );
      expect(told.map(([, { Properties }]) => [Properties.Protocol, Properties.Endpoint])).toEqual([
        ["email", "ops@svc.example"],
      ]);
    }
  });

  const alarmsOfTheAccount = {
    "Fn::Join": [
      "",
      [
        "arn:",
        { Ref: "AWS::Partition" },
        ":cloudwatch:",
        { Ref: "AWS::Region" },
        ":",
        { Ref: "AWS::AccountId" },
        ":alarm:*",
      ],
    ],
  };
});

describe("a deploy that failed, or was destroyed, can be made again", () => {
  /** Resources whose names would be taken, with what becomes of them as their stack goes. */
  const named = (stacks: Synthesized) =>
    [...stacks.templates].flatMap(([stack, template]) =>
      Object.entries<Resource>(template.toJSON().Resources)
        .filter(([, { Properties }]) => Object.keys(Properties ?? {}).some((name) => NAMES.test(name)))
        .map(([id, one]) => ({ path: `${stack}/${id}`, type: one.Type, onDelete: one.DeletionPolicy })),
    );
  const NAMES =
    /^(Name|(LogGroup|Table|Bucket|Queue|Topic|Function|Role|Alias|Secret|Alarm|Dashboard|Api)Name)$/;

  test("in production no name is kept by a stack that was never made, and what it holds is kept from then on", () => {
    const kept = named(prod).filter(({ onDelete }) => onDelete !== undefined && onDelete !== "Delete");
    expect(new Set(kept.map(({ type }) => type))).toEqual(
      new Set(["AWS::SecretsManager::Secret", "AWS::Logs::LogGroup"]),
    );
    expect(kept).toHaveLength(Object.keys(secrets).length + apis.length + 1);
    for (const { path, onDelete } of kept) expect(onDelete, path).toBe("RetainExceptOnCreate");
  });

  test("any other stage leaves no name behind", () => {
    const dev = synthesize({ routes: routes.slice(0, 1) }, {});
    for (const { path, onDelete } of named(dev)) expect(onDelete ?? "Delete", path).toBe("Delete");
  });
});

test("a stage whose account is too small for what functions set aside is not synthesized", () => {
  expect(() => synthesize({}, { ...prodContext, accountConcurrency: "400" })).toThrow("the account has 400");
});

describe("stacks", () => {
  /** Every object in a template, with those in it. */
  const inside = (value: unknown): Readonly<Record<string, unknown>>[] =>
    value === null || typeof value !== "object"
      ? []
      : [value as Readonly<Record<string, unknown>>, ...Object.values(value).flatMap(inside)];

  test("each reference to another stack names an output that is there, of a stack that is deployed before", () => {
    const stacks = prod.app.node.children.filter((child) => Stack.isStack(child));
    const earlier = (stack: Stack): string[] =>
      stack.dependencies.flatMap((one) => [one.stackName, ...earlier(one)]);
    let read = 0;
    for (const stack of stacks) {
      const known = new Set(earlier(stack));
      for (const { "Fn::GetStackOutput": output } of inside(prod.templates.get(stack.stackName)?.toJSON())) {
        if (output === undefined) continue;
        const { StackName: from, OutputName: name } = output as { StackName: string; OutputName: string };
        expect(known, `${stack.stackName} reads ${from}`).toContain(from);
        expect(prod.templates.get(from)?.toJSON().Outputs, `${stack.stackName} reads ${from}`).toHaveProperty(
          name,
        );
        read++;
      }
    }
    expect(read).toBeGreaterThan(1000);
  });

  test("no stack cuts up what it reads of another: a host is put out bare", () => {
    for (const [name, template] of prod.templates)
      for (const one of inside(template.toJSON()))
        expect(JSON.stringify(one["Fn::Split"] ?? one["Fn::Select"] ?? ""), name).not.toContain(
          "GetStackOutput",
        );
  });

  test("production's are protected against their deletion, another stage's are not", () => {
    const protectedOnes = ({ app }: Synthesized) =>
      new Set(app.node.children.flatMap((one) => (Stack.isStack(one) ? [one.terminationProtection] : [])));
    expect(protectedOnes(prod)).toEqual(new Set([true]));
    expect(protectedOnes(synthesize({ routes: routes.slice(0, 1) }, {}))).toEqual(new Set([false]));
  });
});

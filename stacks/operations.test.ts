import { Stack } from "aws-cdk-lib";
import { beforeAll, describe, expect, test } from "vitest";
import { consumers } from "../contract/consumers.ts";
import { routes } from "../contract/index.ts";
import { secrets } from "../contract/secrets.ts";
import { apis, domainOf, movesMoney } from "./limits.ts";
import {
  prodContext,
  type Resource,
  type Synthesized,
  stackOf,
  synthesize,
  target,
} from "./synth.fixture.ts";

/** The properties of all stacks that operators rely on. */

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

/** Returns the policy statements of a topic. */
const topicPolicies = (topic: string): Statement[] =>
  Object.entries(prod.of("AWS::SNS::TopicPolicy")).flatMap(([path, { Properties }]) =>
    Properties.Topics.some((one: unknown) => target(prod, stackOf(path), one) === topic)
      ? Properties.PolicyDocument.Statement
      : [],
  );

/** The stacks with routes that move money, each of which has an alarm. */
const stacksWithMoney = routes
  .filter((route) => movesMoney(route) && !route.stream)
  .map((route) => `svc-prod-${domainOf(route)}`);

describe("alarms", () => {
  test("can publish to their encrypted topic, which has the operator's email address as subscriber", () => {
    const alarms = Object.entries(prod.of("AWS::CloudWatch::Alarm"));
    expect(new Set(alarms.map(([path]) => stackOf(path)))).toEqual(
      new Set([
        "svc-prod-operations",
        "svc-prod-streams",
        "svc-prod-sockets",
        "svc-prod-events",
        "svc-prod-edge-alarms",
        ...stacksWithMoney,
      ]),
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
          ArnLike: { "aws:SourceArn": alarmsOfTheAccount(stackOf(topic)) },
        });
      }
      // The only denied requests are those without TLS, which CloudWatch uses.
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
      const subscriptions = Object.entries(prod.of("AWS::SNS::Subscription")).filter(
        ([path, { Properties }]) => target(prod, stackOf(path), Properties.TopicArn) === topic,
      );
      expect(subscriptions.map(([, { Properties }]) => [Properties.Protocol, Properties.Endpoint])).toEqual([
        ["email", "ops@svc.example"],
      ]);
    }
  });

  /** Returns the account's alarms in the stack's region, which only the distribution's stack states. */
  const alarmsOfTheAccount = (stack: string) => ({
    "Fn::Join": [
      "",
      [
        ...(stack === "svc-prod-edge-alarms"
          ? ["arn:aws:cloudwatch:us-east-1:"]
          : ["arn:", { Ref: "AWS::Partition" }, ":cloudwatch:", { Ref: "AWS::Region" }, ":"]),
        { Ref: "AWS::AccountId" },
        ":alarm:*",
      ],
    ],
  });
});

describe("a resource with a fixed name", () => {
  /** Returns resources with a fixed name, and what happens to them when their stack is deleted. */
  const named = (stacks: Synthesized) =>
    [...stacks.templates].flatMap(([stack, template]) =>
      Object.entries<Resource>(template.toJSON().Resources)
        .filter(([, { Properties }]) => Object.keys(Properties ?? {}).some((name) => NAMES.test(name)))
        .map(([id, one]) => ({ path: `${stack}/${id}`, type: one.Type, onDelete: one.DeletionPolicy })),
    );
  const NAMES =
    /^(Name|(LogGroup|Table|Bucket|Queue|Topic|Function|Role|Alias|Secret|Alarm|Dashboard|Api)Name)$/;

  test("in production is deleted if its creation fails, and is retained afterwards if it is stateful", () => {
    const retained = named(prod).filter(({ onDelete }) => onDelete !== undefined && onDelete !== "Delete");
    expect(new Set(retained.map(({ type }) => type))).toEqual(
      new Set(["AWS::SecretsManager::Secret", "AWS::Logs::LogGroup"]),
    );
    expect(retained).toHaveLength(Object.keys(secrets).length + apis.length + 1);
    for (const { path, onDelete } of retained) expect(onDelete, path).toBe("RetainExceptOnCreate");
  });

  test("in another stage is deleted with its stack", () => {
    const dev = synthesize({ routes: routes.slice(0, 1) }, {});
    for (const { path, onDelete } of named(dev)) expect(onDelete ?? "Delete", path).toBe("Delete");
  });
});

test("a stage whose account has too little concurrency for its reservations is rejected", () => {
  expect(() => synthesize({}, { ...prodContext, accountConcurrency: "400" })).toThrow("the account has 400");
});

describe("the stacks", () => {
  /** Returns every object in a template, including nested ones. */
  const inside = (value: unknown): Readonly<Record<string, unknown>>[] =>
    value === null || typeof value !== "object"
      ? []
      : [value as Readonly<Record<string, unknown>>, ...Object.values(value).flatMap(inside)];

  test("read only existing outputs of stacks that are deployed earlier", () => {
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

  test("do not split another stack's output, which CloudFormation does not support", () => {
    for (const [name, template] of prod.templates)
      for (const one of inside(template.toJSON()))
        expect(JSON.stringify(one["Fn::Split"] ?? one["Fn::Select"] ?? ""), name).not.toContain(
          "GetStackOutput",
        );
  });

  test("are protected against deletion in production only", () => {
    const protectedOnes = ({ app }: Synthesized) =>
      new Set(app.node.children.flatMap((one) => (Stack.isStack(one) ? [one.terminationProtection] : [])));
    expect(protectedOnes(prod)).toEqual(new Set([true]));
    expect(protectedOnes(synthesize({ routes: routes.slice(0, 1) }, {}))).toEqual(new Set([false]));
  });
});

describe("queues and their consumers", () => {
  const mappings = () =>
    Object.entries(prod.of("AWS::Lambda::EventSourceMapping")).filter(([, { Properties }]) =>
      target(prod, "svc-prod-events", Properties.EventSourceArn).includes("queue"),
    );

  test("have a visibility timeout of at least six of the consumer's timeouts", () => {
    for (const [path, { Properties }] of mappings()) {
      const consumer = prod.of("AWS::Lambda::Function")[target(prod, stackOf(path), Properties.FunctionName)];
      const queue = prod.of("AWS::SQS::Queue")[target(prod, stackOf(path), Properties.EventSourceArn)];
      expect(queue?.Properties.VisibilityTimeout, path).toBeGreaterThanOrEqual(
        6 * consumer?.Properties.Timeout,
      );
    }
  });

  test("have a limit of the consumer's concurrency", () => {
    expect(mappings()).toHaveLength(consumers.filter(({ trigger }) => "queue" in trigger).length);
    for (const [path, { Properties }] of mappings()) {
      const { MaximumConcurrency: most } = Properties.ScalingConfig ?? {};
      expect(most, path).toBeGreaterThanOrEqual(2);
      expect(most, path).toBeLessThanOrEqual(1000);
    }
  });
});

describe("the schedules", () => {
  test("retry an undelivered tick twice within a minute, then send it to a queue with an alarm", () => {
    const rules = Object.entries(prod.of("AWS::Events::Rule"));
    expect(rules).toHaveLength(consumers.filter(({ trigger }) => "schedule" in trigger).length);
    const targets = rules.flatMap(([path, { Properties }]) =>
      Properties.Targets.map((one: object) => ({ stack: stackOf(path), ...one })),
    );
    const ends = targets.map((one) => target(prod, one.stack, one.DeadLetterConfig.Arn));
    for (const { RetryPolicy } of targets)
      expect(RetryPolicy).toEqual({ MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 60 });
    for (const queue of new Set(ends)) {
      expect(prod.of("AWS::SQS::Queue")[queue]?.Properties.MessageRetentionPeriod).toBe(14 * 86_400);
      const statements: Statement[] = Object.entries(prod.of("AWS::SQS::QueuePolicy")).flatMap(
        ([path, { Properties }]) =>
          Properties.Queues.some((one: unknown) => target(prod, stackOf(path), one) === queue)
            ? Properties.PolicyDocument.Statement
            : [],
      );
      const allowed = statements.filter((one) => isService(one, "events.amazonaws.com"));
      expect(actionsOf(allowed)).toEqual(["sqs:SendMessage"]);
      expect(target(prod, stackOf(queue), allowed[0]?.Resource)).toBe(queue);
      const alarms = JSON.stringify(prod.of("AWS::CloudWatch::Alarm"));
      expect(alarms).toContain(`"Value":{"Fn::GetAtt":["${queue.split("/").at(-1)}","QueueName"]}`);
    }
  });
});

describe("the stored data", () => {
  test("includes logs that production encrypts with a key for the stage's log groups only", () => {
    const groups = Object.entries(prod.of("AWS::Logs::LogGroup"));
    const keys = groups.map(([path, { Properties }]) => target(prod, stackOf(path), Properties.KmsKeyId));
    const [key = "", ...more] = new Set(keys);
    expect(more).toEqual([]);
    const statements: Statement[] = prod.of("AWS::KMS::Key")[key]?.Properties.KeyPolicy.Statement;
    const [use] = statements.filter(({ Principal }) => JSON.stringify(Principal).includes(`"logs."`));
    const names = JSON.stringify(use?.Condition);
    expect(names).toContain(":log-group:/svc/prod/*");
    expect(names).toContain(":log-group:/aws/vendedlogs/svc-prod/*");
    for (const [path, { Properties }] of groups)
      expect(Properties.LogGroupName, path).toMatch(/^(\/svc\/prod|\/aws\/vendedlogs\/svc-prod)\//);
    const dev = synthesize({ routes: routes.slice(0, 1) }, {});
    for (const { Properties } of Object.values(dev.of("AWS::Logs::LogGroup")))
      expect(Properties.KmsKeyId).toBeUndefined();
  });

  test("includes identity documents that are recoverable for a week, and job results without versions", () => {
    const buckets = Object.values(prod.of("AWS::S3::Bucket")).map(({ Properties }) => ({
      prefixes: Properties.LifecycleConfiguration.Rules.map((one: { Prefix: string }) => one.Prefix),
      versioned: Properties.VersioningConfiguration?.Status,
      days: Properties.LifecycleConfiguration.Rules.map(
        (one: { NoncurrentVersionExpiration?: { NoncurrentDays: number } }) =>
          one.NoncurrentVersionExpiration?.NoncurrentDays,
      ),
    }));
    expect(buckets).toEqual([
      { prefixes: ["jobs/"], versioned: undefined, days: [undefined] },
      { prefixes: ["documents/", "uploads/"], versioned: "Enabled", days: [7, 1] },
    ]);
  });
});

import { beforeAll, describe, expect, test } from "vitest";
import { consumers } from "../contract/consumers.ts";
import { routes, sockets } from "../contract/index.ts";
import { type QueueName, queueUrlVariable } from "../contract/queues.ts";
import { type SecretName, secrets, secretsOfAuth } from "../contract/secrets.ts";
import { socketEvents, socketHandlerId } from "../contract/socket.ts";
import { allUnits } from "./svc.ts";
import { functionOf, prodContext, type Synthesized, stackOf, synthesize } from "./synth.fixture.ts";
import type { Unit } from "./units.ts";

const units = allUnits();

let prod: Synthesized;
beforeAll(() => {
  prod = synthesize();
});

/** What the contract itself says of a unit: what is tested must not come from the code under test. */
function specOf({ id }: Unit) {
  const route = routes.find((one) => one.id === id);
  const consumer = consumers.find((one) => one.id === id);
  const [socket] = sockets.flatMap((one) =>
    socketEvents.filter((event) => socketHandlerId(one, event) === id).map((event) => one.handlers[event]),
  );
  return {
    route,
    consumer,
    socket,
    spec: route ?? consumer ?? socket,
  };
}

/**
 * The secrets that the contract gives a unit. Whoever answers HTTP also checks that a client's address is
 * CloudFront's.
 */
function secretsFor(unit: Unit): string[] {
  const { route, consumer, socket, spec } = specOf(unit);
  const chain = [...(route ? secretsOfAuth(route) : []), ...(consumer || socket ? [] : ["ORIGIN_SECRET"])];
  return [...new Set([...chain, ...(spec?.grants?.secrets ?? [])])];
}

/** What a queue's logical id begins with. */
const logicalName = (queue: QueueName): string => queue.replaceAll("-", "");

interface Statement {
  readonly Action: string | string[];
  readonly Resource?: unknown;
  readonly NotResource?: unknown;
  readonly Effect: string;
}

/** The statements of a function's own role. */
function statementsOf(unit: Unit): Statement[] {
  const [path, made] = functionOf(prod, unit.id);
  const [role] = made.Properties.Role["Fn::GetAtt"];
  const policies = Object.entries(prod.of("AWS::IAM::Policy")).filter(
    ([at, one]) =>
      stackOf(at) === stackOf(path) && one.Properties.Roles.some((r: { Ref: string }) => r.Ref === role),
  );
  expect(policies).toHaveLength(1);
  return policies.flatMap(([, one]) => one.Properties.PolicyDocument.Statement);
}
const allowed = (unit: Unit, action: string) =>
  statementsOf(unit).filter((one) => [one.Action].flat().includes(action));

describe("grants", () => {
  /** Actions that AWS lets nobody narrow to a resource. */
  const unnarrowable = [
    "xray:PutTelemetryRecords",
    "xray:PutTraceSegments",
    // What of a batch it gives, GetSecretValue allows.
    "secretsmanager:BatchGetSecretValue",
  ];

  /** A connection's id, which nobody knows beforehand, of one API and stage. */
  const connections = /^(\/live\/(?:POST|GET|DELETE)\/@connections\/)\*$/;

  /** The files of the bucket that stands before it. */
  const files = /^\/\*$/;

  /** A telephone's endpoint, which SNS names when it is first sent to, of one application. */
  const endpoints = /^(arn:aws:sns:[\w-]+:\d{12}:endpoint\/(?:APNS|GCM)\/svc\/)\*$/;

  /** What a resource says besides references; the wildcards that have to be are left out. */
  const textOf = (resource: { "Fn::Join"?: [string, unknown[]] } | string): string =>
    JSON.stringify(
      typeof resource === "object" && resource["Fn::Join"]
        ? resource["Fn::Join"][1].map((part) => String(part).replace(connections, "$1").replace(files, ""))
        : String(resource).replace(endpoints, "$1"),
    );

  test("no role allows a wildcard, but for tracing, which has no resources, and connections of our own API and telephones with our own app", () => {
    const policies = [
      ...Object.entries(prod.of("AWS::IAM::Policy")).map(([path, one]) => [
        path,
        one.Properties.PolicyDocument,
      ]),
      ...Object.entries(prod.of("AWS::IAM::Role")).flatMap(([path, one]) =>
        (one.Properties.Policies ?? []).map((inline: { PolicyDocument: unknown }) => [
          path,
          inline.PolicyDocument,
        ]),
      ),
    ];
    expect(policies.length).toBeGreaterThanOrEqual(units.length);
    for (const [path, document] of policies) {
      for (const statement of document.Statement) {
        const actions = [statement.Action].flat();
        expect(JSON.stringify(actions), path).not.toContain("*");
        // Phone numbers alone have no names at AWS.
        if ("NotResource" in statement) expect(actions, path).toEqual(["sns:Publish"]);
        if (actions.every((action: string) => unnarrowable.includes(action))) continue;
        expect([statement.Resource].flat().map(textOf).join(), path).not.toContain("*");
      }
    }
  });

  test("no function's role has a policy that AWS manages", () => {
    const others = Object.entries(prod.of("AWS::IAM::Role")).filter(([path, one]) => {
      const [{ Principal }] = one.Properties.AssumeRolePolicyDocument.Statement;
      if (Principal.Service !== "lambda.amazonaws.com") return true;
      expect(one.Properties.ManagedPolicyArns, path).toBeUndefined();
      return false;
    });
    const services = others.map(
      ([, one]) => one.Properties.AssumeRolePolicyDocument.Statement[0].Principal.Service,
    );
    // The account's one role with which API Gateway writes logs; and those by which releases go by degrees.
    expect(services.filter((one) => one !== "codedeploy.amazonaws.com")).toEqual([
      "apigateway.amazonaws.com",
    ]);
  });

  test("no two functions share a role", () => {
    const roles = Object.entries(prod.of("AWS::Lambda::Function")).map(
      ([path, one]) => `${stackOf(path)}/${one.Properties.Role["Fn::GetAtt"][0]}`,
    );
    expect(new Set(roles).size).toBe(roles.length);
  });

  test("one function alone walks through the whole table: who erases people", () => {
    const scanning = units.filter((unit) => allowed(unit, "dynamodb:Scan").length > 0);
    expect(scanning.map(({ id }) => id)).toEqual(["people.erase"]);
  });

  test("a function can read the secrets of its credential, its grants and the edge, and no other", () => {
    const logicalIds = new Map<string, SecretName>();
    for (const [path, one] of Object.entries(prod.of("AWS::SecretsManager::Secret"))) {
      logicalIds.set(path, one.Properties.Name.split("/").at(-1));
    }
    expect([...logicalIds.values()].toSorted()).toEqual(Object.keys(secrets).toSorted());
    for (const unit of units) {
      const text = JSON.stringify(allowed(unit, "secretsmanager:GetSecretValue").map((one) => one.Resource));
      const reached = [...logicalIds].filter(([path]) => text.includes(path.slice(path.indexOf("/") + 1)));
      const names = reached.map(([, name]) => name).toSorted();
      expect(names, unit.id).toEqual(secretsFor(unit).toSorted());
      const [, made] = functionOf(prod, unit.id);
      const given = Object.keys(made.Properties.Environment.Variables).filter((name) =>
        name.startsWith("SECRET_ARN_"),
      );
      expect(given.toSorted(), unit.id).toEqual(names.map((name) => `SECRET_ARN_${name}`));
    }
  });

  test("a function sends to the queues of its grants alone, and only a mailing consumer sends e-mail", () => {
    for (const unit of units) {
      const { spec, consumer } = specOf(unit);
      const sends = allowed(unit, "sqs:SendMessage").flatMap((one) => [one.Resource].flat());
      // Of a stream, what it could not do is named in a queue.
      const named = consumer && "stream" in consumer.trigger ? 1 : 0;
      expect(sends.length, unit.id).toBe((spec?.grants?.queues?.length ?? 0) + named);
      expect(allowed(unit, "ses:SendEmail").length > 0, unit.id).toBe(consumer?.grants.email ?? false);
    }
  });

  test("a queue's consumer puts off what failed of its own queue, whose URL it knows, and nobody else puts off anything", () => {
    for (const unit of units) {
      const { consumer } = specOf(unit);
      const name = consumer && "queue" in consumer.trigger ? consumer.trigger.queue : undefined;
      const reached = allowed(unit, "sqs:ChangeMessageVisibility").flatMap((one) => [one.Resource].flat());
      const queue = name && `${logicalName(name)}queue`;
      expect(
        reached.map((one) => JSON.stringify(one).includes(queue ?? "")),
        unit.id,
      ).toEqual(queue ? [true] : []);
      const [, made] = functionOf(prod, unit.id);
      if (name)
        expect(
          JSON.stringify(made.Properties.Environment.Variables[queueUrlVariable(name)]),
          unit.id,
        ).toContain(queue);
    }
  });

  test("a function sends to telephones only where its grants say so, and to none without an application", () => {
    const pushing = units.filter((unit) => allowed(unit, "sns:Publish").length > 0).map(({ id }) => id);
    expect(pushing).toEqual(consumers.filter(({ grants }) => grants.push === true).map(({ id }) => id));
    expect(pushing).toEqual(["notifications"]);
    const all = allowed(units.find(({ id }) => id === "notifications") as Unit, "sns:Publish");
    const [statement] = all.filter((one) => one.Resource !== undefined);
    expect([statement?.Resource].flat()).toEqual(
      ["APNS", "GCM"]
        .map((one) => `arn:aws:sns:eu-west-3:123456789012:app/${one}/svc`)
        .flatMap((arn) => [arn, arn])
        .map((arn, index) => (index % 2 === 0 ? arn : `${arn.replace(":app/", ":endpoint/")}/*`))
        .toSorted(),
    );
    const { PUSH_IOS_APPLICATION_ARN: _, PUSH_ANDROID_APPLICATION_ARN: __, ...without } = prodContext;
    const policies = Object.values(synthesize({}, without).of("AWS::IAM::Policy"));
    const left = policies.flatMap(({ Properties }) =>
      Properties.PolicyDocument.Statement.filter((one: { Action: unknown }) =>
        [one.Action].flat().includes("sns:Publish"),
      ),
    );
    expect(left).toHaveLength(1);
    expect(left[0]).toHaveProperty("NotResource");
  });

  test("a function sends text messages only where its grants say so, and publishes to nothing that has a name", () => {
    const texting = units.flatMap((unit) =>
      allowed(unit, "sns:Publish").flatMap((one) => ("NotResource" in one ? [{ id: unit.id, one }] : [])),
    );
    expect(texting.map(({ id }) => id)).toEqual(
      consumers.filter(({ grants }) => grants.sms).map(({ id }) => id),
    );
    expect(texting.map(({ id }) => id)).toEqual(["notifications"]);
    expect(texting.map(({ one }) => [one.Action, one.NotResource])).toEqual([
      ["sns:Publish", { "Fn::Join": ["", ["arn:", { Ref: "AWS::Partition" }, ":sns:*:*:*"]] }],
    ]);
  });

  test("a function reaches connections only where its grants say so, and knows where they are", () => {
    for (const unit of units) {
      const { spec } = specOf(unit);
      const reaches = spec?.grants?.connections ?? false;
      expect(allowed(unit, "execute-api:ManageConnections").length > 0, unit.id).toBe(reaches);
      const [, made] = functionOf(prod, unit.id);
      expect("CONNECTIONS_URL" in made.Properties.Environment.Variables, unit.id).toBe(reaches);
    }
    expect(units.filter((unit) => specOf(unit).spec?.grants?.connections).map((unit) => unit.id)).toEqual(
      expect.arrayContaining(["prices.feed", "prices.fanout", "defi.prices.live.message"]),
    );
  });

  test("documents of identity are reached by the functions whose grants say so, each as far as that", () => {
    const actions = { read: "s3:GetObject", write: "s3:PutObject", delete: "s3:DeleteObject" } as const;
    const allows = (access: string) => (one: string) =>
      one === access || (one === "erase" && access === "delete");
    for (const unit of units) {
      const granted = specOf(unit).spec?.grants?.identityFiles ?? [];
      for (const [access, action] of Object.entries(actions)) {
        const onIdentity = allowed(unit, action).filter((one) =>
          JSON.stringify(one.Resource).includes("Identity"),
        );
        expect(onIdentity.length, `${unit.id} ${action}`).toBe(granted.some(allows(access)) ? 1 : 0);
      }
      const opens = granted.includes("read");
      expect(allowed(unit, "kms:Decrypt").length, unit.id).toBe(opens ? 1 : 0);
    }
    expect(
      units.filter((unit) => allowed(unit, "s3:DeleteObjectVersion").length > 0).map(({ id }) => id),
    ).toEqual(["people.erase"]);
    const reading = units.filter((unit) => specOf(unit).spec?.grants?.identityFiles?.includes("read"));
    expect(reading.map(({ id }) => id).sort()).toEqual([
      "admin.kyc.read",
      "banking.order",
      "mobile.identity.verification.start",
    ]);
  });

  test("the bucket of documents of identity has a key that rotates, no public way in, and forgets", () => {
    const [made, ...others] = Object.entries(prod.of("AWS::S3::Bucket")).filter(([at]) =>
      at.includes("Identity"),
    );
    expect(others).toEqual([]);
    const { BucketEncryption, LifecycleConfiguration, PublicAccessBlockConfiguration } =
      made?.[1].Properties ?? {};
    expect(BucketEncryption.ServerSideEncryptionConfiguration).toMatchObject([
      { ServerSideEncryptionByDefault: { SSEAlgorithm: "aws:kms" } },
    ]);
    expect(Object.values(PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
    expect(LifecycleConfiguration.Rules).toMatchObject([
      { Prefix: "documents/", ExpirationInDays: 180 },
      { Prefix: "uploads/", ExpirationInDays: 1 },
    ]);
    const keys = Object.entries(prod.of("AWS::KMS::Key")).filter(([at]) => at.includes("Identity"));
    expect(keys.map(([, { Properties }]) => Properties.EnableKeyRotation)).toEqual([true]);
  });
});

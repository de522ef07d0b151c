import { beforeAll, describe, expect, test } from "vitest";
import { consumers } from "../contract/consumers.ts";
import { routes, sockets } from "../contract/index.ts";
import { type QueueName, queueUrlVariable } from "../contract/queues.ts";
import type { IdentityAccess } from "../contract/route.ts";
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

/** Returns a unit's spec from the contract, not from the code under test. */
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

/** Returns the secrets that the contract grants a unit. HTTP handlers also verify CloudFront's header. */
function secretsFor(unit: Unit): string[] {
  const { route, consumer, socket, spec } = specOf(unit);
  const chain = [...(route ? secretsOfAuth(route) : []), ...(consumer || socket ? [] : ["ORIGIN_SECRET"])];
  return [...new Set([...chain, ...(spec?.grants?.secrets ?? [])])];
}

/** Returns the beginning of a queue's logical id. */
const logicalName = (queue: QueueName): string => queue.replaceAll("-", "");

interface Statement {
  readonly Action: string | string[];
  readonly Resource?: unknown;
  readonly NotResource?: unknown;
  readonly Effect: string;
}

/** Returns the statements of a function's role. */
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
  /** Actions that cannot be restricted to a resource. */
  const unnarrowable = [
    "xray:PutTelemetryRecords",
    "xray:PutTraceSegments",
    // GetSecretValue names the secrets that a batch may return.
    "secretsmanager:BatchGetSecretValue",
  ];

  /** The connections of one API and stage; a connection's id is not known beforehand. */
  const connections = /^(\/live\/(?:POST|GET|DELETE)\/@connections\/)\*$/;

  /** The files of one bucket. */
  const files = /^\/(?:documents\/|uploads\/)?\*$/;

  /** The devices' endpoints of one application, which SNS names when they are created. */
  const endpoints = /^(arn:aws:sns:[\w-]+:\d{12}:endpoint\/(?:APNS|GCM)\/svc\/)\*$/;

  /** Returns the text of a resource without the unavoidable wildcards. */
  const textOf = (resource: { "Fn::Join"?: [string, unknown[]] } | string): string =>
    JSON.stringify(
      typeof resource === "object" && resource["Fn::Join"]
        ? resource["Fn::Join"][1].map((part) => String(part).replace(connections, "$1").replace(files, ""))
        : String(resource).replace(endpoints, "$1"),
    );

  test("have no wildcard, except for tracing, connections of the platform's API and devices with its app", () => {
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
        // Phone numbers have no ARN.
        if ("NotResource" in statement) expect(actions, path).toEqual(["sns:Publish"]);
        if (actions.every((action: string) => unnarrowable.includes(action))) continue;
        expect([statement.Resource].flat().map(textOf).join(), path).not.toContain("*");
      }
    }
  });

  test("attach no AWS managed policy to a function's role", () => {
    const others = Object.entries(prod.of("AWS::IAM::Role")).filter(([path, one]) => {
      const [{ Principal }] = one.Properties.AssumeRolePolicyDocument.Statement;
      if (Principal.Service !== "lambda.amazonaws.com") return true;
      expect(one.Properties.ManagedPolicyArns, path).toBeUndefined();
      return false;
    });
    const services = others.map(
      ([, one]) => one.Properties.AssumeRolePolicyDocument.Statement[0].Principal.Service,
    );
    // The account's role for API Gateway's logs, and the roles of canary deployments.
    expect(services.filter((one) => one !== "codedeploy.amazonaws.com")).toEqual([
      "apigateway.amazonaws.com",
    ]);
  });

  test("give each function its own role", () => {
    const roles = Object.entries(prod.of("AWS::Lambda::Function")).map(
      ([path, one]) => `${stackOf(path)}/${one.Properties.Role["Fn::GetAtt"][0]}`,
    );
    expect(new Set(roles).size).toBe(roles.length);
  });

  test("let only the function that erases accounts scan the whole table", () => {
    const scanning = units.filter((unit) => allowed(unit, "dynamodb:Scan").length > 0);
    expect(scanning.map(({ id }) => id)).toEqual(["people.erase"]);
  });

  test("let a function read exactly the secrets of its authentication, its grants and the origin check", () => {
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

  test("let a function send only to the queues of its grants, and send e-mail only if granted", () => {
    for (const unit of units) {
      const { spec, consumer } = specOf(unit);
      const sends = allowed(unit, "sqs:SendMessage").flatMap((one) => [one.Resource].flat());
      // A stream consumer's skipped changes are listed in a queue.
      const named = consumer && "stream" in consumer.trigger ? 1 : 0;
      expect(sends.length, unit.id).toBe((spec?.grants?.queues?.length ?? 0) + named);
      expect(allowed(unit, "ses:SendEmail").length > 0, unit.id).toBe(consumer?.grants.email ?? false);
    }
  });

  test("let a queue's consumer change the visibility of messages in its own queue only", () => {
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

  test("let a function push to devices only if granted, and only if the stage has an application", () => {
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

  test("let a function send text messages only if granted, without access to SNS topics", () => {
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

  test("let a function manage WebSocket connections only if granted", () => {
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

  test("let a function read, write and delete identity documents only if granted, and only before or after their check", () => {
    const actions = {
      read: ["s3:GetObject", "/documents/*"],
      write: ["s3:PutObject", "/documents/*"],
      submit: ["s3:PutObject", "/uploads/*"],
      inspect: ["s3:GetObject", "/uploads/*"],
      delete: ["s3:DeleteObject", "/*"],
    } as const;
    const allows = (access: string) => (one: string) =>
      one === access || (one === "erase" && access === "delete");
    for (const unit of units) {
      const granted = specOf(unit).spec?.grants?.identityFiles ?? [];
      for (const [access, [action, files]] of Object.entries(actions)) {
        const statements = allowed(unit, action)
          .map((one) => JSON.stringify(one.Resource))
          .filter((one) => one.includes("Identity") && one.includes(`"${files}"`));
        expect(statements.length, `${unit.id} ${access}`).toBe(granted.some(allows(access)) ? 1 : 0);
      }
      const opens = granted.some((one) => one === "read" || one === "inspect");
      expect(allowed(unit, "kms:Decrypt").length, unit.id).toBe(opens ? 1 : 0);
    }
    expect(
      units.filter((unit) => allowed(unit, "s3:DeleteObjectVersion").length > 0).map(({ id }) => id),
    ).toEqual(["people.erase"]);
    const having = (access: IdentityAccess) =>
      units
        .filter((unit) => specOf(unit).spec?.grants?.identityFiles?.includes(access))
        .map(({ id }) => id)
        .sort();
    expect(having("read")).toEqual(["admin.kyc.read", "banking.order"]);
    expect(having("inspect")).toEqual(["identity.check-files"]);
    expect(having("write")).toEqual(["identity.check-files"]);
  });

  test("apply to a bucket of identity documents with a rotating key, no public access, and expiry", () => {
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

import { readdirSync, readFileSync } from "node:fs";
import { type App, Stack } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { beforeAll, describe, expect, test } from "vitest";
import { consumers } from "../contract/consumers.ts";
import { routes } from "../contract/index.ts";
import { route } from "../contract/route.ts";
import { type SecretName, secrets } from "../contract/secrets.ts";
import { RESOURCES_PER_ROUTE } from "./limits.ts";
import { type Resource, type Synthesized, synthesize } from "./synth.fixture.ts";
import { consumerUnit, fallbackUnit, routeUnit, type Unit } from "./units.ts";

const units: readonly Unit[] = [
  ...routes.map(routeUnit),
  ...consumers.map(consumerUnit),
  ...[fallbackUnit()].flatMap((unit) => unit ?? []),
];

let prod: Synthesized;
beforeAll(() => {
  prod = synthesize();
});

const functions = () => Object.entries(prod.of("AWS::Lambda::Function"));
const stackOf = (path: string) => path.slice(0, path.indexOf("/"));
const functionOf = (unit: Unit): [string, Resource] => {
  const found = functions().filter(([, one]) => one.Properties.Environment.Variables.ROUTE_ID === unit.id);
  expect(found, unit.id).toHaveLength(1);
  return found[0] as [string, Resource];
};

/** The statements of a function's own role. */
function statementsOf(unit: Unit): { Action: string | string[]; Resource: unknown; Effect: string }[] {
  const [path, made] = functionOf(unit);
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

describe("functions", () => {
  test("each route, each consumer and the fallback has one function, and there are no others", () => {
    const ids = functions().map(([, one]) => one.Properties.Environment?.Variables?.ROUTE_ID);
    expect(ids.toSorted()).toEqual(units.map((unit) => unit.id).toSorted());
  });

  test("each function runs nodejs24.x on arm64 with a limit of time and memory, traced, logging JSON", () => {
    for (const [path, { Properties }] of functions()) {
      expect(Properties, path).toMatchObject({
        Runtime: "nodejs24.x",
        Architectures: ["arm64"],
        Timeout: expect.any(Number),
        MemorySize: expect.any(Number),
        TracingConfig: { Mode: "Active" },
        LoggingConfig: { LogFormat: "JSON" },
      });
    }
  });

  test("each function has a log group of its own, whose entries end", () => {
    const groups = functions().map(
      ([path, one]) => `${stackOf(path)}/${one.Properties.LoggingConfig.LogGroup.Ref}`,
    );
    expect(new Set(groups).size).toBe(functions().length);
    for (const path of groups) {
      expect(prod.of("AWS::Logs::LogGroup")[path]?.Properties.RetentionInDays, path).toBe(365);
    }
  });

  test("a function's name is its stage and its id", () => {
    for (const unit of units) {
      const [, one] = functionOf(unit);
      expect(one.Properties.FunctionName).toBe(`svc-prod-${unit.id.replaceAll(".", "-")}`);
    }
  });

  test("concurrency is reserved where the route asks for it, and nowhere else", () => {
    for (const unit of units) {
      const [, one] = functionOf(unit);
      expect(one.Properties.ReservedConcurrentExecutions, unit.id).toBe(unit.reservedConcurrency);
    }
  });
});

describe("grants", () => {
  /** Actions that AWS lets nobody narrow to a resource. */
  const unnarrowable = ["xray:PutTelemetryRecords", "xray:PutTraceSegments"];

  test("no role allows a wildcard, but for tracing, which has no resources", () => {
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
        if (actions.every((action: string) => unnarrowable.includes(action))) continue;
        expect(JSON.stringify(statement.Resource), path).not.toContain("*");
      }
    }
  });

  test("no role has a policy that AWS manages", () => {
    for (const [path, one] of Object.entries(prod.of("AWS::IAM::Role"))) {
      expect(one.Properties.ManagedPolicyArns, path).toBeUndefined();
    }
  });

  test("no two functions share a role", () => {
    const roles = functions().map(
      ([path, one]) => `${stackOf(path)}/${one.Properties.Role["Fn::GetAtt"][0]}`,
    );
    expect(new Set(roles).size).toBe(roles.length);
  });

  test("a function writes to the table only where its route or a rate limit does", () => {
    const byId = new Map(routes.map((one) => [one.id, one]));
    for (const unit of units) {
      const spec = byId.get(unit.id) ?? consumers.find((one) => one.id === unit.id);
      const limited = byId.get(unit.id)?.limit !== undefined;
      const writes = spec?.grants?.table === "write" || limited;
      expect(allowed(unit, "dynamodb:PutItem").length > 0, unit.id).toBe(writes);
      expect(allowed(unit, "dynamodb:Scan"), unit.id).toHaveLength(0);
    }
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
      expect(names, unit.id).toEqual([...unit.needs.secrets].toSorted());
      const [, made] = functionOf(unit);
      const given = Object.keys(made.Properties.Environment.Variables).filter((name) =>
        name.startsWith("SECRET_ARN_"),
      );
      expect(given.toSorted(), unit.id).toEqual(names.map((name) => `SECRET_ARN_${name}`));
    }
  });

  test("a function sends to the queues of its grants alone, and only a mailing consumer sends e-mail", () => {
    for (const unit of units) {
      expect(allowed(unit, "sqs:SendMessage").flatMap((one) => [one.Resource].flat()).length, unit.id).toBe(
        unit.needs.queues.length,
      );
      expect(allowed(unit, "ses:SendEmail").length > 0, unit.id).toBe(unit.needs.email);
    }
  });
});

describe("environment", () => {
  test("no function is given a secret's value, nor a variable that is named like one", () => {
    for (const [path, one] of functions()) {
      const variables: Record<string, unknown> = one.Properties.Environment.Variables;
      expect(JSON.stringify(variables), path).not.toContain("{{resolve:");
      for (const [name, value] of Object.entries(variables)) {
        if (!/SECRET|PASSWORD|TOKEN|PRIVATE|API_?KEY/.test(name)) continue;
        expect(name, path).toMatch(/^SECRET_ARN_/);
        expect(value, `${path} ${name}`).toHaveProperty(["Fn::GetStackOutput"]);
      }
    }
  });

  test("every variable that the code cannot do without is given to the functions", () => {
    const given = new Set(
      functions().flatMap(([, one]) => Object.keys(one.Properties.Environment.Variables)),
    );
    const needed = sources(["core", "functions", "events"]).flatMap((text) =>
      [...text.matchAll(/\benv(?:Int|Flag)?\("([A-Z_]+)"\)/g)].map((match) => String(match[1])),
    );
    expect(needed).toContain("PUBLIC_URL");
    expect(needed.filter((name) => !given.has(name))).toEqual([]);
  });
});

const sources = (folders: readonly string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
      .map((path) => readFileSync(`${folder}/${path}`, "utf8")),
  );

describe("generated from the contract", () => {
  const added = route({
    id: "defi.wallets.brandNew",
    method: "ANY",
    path: "/api/defi/brand-new/{rest+}",
    family: "defi",
    summary: "A route that was added a moment ago",
    auth: "session",
    responses: { 200: { description: "Fine" } },
    reservedConcurrency: 7,
  });

  test("a route added to the contract gets a function, an integration and a way to it, in its family's stack", () => {
    const [first] = routes.filter((one) => one.family !== added.family);
    const before = synthesize({ routes: [first ?? added] });
    const after = synthesize({ routes: [first ?? added, added] });
    const grew = (type: string) => Object.keys(after.of(type)).length - Object.keys(before.of(type)).length;
    expect(grew("AWS::Lambda::Function")).toBe(1);
    expect(grew("AWS::ApiGatewayV2::Integration")).toBe(1);
    const inFamily = (type: string) =>
      Object.entries(after.of(type)).filter(([path]) => stackOf(path) === `svc-prod-${added.family}`);
    const [way] = inFamily("AWS::ApiGatewayV2::Route");
    expect(way?.[1].Properties.RouteKey).toBe("ANY /api/defi/brand-new/{rest+}");
    const [made] = inFamily("AWS::Lambda::Function");
    expect(made?.[1].Properties).toMatchObject({
      FunctionName: "svc-prod-defi-wallets-brandNew",
      ReservedConcurrentExecutions: 7,
    });
    expect(after.templates.get(`svc-prod-${added.family}`)?.toJSON().Resources).toSatisfy(
      (resources) => Object.keys(resources).length === RESOURCES_PER_ROUTE,
    );
  });

  test("the API has each route of the contract and the fallback, all in payload format 2.0", () => {
    const keys = Object.values(prod.of("AWS::ApiGatewayV2::Route")).map((one) => one.Properties.RouteKey);
    const expected = [
      ...routes.map((one) => `${one.method} ${one.path}`),
      ...(fallbackUnit() ? ["$default"] : []),
    ];
    expect(keys.toSorted()).toEqual(expected.toSorted());
    for (const one of Object.values(prod.of("AWS::ApiGatewayV2::Integration"))) {
      expect(one.Properties.PayloadFormatVersion).toBe("2.0");
    }
  });

  test("a consumer of a queue takes batches and reports each failed message by itself", () => {
    const sources = Object.values(prod.of("AWS::Lambda::EventSourceMapping"));
    const ofQueues = consumers.filter((one) => "queue" in one.trigger);
    expect(sources).toHaveLength(ofQueues.length);
    for (const one of sources) {
      expect(one.Properties.FunctionResponseTypes).toEqual(["ReportBatchItemFailures"]);
      expect(one.Properties.BatchSize).toBeGreaterThan(0);
    }
  });

  test("a schedule runs as the contract writes it", () => {
    const written = consumers.flatMap(({ trigger }) => ("schedule" in trigger ? [trigger.schedule] : []));
    const rules = Object.values(prod.of("AWS::Events::Rule")).map((one) => one.Properties.ScheduleExpression);
    expect(rules.toSorted()).toEqual(written.toSorted());
  });
});

describe("cdk-nag", () => {
  const findings = (app: App) =>
    new AwsSolutionsChecks()
      .validateScope(app)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
      );

  test("the AwsSolutions pack finds nothing that is not accepted, in production and in a bare stage", () => {
    expect(findings(prod.app)).toEqual([]);
    expect(findings(synthesize({ routes: routes.slice(0, 1) }, {}).app)).toEqual([]);
  });

  test("the pack does look: it finds an open bucket in the same app", async () => {
    const { Bucket } = await import("aws-cdk-lib/aws-s3");
    const spoiled = synthesize({ routes: routes.slice(0, 1) });
    new Bucket(spoiled.app.node.findChild("svc-prod-platform"), "Open");
    expect(findings(spoiled.app).join()).toContain("AwsSolutions-S10 svc-prod-platform/Open");
  });

  test("every accepted finding carries its reason, a sentence", () => {
    const accepted = prod.app.node
      .findAll()
      .flatMap((node) => node.node.metadata)
      .filter((entry) => entry.type === "aws:cdk:acknowledged-rules")
      .flatMap((entry) => Object.entries(entry.data as Record<string, string>));
    expect(accepted.length).toBeGreaterThan(0);
    for (const [id, reason] of accepted) expect(reason, id).toMatch(/^[A-Z].{40,}[.]$/);
  });

  test("nothing is accepted for a whole stack or app but the open routes, which the chain authenticates", () => {
    const wide = [prod.app, ...prod.app.node.children.filter((child) => Stack.isStack(child))]
      .flatMap((node) => node.node.metadata)
      .filter((entry) => entry.type === "aws:cdk:acknowledged-rules")
      .flatMap((entry) => Object.keys(entry.data as Record<string, string>));
    expect(new Set(wide.map((id) => id.split("::").at(-1)))).toEqual(new Set(["AwsSolutions-APIG4"]));
  });
});

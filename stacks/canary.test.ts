import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "../contract/index.ts";
import { pathsOf, type RouteSpec } from "../contract/route.ts";
import { movesMoney } from "./limits.ts";
import {
  functionOf,
  prodContext,
  type Resource,
  type Synthesized,
  stackOf,
  synthesize,
  target,
} from "./synth.fixture.ts";

/** Canary deployments of the routes that move money, with automatic rollback. */

let prod: Synthesized;
beforeAll(() => {
  prod = synthesize();
});

const withoutStream = routes.filter((one) => !one.stream);
const money = withoutStream.filter(movesMoney);

interface Aliased extends Resource {
  readonly UpdatePolicy: {
    readonly CodeDeployLambdaAliasUpdate: Readonly<
      Record<"ApplicationName" | "DeploymentGroupName", unknown>
    >;
  };
}

/** Returns the path of the resource that a property references. */
const referenced = (path: string, value: unknown): string => target(prod, stackOf(path), value);

/** Returns the alias of a route's function. */
function aliasOf(route: RouteSpec): [string, Aliased] | undefined {
  const [made] = functionOf(prod, route.id);
  return Object.entries(prod.of("AWS::Lambda::Alias")).find(
    ([path, one]) => referenced(path, one.Properties.FunctionName) === made,
  ) as [string, Aliased] | undefined;
}

/** Returns the functions or aliases that a route of an API calls. */
function calleesOf(route: RouteSpec): readonly string[] {
  const keys = pathsOf(route).map((path) => `${route.method} ${path}`);
  return Object.entries(prod.of("AWS::ApiGatewayV2::Route"))
    .filter(([, one]) => keys.includes(one.Properties.RouteKey))
    .map(([path, one]) => {
      const [, [, integration]] = one.Properties.Target["Fn::Join"];
      const found = referenced(path, integration);
      return referenced(found, prod.of("AWS::ApiGatewayV2::Integration")[found]?.Properties.IntegrationUri);
    });
}

test("the routes that move money include transfers, payments, swaps, adjustments, authorizations and captures", () => {
  expect(money.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      ...["public.transfers.create", "mobile.wallet.transfer", "payments.create", "defi.dex.swap"],
      ...["defi.wallets.adjust", "inbound.authorizations", "public.holds.capture"],
    ]),
  );
  for (const { method, id } of money) expect(method, id).not.toBe("GET");
});

describe("a route that moves money", () => {
  test("is called only through its alias, on all its paths", () => {
    for (const route of money) {
      const [alias] = aliasOf(route) ?? [];
      expect(calleesOf(route), route.id).toEqual(pathsOf(route).map(() => alias));
    }
    const permitted = Object.entries(prod.of("AWS::Lambda::Permission")).map(([path, one]) =>
      referenced(path, one.Properties.FunctionName),
    );
    for (const route of money) {
      const [made] = functionOf(prod, route.id);
      expect(permitted, route.id).toContain(aliasOf(route)?.[0]);
      expect(permitted, route.id).not.toContain(made);
    }
  });

  test("sends a tenth of its requests to a new version for five minutes, and rolls back on an alarm", () => {
    for (const route of money) {
      const [path, alias] = aliasOf(route) ?? ["", undefined];
      const group = prod.of("AWS::CodeDeploy::DeploymentGroup")[
        referenced(path, alias?.UpdatePolicy.CodeDeployLambdaAliasUpdate.DeploymentGroupName)
      ];
      expect(group?.Properties, route.id).toMatchObject({
        DeploymentConfigName: "CodeDeployDefault.LambdaCanary10Percent5Minutes",
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: expect.arrayContaining(["DEPLOYMENT_FAILURE", "DEPLOYMENT_STOP_ON_ALARM"]),
        },
        AlarmConfiguration: { Enabled: true, Alarms: [{ Name: expect.anything() }] },
      });
      const alarm =
        prod.of("AWS::CloudWatch::Alarm")[
          referenced(path, group?.Properties.AlarmConfiguration.Alarms[0].Name)
        ];
      expect(
        alarm?.Properties.Metrics.flatMap(({ MetricStat }: { MetricStat?: { Metric: object } }) =>
          MetricStat ? [MetricStat.Metric] : [],
        ),
        route.id,
      ).toMatchObject([
        { Namespace: "svc/prod", MetricName: "fault", Dimensions: [{ Name: "route", Value: route.id }] },
        {
          Namespace: "AWS/Lambda",
          MetricName: "Errors",
          Dimensions: [
            { Name: "FunctionName" },
            { Name: "Resource", Value: { "Fn::Join": ["", [expect.anything(), ":live"]] } },
          ],
        },
      ]);
      expect(alarm?.Properties).toMatchObject({
        Threshold: 1,
        EvaluationPeriods: 3,
        DatapointsToAlarm: 1,
        TreatMissingData: "notBreaching",
      });
    }
  });

  test("has an alias that names a published version", () => {
    for (const route of money) {
      const [path, alias] = aliasOf(route) ?? ["", undefined];
      const version = referenced(path, { "Fn::GetAtt": alias?.Properties.FunctionVersion["Fn::GetAtt"] });
      expect(Object.keys(prod.of("AWS::Lambda::Version")), route.id).toContain(version);
    }
  });
});

test("a route that does not move money has no alias", () => {
  expect(Object.keys(prod.of("AWS::Lambda::Alias"))).toHaveLength(money.length);
  expect(Object.keys(prod.of("AWS::CodeDeploy::DeploymentGroup"))).toHaveLength(money.length);
});

test("a stack has one CodeDeploy application, whose role has its policy once", () => {
  const stacks = Object.keys(prod.of("AWS::CodeDeploy::Application")).map(stackOf);
  expect(new Set(stacks).size).toBe(stacks.length);
  for (const [path, one] of Object.entries(prod.of("AWS::IAM::Role")))
    if (path.includes("/ReleasesRole")) expect(one.Properties.ManagedPolicyArns, path).toHaveLength(1);
});

test("every stack has at most 500 resources, CloudFormation's limit", () => {
  for (const [name, template] of prod.templates)
    expect(Object.keys(template.toJSON().Resources).length, name).toBeLessThanOrEqual(500);
});

test("a stage other than production, and a rollback, have no canary deployments", () => {
  const few = money.slice(0, 1);
  for (const context of [{ stage: "dev" }, { ...prodContext, canary: "false" }]) {
    const made = synthesize({ routes: few, consumers: [], sockets: [] }, context);
    expect(made.of("AWS::Lambda::Alias")).toEqual({});
    expect(made.of("AWS::CodeDeploy::Application")).toEqual({});
  }
});

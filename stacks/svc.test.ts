import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { consumers } from "../contract/consumers.ts";
import { livePrices } from "../contract/defi/prices/live.ts";
import { routes, sockets } from "../contract/index.ts";
import { pathsOf, route } from "../contract/route.ts";
import { routeKeyOf, socketEvents } from "../contract/socket.ts";
import { apis, RESOURCES_PER_ROUTE } from "./limits.ts";
import { functionOf, type Synthesized, stackOf, synthesize } from "./synth.fixture.ts";
import { consumerUnit, fallbackUnit, routeUnit, socketUnit, type Unit } from "./units.ts";

const units: readonly Unit[] = [
  ...routes.map(routeUnit),
  ...consumers.map(consumerUnit),
  ...sockets.flatMap((one) => socketEvents.map((event) => socketUnit(one, event))),
  ...[fallbackUnit()].flatMap((unit) => unit ?? []),
];

let prod: Synthesized;
beforeAll(() => {
  prod = synthesize();
});

const functions = () => Object.entries(prod.of("AWS::Lambda::Function"));

describe("the functions", () => {
  test("are one for each route, each consumer, each event of a WebSocket and the fallback", () => {
    const ids = functions().map(([, one]) => one.Properties.Environment?.Variables?.ROUTE_ID);
    expect(ids.toSorted()).toEqual(units.map((unit) => unit.id).toSorted());
  });

  test("run nodejs24.x on arm64 with limits of time and memory, tracing and JSON logs", () => {
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

  test("have a log group of their own with a retention", () => {
    const groups = functions().map(
      ([path, one]) => `${stackOf(path)}/${one.Properties.LoggingConfig.LogGroup.Ref}`,
    );
    expect(new Set(groups).size).toBe(functions().length);
    for (const path of groups) {
      expect(prod.of("AWS::Logs::LogGroup")[path]?.Properties.RetentionInDays, path).toBe(365);
    }
  });

  test("are named by stage and id", () => {
    for (const unit of units) {
      const [, one] = functionOf(prod, unit.id);
      expect(one.Properties.FunctionName).toBe(`svc-prod-${unit.id.replaceAll(".", "-")}`);
    }
  });

  test("reserve the concurrency that the contract states", () => {
    for (const unit of units) {
      const [, one] = functionOf(prod, unit.id);
      expect(one.Properties.ReservedConcurrentExecutions, unit.id).toBe(unit.reservedConcurrency);
    }
  });
});

describe("the functions' environment", () => {
  test("contains the ARNs of secrets, but no value of a secret", () => {
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

  test("contains every variable that the code requires", () => {
    const given = new Set(
      functions().flatMap(([, one]) => Object.keys(one.Properties.Environment.Variables)),
    );
    const needed = sources(["core", "functions", "events"]).flatMap((text) =>
      [...text.matchAll(/\benv(?:Int|Flag)?\("([A-Z_]+)"\)/g)].map((match) => String(match[1])),
    );
    expect(needed).toContain("OBJECTS_BUCKET");
    expect(needed.filter((name) => !given.has(name))).toEqual([]);
  });
});

const sources = (folders: readonly string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
      .map((path) => readFileSync(`${folder}/${path}`, "utf8")),
  );

describe("the synthesis", () => {
  const added = route({
    id: "defi.wallets.brandNew",
    method: "ANY",
    path: "/api/defi/brand-new/{rest+}",
    family: "defi",
    summary: "A new route",
    auth: "session",
    responses: { 200: { description: "Fine" } },
    reservedConcurrency: 7,
  });

  test("gives a new route a function, an integration and a route of the API, in its domain's stack", () => {
    const [first] = routes.filter((one) => one.family !== added.family);
    const before = synthesize({ routes: [first ?? added] });
    const after = synthesize({ routes: [first ?? added, added] });
    const grew = (type: string) => Object.keys(after.of(type)).length - Object.keys(before.of(type)).length;
    expect(grew("AWS::Lambda::Function")).toBe(1);
    expect(grew("AWS::ApiGatewayV2::Integration")).toBe(1);
    const inFamily = (type: string) =>
      Object.entries(after.of(type)).filter(([path]) => stackOf(path) === "svc-prod-defi-wallets");
    const [apiRoute] = inFamily("AWS::ApiGatewayV2::Route");
    expect(apiRoute?.[1].Properties.RouteKey).toBe("ANY /api/defi/brand-new/{rest+}");
    const [made] = inFamily("AWS::Lambda::Function");
    expect(made?.[1].Properties).toMatchObject({
      FunctionName: "svc-prod-defi-wallets-brandNew",
      ReservedConcurrentExecutions: 7,
    });
    expect(after.templates.get("svc-prod-defi-wallets")?.toJSON().Resources).toSatisfy(
      (resources) => Object.keys(resources).length === RESOURCES_PER_ROUTE,
    );
  });

  test("gives the APIs each path of each route and the fallback, in payload format 2.0", () => {
    const keys = Object.values(prod.of("AWS::ApiGatewayV2::Route")).map((one) => one.Properties.RouteKey);
    const expected = [
      ...routes
        .filter((one) => !one.stream)
        .flatMap((one) => pathsOf(one).map((path) => `${one.method} ${path}`)),
      ...(fallbackUnit() ? apis.map(() => "$default") : []),
    ];
    const ofSockets = socketEvents.map((event) => routeKeyOf[event]);
    expect(keys.toSorted()).toEqual([...expected, ...ofSockets].toSorted());
    for (const [path, one] of Object.entries(prod.of("AWS::ApiGatewayV2::Integration"))) {
      if (stackOf(path) === "svc-prod-sockets") continue;
      expect(one.Properties.PayloadFormatVersion).toBe("2.0");
    }
  });

  test("gives a streaming route a URL of its own, which only the distribution may use", () => {
    const streamed = routes.filter((one) => one.stream);
    const urls = Object.entries(prod.of("AWS::Lambda::Url"));
    expect(urls).toHaveLength(streamed.length);
    for (const [, { Properties }] of urls) expect(Properties.InvokeMode).toBe("RESPONSE_STREAM");
    const [distribution] = Object.values(prod.of("AWS::CloudFront::Distribution"));
    const behaviours: { PathPattern: string; Compress: boolean }[] =
      distribution?.Properties.DistributionConfig.CacheBehaviors;
    for (const { id, path } of streamed) {
      const [, { Properties }] = functionOf(prod, id);
      expect(Properties.Environment.Variables.EDGE_REQUIRED, id).toBe("true");
      // The Origin header of our own pages. Without it the function would reject them as cross-site.
      expect(Properties.Environment.Variables.PUBLIC_URL, id).toBe("https://api.svc.example");
      expect(behaviours.find((one) => one.PathPattern === path)?.Compress, id).toBe(false);
    }
  });

  test("lets every function that clients reach accept only requests through the distribution", () => {
    const guarded = functions().filter(([, one]) => one.Properties.Environment.Variables.EDGE_REQUIRED);
    const ids = guarded.map(([, one]) => one.Properties.Environment.Variables.ROUTE_ID as string);
    expect(ids.toSorted()).toEqual(
      [...routes.map(({ id }) => id), ...sockets.map(({ id }) => `${id}.connect`), "fallback"].toSorted(),
    );
    for (const [id, { Properties }] of guarded)
      expect(Properties.Environment.Variables, id).toHaveProperty("SECRET_ARN_ORIGIN_SECRET");
  });

  test("gives the WebSocket its three routes, and a stage that depends on them, throttled and logged without the query", () => {
    const template = prod.templates.get("svc-prod-sockets")?.toJSON().Resources as Record<
      string,
      // biome-ignore lint/suspicious/noExplicitAny: a template is JSON of a hundred shapes
      { Type: string; Properties: any; DependsOn?: string[] }
    >;
    const routesOf = Object.entries(template).filter(([, one]) => one.Type === "AWS::ApiGatewayV2::Route");
    expect(routesOf.map(([, one]) => one.Properties.RouteKey).toSorted()).toEqual(
      Object.values(routeKeyOf).toSorted(),
    );
    const stage = Object.values(template).find((one) => one.Type === "AWS::ApiGatewayV2::Stage");
    expect(stage?.DependsOn).toEqual(expect.arrayContaining(routesOf.map(([id]) => id)));
    expect(stage?.Properties).toMatchObject({
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingBurstLimit: 4000, ThrottlingRateLimit: 2000 },
    });
    const line = JSON.parse(stage?.Properties.AccessLogSettings.Format);
    expect(Object.keys(line)).toEqual(
      expect.arrayContaining(["gatewayRequestId", "connectionId", "ip", "status"]),
    );
    // A query may hold an API key.
    expect(JSON.stringify(line)).not.toMatch(/query|path|requestParameters/i);
    const alarms = Object.values(template).filter((one) => one.Type === "AWS::CloudWatch::Alarm");
    expect(alarms).toHaveLength(socketEvents.length + 1);
  });

  test("rejects a second WebSocket, because an API has one $connect", () => {
    const two = [livePrices, { ...livePrices, id: "defi.prices.other" }];
    expect(() => synthesize({ routes: routes.slice(0, 1), sockets: two })).toThrow(
      "socket defi.prices.other needs its own WebSocket API",
    );
  });

  test("lets a queue's consumer receive batches and report single failed messages", () => {
    const sources = Object.values(prod.of("AWS::Lambda::EventSourceMapping")).filter(
      (one) => one.Properties.StartingPosition === undefined,
    );
    const ofQueues = consumers.filter((one) => "queue" in one.trigger);
    expect(sources).toHaveLength(ofQueues.length);
    for (const one of sources) {
      expect(one.Properties.FunctionResponseTypes).toEqual(["ReportBatchItemFailures"]);
      expect(one.Properties.BatchSize).toBeGreaterThan(0);
    }
    const bounds = ofQueues.flatMap(({ trigger }) => ("queue" in trigger ? [trigger.maxConcurrency] : []));
    const made = sources.map((one) => one.Properties.ScalingConfig?.MaximumConcurrency);
    expect(made.toSorted()).toEqual(bounds.toSorted());
  });

  test("lets a stream consumer halve and retry failed batches, and finally sends them to a queue", () => {
    const streams = Object.values(prod.of("AWS::Lambda::EventSourceMapping")).filter(
      (one) => one.Properties.StartingPosition !== undefined,
    );
    expect(streams).toHaveLength(consumers.filter((one) => "stream" in one.trigger).length);
    const passed: string[][] = [];
    for (const { Properties } of streams) {
      expect(Properties).toMatchObject({
        StartingPosition: "TRIM_HORIZON",
        BisectBatchOnFunctionError: true,
        FunctionResponseTypes: ["ReportBatchItemFailures"],
        DestinationConfig: { OnFailure: { Destination: expect.anything() } },
      });
      expect(Properties.MaximumRetryAttempts).toBeUndefined();
      const [first] = Properties.FilterCriteria.Filters.map((one: { Pattern: string }) =>
        JSON.parse(one.Pattern),
      );
      expect(first.dynamodb.Keys.pk.S).toEqual([{ prefix: "USER#" }]);
      passed.push(first.dynamodb.Keys.sk.S.map(({ prefix }: { prefix: string }) => prefix));
    }
    const stated = consumers.flatMap(({ trigger }) =>
      "stream" in trigger ? [trigger.stream.keys[0]?.sk] : [],
    );
    expect(passed.toSorted()).toEqual(stated.toSorted());
    // The journal and the audit trail: only changes and removals, which the consumer reports.
    const patterns = streams.flatMap((one) =>
      one.Properties.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern)),
    );
    expect(patterns.filter(({ eventName }) => eventName !== undefined)).toEqual([
      {
        eventName: ["MODIFY", "REMOVE"],
        dynamodb: { Keys: { pk: { S: [{ prefix: "ENTRY#" }, { prefix: "TRAIL#" }] } } },
      },
    ]);
    // Lambda's quota of filters, and the readers that a shard of a stream serves.
    for (const { Properties } of streams)
      expect(Properties.FilterCriteria.Filters.length).toBeLessThanOrEqual(5);
    expect(streams).toHaveLength(2);
  });

  test("creates a rule for each schedule of the contract", () => {
    const written = consumers.flatMap(({ trigger }) => ("schedule" in trigger ? [trigger.schedule] : []));
    const rules = Object.values(prod.of("AWS::Events::Rule")).map((one) => one.Properties.ScheduleExpression);
    expect(rules.toSorted()).toEqual(written.toSorted());
  });
});

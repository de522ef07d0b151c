import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { consumers } from "../contract/consumers.ts";
import { routes } from "../contract/index.ts";
import { type QueueSpec, queues } from "../contract/queues.ts";
import { type Dimension, type MetricName, metrics } from "../core/platform/metrics/schema.ts";
import { sections } from "./alarms.ts";
import { silenceOf } from "./events.ts";
import { prodContext, type Resource, type Synthesized, stackOf, synthesize } from "./synth.fixture.ts";

/** Alarms and dashboards of all stacks. */

let prod: Synthesized;
let alarms: readonly (readonly [path: string, properties: Resource["Properties"]])[];
const auditCode = mkdtempSync(join(tmpdir(), "audit-code-"));
afterAll(() => rmSync(auditCode, { recursive: true }));
beforeAll(() => {
  prod = synthesize({ auditCode });
  alarms = Object.entries(prod.of("AWS::CloudWatch::Alarm")).map(([path, one]) => [path, one.Properties]);
});

const nameOf = (properties: Resource["Properties"]): string => properties.AlarmName;
const named = (): string[] => alarms.map(([, one]) => nameOf(one).replace("svc-prod-", ""));

/** Returns a text of a template without the parts that the deployment inserts. */
const textOf = (value: unknown): string =>
  typeof value === "string"
    ? value
    : (value as { "Fn::Join": [string, unknown[]] })["Fn::Join"][1]
        .map((part) => (typeof part === "string" ? part : "…"))
        .join("");

/** Returns the anchors of a section's headings, as GitHub derives them. */
function anchorsOf(page: string, section: string): string[] {
  const [, part = ""] = page.split(`\n## ${section}\n`);
  const [own = ""] = part.split("\n## ");
  return [...own.matchAll(/^### (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}

interface Stat {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
}

/** Returns the metrics of an alarm. */
const statsOf = (properties: Resource["Properties"]): Stat[] =>
  properties.Metrics
    ? properties.Metrics.flatMap(
        ({ MetricStat }: { MetricStat?: { Metric: Stat } }) => MetricStat?.Metric ?? [],
      )
    : [properties];

describe("every alarm", () => {
  it("has a unique name that begins with its stage, and also notifies when it ends", () => {
    expect(new Set(named()).size).toBe(alarms.length);
    for (const [path, one] of alarms) {
      expect(nameOf(one), path).toMatch(/^svc-prod-[\w.-]+$/);
      expect(one.AlarmActions, path).toHaveLength(1);
      expect(one.OKActions, path).toEqual(one.AlarmActions);
    }
  });

  it("links to its section of docs/OPERATIONS.md, and every section has an alarm", () => {
    const anchors = anchorsOf(readFileSync("docs/OPERATIONS.md", "utf8"), "Alarms");
    expect(anchors.toSorted()).toEqual(sections.toSorted());
    const links = alarms.map(([path, { AlarmDescription }]) => {
      const [, link] =
        /\S(?: |\.) ?What it means and what to do: https:\/\/git\.svc\.example\/svc\/docs\/OPERATIONS\.md#([\w-]+)$/.exec(
          textOf(AlarmDescription),
        ) ?? [undefined, undefined];
      expect(anchors, path).toContain(link);
      return link;
    });
    const budgets = Object.values(prod.of("AWS::Budgets::Budget")).flatMap(
      ({ Properties }) => Properties.ResourceTags,
    );
    links.push(
      ...budgets.flatMap(({ Key, Value }) => (Key === "operations" ? String(Value).split(" ")[1] : [])),
    );
    expect(new Set(links)).toEqual(new Set(anchors));
  });

  it("uses no search expression and at most ten metrics, as CloudWatch requires", () => {
    for (const [path, one] of alarms) {
      const expressions = (one.Metrics ?? []).map(({ Expression }: { Expression?: string }) => Expression);
      expect(expressions.join(), path).not.toMatch(/SEARCH|METRICS\(/);
      expect(statsOf(one).length, path).toBeLessThanOrEqual(10);
    }
  });
});

describe("every metric of the platform", () => {
  const valuesOf: Readonly<Record<Dimension, ReadonlySet<string>>> = {
    family: new Set(routes.map(({ family }) => family)),
    route: new Set(routes.map(({ id }) => id)),
    consumer: new Set(consumers.map(({ id }) => id)),
  };

  /** Checks that the code publishes a metric with these dimensions. */
  function check(name: string, dimensions: readonly (readonly [string, unknown])[], where: string): void {
    expect(Object.keys(metrics), where).toContain(name);
    const by: readonly string[] = metrics[name as MetricName].by;
    const [dimension, ...more] = dimensions;
    expect(more, where).toEqual([]);
    if (!dimension) {
      expect(by, where).toEqual([]);
      return;
    }
    const [of, value] = dimension;
    expect(by, where).toContain(of);
    expect(valuesOf[of as Dimension], where).toContain(value);
  }

  it("that an alarm uses is declared with that dimension", () => {
    const own = alarms.flatMap(([path, one]) =>
      statsOf(one)
        .filter(({ Namespace }) => Namespace.startsWith("svc"))
        .map((stat) => ({ path, ...stat })),
    );
    expect(own.length).toBeGreaterThan(10);
    for (const { path, Namespace, MetricName: name, Dimensions = [] } of own) {
      expect(Namespace, path).toBe("svc/prod");
      check(
        name,
        Dimensions.map(({ Name, Value }) => [Name, Value] as const),
        path,
      );
    }
  });

  it("that a dashboard shows is declared with that dimension, and functions have the same namespace", () => {
    for (const [path, { Properties }] of Object.entries(prod.of("AWS::CloudWatch::Dashboard"))) {
      const own = textOf(Properties.DashboardBody).matchAll(
        /\["svc\/prod","(\w+)"(?:,"(\w+)","([\w.-]+)")?/g,
      );
      for (const [, name = "", of, value] of own) check(name, of === undefined ? [] : [[of, value]], path);
    }
    for (const [path, { Properties }] of Object.entries(prod.of("AWS::Lambda::Function")))
      if (Properties.Environment?.Variables.ROUTE_ID)
        expect(Properties.Environment.Variables.METRICS_NAMESPACE, path).toBe("svc/prod");
  });

  it("that is declared is named in code that publishes metrics", () => {
    const code = globSync("{core,functions,events,local}/**/*.ts")
      .filter((file) => !/schema\.ts$|\.test\.ts$/.test(file))
      .map((file) => readFileSync(file, "utf8"))
      .filter((text) => /Metrics\.fields|PutMetricDataCommand/.test(text))
      .join();
    for (const name of Object.keys(metrics)) expect(code).toMatch(new RegExp(`\\b${name}\\b`));
  });
});

describe("monitoring", () => {
  it("has alarms for every streaming function, consumer, schedule, queue and family", () => {
    const names = named();
    for (const { id } of routes.filter(({ stream }) => stream))
      expect(names).toEqual(expect.arrayContaining([`${id}.faults`, `${id}.errors`, `${id}.throttles`]));
    for (const { id, trigger } of consumers) {
      expect(names).toContain(`${id}.errors`);
      if ("schedule" in trigger) expect(names).toContain(`${id}.stopped`);
      if ("stream" in trigger) expect(names).toEqual(expect.arrayContaining([`${id}.late`, `${id}.skipped`]));
    }
    for (const [name, { withoutConsumer: unread }] of Object.entries<QueueSpec>(queues)) {
      expect(names).toContain(`${name}.dead`);
      expect(names.includes(`${name}.waits`)).toBe(!unread);
    }
    for (const family of new Set(routes.map((route) => route.family)))
      expect(names).toContain(`${family}.slow`);
  });

  it("raises an alarm for a queue only after its longest expected delay", () => {
    const waits = Object.fromEntries(alarms.map(([, one]) => [nameOf(one), one.Threshold]));
    expect(waits["svc-prod-notifications.waits"]).toBe(900);
    expect(waits["svc-prod-webhook-deliveries.waits"]).toBe(1800);
    for (const [name, { visibilitySeconds, withoutConsumer: unread }] of Object.entries<QueueSpec>(queues))
      if (!unread) expect(waits[`svc-prod-${name}.waits`]).toBeGreaterThanOrEqual(2 * visibilitySeconds);
  });

  it("raises an alarm if a schedule has no invocations", () => {
    const stopped = alarms.filter(([, one]) => nameOf(one).endsWith(".stopped"));
    for (const [path, { TreatMissingData, ComparisonOperator, Threshold, MetricName: name }] of stopped)
      expect([TreatMissingData, ComparisonOperator, Threshold, name], path).toEqual([
        "breaching",
        "LessThanThreshold",
        1,
        "Invocations",
      ]);
  });

  it.each([
    ["rate(1 minute)", 5, 1],
    ["rate(5 minutes)", 15, 1],
    ["rate(1 hour)", 180, 1],
    ["rate(8 hours)", 1440, 1],
    ["rate(1 day)", 1440, 2],
    ["cron(0 3 * * ? *)", 1440, 2],
  ])(
    "raises an alarm for %s after a period of %i minutes without invocations, %i times",
    (schedule, minutes, periods) => {
      const silence = silenceOf(schedule);
      expect([silence.period.toMinutes(), silence.periods]).toEqual([minutes, periods]);
    },
  );
});

describe("the dashboards", () => {
  it("are an overview of queues, consumers and families, and one for each family with its routes", () => {
    const boards: Readonly<Record<string, string>> = Object.fromEntries(
      Object.values(prod.of("AWS::CloudWatch::Dashboard")).map(({ Properties }) => [
        Properties.DashboardName,
        textOf(Properties.DashboardBody),
      ]),
    );
    const families = Map.groupBy(routes, ({ family }) => family);
    expect(Object.keys(boards).toSorted()).toEqual(
      ["svc-prod", ...[...families.keys()].map((family) => `svc-prod-${family}`)].toSorted(),
    );
    for (const id of [...consumers.map((one) => one.id), ...Object.keys(queues), ...families.keys()])
      expect(boards["svc-prod"]).toContain(`"${id}"`);
    for (const [family, some] of families)
      for (const { id } of some) expect(boards[`svc-prod-${family}`]).toContain(`"${id}"`);
    for (const [name, body] of Object.entries(boards)) {
      // A graph is limited to 500 metrics.
      const { widgets } = JSON.parse(body) as { widgets: { properties: { metrics: unknown[] } }[] };
      for (const { properties } of widgets) expect(properties.metrics.length, name).toBeLessThanOrEqual(500);
    }
  });
});

describe("the edge", () => {
  it("has an alarm for its distribution in us-east-1, CloudFront's region", () => {
    const far = alarms.filter(([path]) => stackOf(path) === "svc-prod-edge-alarms");
    expect(far.map(([, one]) => nameOf(one))).toEqual(["svc-prod-edge.faults"]);
    const stack = prod.app.node.findChild("svc-prod-edge-alarms") as unknown as { region: string };
    expect(stack.region).toBe("us-east-1");
    const [, one] = far[0] ?? [];
    const id = one?.Dimensions.find(({ Name }: { Name: string }) => Name === "DistributionId").Value;
    expect(id).toEqual({
      "Fn::GetStackOutput": { StackName: "svc-prod-edge", OutputName: "DistributionId", Region: "eu-west-3" },
    });
  });

  it("has no alarm if the stage does not state its region, and production must state it", () => {
    const { region: _, ...without } = prodContext;
    expect(() => synthesize({}, without)).toThrow("stage prod needs region");
    const dev = synthesize({ routes: routes.slice(0, 1) }, {});
    expect([...dev.templates.keys()]).not.toContain("svc-dev-edge-alarms");
    expect(dev.of("AWS::Budgets::Budget")).toEqual({});
    expect(() => synthesize({}, { ...prodContext, region: "Paris" })).toThrow("region must be");
  });
});

it("the budget sends emails at 80 % and 100 % of its amount, and if the forecast exceeds it", () => {
  const [budget, ...more] = Object.values(prod.of("AWS::Budgets::Budget"));
  expect(more).toEqual([]);
  const { Budget: of, NotificationsWithSubscribers: notices, ResourceTags: tags } = budget?.Properties ?? {};
  // The characters that a tag's value may have.
  for (const { Value } of tags) expect(Value).toMatch(/^[\w .:/=+@-]{1,256}$/);
  expect(of).toMatchObject({ TimeUnit: "MONTHLY", BudgetLimit: { Amount: 500, Unit: "USD" } });
  const sent = notices.map(
    ({ Notification, Subscribers }: { Notification: Record<string, unknown>; Subscribers: unknown }) => [
      Notification["NotificationType"],
      Notification["Threshold"],
      Subscribers,
    ],
  );
  const toOps = [{ SubscriptionType: "EMAIL", Address: "ops@svc.example" }];
  expect(sent).toEqual([
    ["ACTUAL", 80, toOps],
    ["ACTUAL", 100, toOps],
    ["FORECASTED", 100, toOps],
  ]);
});

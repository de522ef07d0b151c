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

/** What an operator is woken by, and what is on the wall: over all stacks together. */

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

/** A text of a template, with whatever the deployment puts in left out. */
const textOf = (value: unknown): string =>
  typeof value === "string"
    ? value
    : (value as { "Fn::Join": [string, unknown[]] })["Fn::Join"][1]
        .map((part) => (typeof part === "string" ? part : "…"))
        .join("");

/** The headings of a page's section, by the anchors that GitHub gives them. */
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

/** The metrics that an alarm is computed of. */
const statsOf = (properties: Resource["Properties"]): Stat[] =>
  properties.Metrics
    ? properties.Metrics.flatMap(
        ({ MetricStat }: { MetricStat?: { Metric: Stat } }) => MetricStat?.Metric ?? [],
      )
    : [properties];

describe("every alarm", () => {
  it("has a name of its own that says its stage, and tells its end as well", () => {
    expect(new Set(named()).size).toBe(alarms.length);
    for (const [path, one] of alarms) {
      expect(nameOf(one), path).toMatch(/^svc-prod-[\w.-]+$/);
      expect(one.AlarmActions, path).toHaveLength(1);
      expect(one.OKActions, path).toEqual(one.AlarmActions);
    }
  });

  it("leads to its section of docs/OPERATIONS.md, and no section is of nothing", () => {
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

  it("watches figures that CloudWatch alarms on: no search, ten metrics at most", () => {
    for (const [path, one] of alarms) {
      const expressions = (one.Metrics ?? []).map(({ Expression }: { Expression?: string }) => Expression);
      expect(expressions.join(), path).not.toMatch(/SEARCH|METRICS\(/);
      expect(statsOf(one).length, path).toBeLessThanOrEqual(10);
    }
  });
});

describe("every figure of our own", () => {
  const valuesOf: Readonly<Record<Dimension, ReadonlySet<string>>> = {
    family: new Set(routes.map(({ family }) => family)),
    route: new Set(routes.map(({ id }) => id)),
    consumer: new Set(consumers.map(({ id }) => id)),
  };

  /** That the code tells a metric so. */
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

  it("that an alarm watches is told by the code, by that dimension", () => {
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

  it("that a dashboard shows is too, and what functions tell is in the same namespace", () => {
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

  it("is told by somebody: no name is only declared", () => {
    const code = globSync("{core,functions,events,local}/**/*.ts")
      .filter((file) => !/schema\.ts$|\.test\.ts$/.test(file))
      .map((file) => readFileSync(file, "utf8"))
      .filter((text) => /Metrics\.fields|PutMetricDataCommand/.test(text))
      .join();
    for (const name of Object.keys(metrics)) expect(code).toMatch(new RegExp(`\\b${name}\\b`));
  });
});

describe("nothing runs unwatched", () => {
  it("neither a function that streams, nor a consumer, nor a schedule, nor a queue, nor a family", () => {
    const names = named();
    for (const { id } of routes.filter(({ stream }) => stream))
      expect(names).toEqual(expect.arrayContaining([`${id}.faults`, `${id}.errors`, `${id}.throttles`]));
    for (const { id, trigger } of consumers) {
      expect(names).toContain(`${id}.errors`);
      if ("schedule" in trigger) expect(names).toContain(`${id}.stopped`);
      if ("stream" in trigger) expect(names).toEqual(expect.arrayContaining([`${id}.late`, `${id}.skipped`]));
    }
    for (const [name, { unread }] of Object.entries<QueueSpec>(queues)) {
      expect(names).toContain(`${name}.dead`);
      expect(names.includes(`${name}.waits`)).toBe(!unread);
    }
    for (const family of new Set(routes.map((route) => route.family)))
      expect(names).toContain(`${family}.slow`);
  });

  it("and a queue's wait is told after the longest that is usual", () => {
    const waits = Object.fromEntries(alarms.map(([, one]) => [nameOf(one), one.Threshold]));
    expect(waits["svc-prod-notifications.waits"]).toBe(900);
    expect(waits["svc-prod-webhook-deliveries.waits"]).toBe(1800);
    for (const [name, { visibilitySeconds, unread }] of Object.entries<QueueSpec>(queues))
      if (!unread) expect(waits[`svc-prod-${name}.waits`]).toBeGreaterThanOrEqual(2 * visibilitySeconds);
  });

  it("a schedule that is silent has stopped: that there is no figure sets the alarm off", () => {
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
  ])("%s is silent too long after %i minutes, %i times", (schedule, minutes, periods) => {
    const silence = silenceOf(schedule);
    expect([silence.period.toMinutes(), silence.periods]).toEqual([minutes, periods]);
  });
});

describe("dashboards", () => {
  it("are an overview with every queue and consumer, and one of each family with every route of it", () => {
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
      // CloudWatch takes 500 metrics in a graph.
      const { widgets } = JSON.parse(body) as { widgets: { properties: { metrics: unknown[] } }[] };
      for (const { properties } of widgets) expect(properties.metrics.length, name).toBeLessThanOrEqual(500);
    }
  });
});

describe("the edge", () => {
  it("is watched from CloudFront's region, with a topic there, by the distribution that the edge's stack names", () => {
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

  it("is not, where the stage does not say its region: production must", () => {
    const { region: _, ...without } = prodContext;
    expect(() => synthesize({}, without)).toThrow("stage prod needs region");
    const dev = synthesize({ routes: routes.slice(0, 1) }, {});
    expect([...dev.templates.keys()]).not.toContain("svc-dev-edge-alarms");
    expect(dev.of("AWS::Budgets::Budget")).toEqual({});
    expect(() => synthesize({}, { ...prodContext, region: "Paris" })).toThrow("region must be");
  });
});

it("a month's costs are told at 80 % and all of what was planned, and as they are forecast to pass it", () => {
  const [budget, ...more] = Object.values(prod.of("AWS::Budgets::Budget"));
  expect(more).toEqual([]);
  const { Budget: of, NotificationsWithSubscribers: notices, ResourceTags: tags } = budget?.Properties ?? {};
  // What a tag's value may have: a deployment with another fails.
  for (const { Value } of tags) expect(Value).toMatch(/^[\w .:/=+@-]{1,256}$/);
  expect(of).toMatchObject({ TimeUnit: "MONTHLY", BudgetLimit: { Amount: 500, Unit: "USD" } });
  const told = notices.map(
    ({ Notification, Subscribers }: { Notification: Record<string, unknown>; Subscribers: unknown }) => [
      Notification["NotificationType"],
      Notification["Threshold"],
      Subscribers,
    ],
  );
  const toOps = [{ SubscriptionType: "EMAIL", Address: "ops@svc.example" }];
  expect(told).toEqual([
    ["ACTUAL", 80, toOps],
    ["ACTUAL", 100, toOps],
    ["FORECASTED", 100, toOps],
  ]);
});

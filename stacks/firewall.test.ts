import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "../contract/index.ts";
import { stageConfig } from "./config.ts";
import { prodContext, type Synthesized, synthesize } from "./synth.fixture.ts";

const { webAclArn, ...own } = prodContext;
const few = routes.filter(({ id }) => id === "auth.signin" || id === "defi.dex.pairs");

let prod: Synthesized;
beforeAll(() => {
  prod = synthesize({ sockets: [], consumers: [] }, own);
});

// biome-ignore lint/suspicious/noExplicitAny: a template is JSON of a hundred shapes
type Json = any;
const acl = (): Json => Object.values(prod.of("AWS::WAFv2::WebACL"))[0]?.Properties;
const rule = (name: string): Json => acl().Rules.find(({ Name }: Json) => Name === name);
const distribution = (of: Synthesized): Json =>
  Object.values(of.of("AWS::CloudFront::Distribution"))[0]?.Properties.DistributionConfig;
/** Returns the paths anywhere in a statement. */
const paths = (statement: unknown): string[] =>
  [...JSON.stringify(statement).matchAll(/"SearchString":"(\/[^"]*)"/g)].map(([, path = ""]) => path);

const tests = {
  count: (name: string): string[] =>
    rule(name).Statement.ManagedRuleGroupStatement.RuleActionOverrides.map(({ Name }: Json) => Name),
};

describe("the firewall of production", () => {
  test("exists by default in us-east-1, and protects the distribution", () => {
    const wall = prod.app.node.findChild("svc-prod-firewall") as Json;
    expect(wall.region).toBe("us-east-1");
    expect(acl().Scope).toBe("CLOUDFRONT");
    expect(distribution(prod).WebACLId).toEqual({
      "Fn::GetStackOutput": { StackName: "svc-prod-firewall", OutputName: "WebAclArn", Region: "us-east-1" },
    });
    const front = prod.app.node.findChild("svc-prod-edge") as Json;
    expect(front.dependencies.map((one: Json) => one.stackName)).toContain("svc-prod-firewall");
  });

  test("passes CloudFormation's validation", () => {
    expect(() => synthesize({ routes: few }, own, true)).not.toThrow();
  });

  test("answers 429 with Retry-After to an address that exceeds a limit", () => {
    for (const [name, limit] of [
      ["flood", 6000],
      ["programs", 36_000],
      ["doors", 300],
    ] as const) {
      const { Statement, Action } = rule(name);
      expect(Statement.RateBasedStatement, name).toMatchObject({ Limit: limit, AggregateKeyType: "IP" });
      expect(Action.Block.CustomResponse, name).toMatchObject({
        ResponseCode: 429,
        ResponseHeaders: [{ Name: "retry-after", Value: "300" }],
      });
    }
    expect(JSON.parse(acl().CustomResponseBodies.tooMany.Content).code).toBe("RATE_LIMITED");
  });

  test("does not limit or check providers' webhooks, which are signed", () => {
    const signed = routes.filter(({ auth }) => auth === "signature").map(({ path }) => path);
    expect(signed.length).toBeGreaterThan(0);
    for (const name of [
      "flood",
      ...acl()
        .Rules.map(({ Name }: Json) => Name)
        .filter(isManaged),
    ]) {
      const { RateBasedStatement, ManagedRuleGroupStatement } = rule(name).Statement;
      const { ScopeDownStatement: scope } = RateBasedStatement ?? ManagedRuleGroupStatement;
      expect(Object.keys(scope), name).toEqual(["NotStatement"]);
      expect(paths(scope), name).toEqual(expect.arrayContaining(signed));
    }
    for (const name of ["programs", "doors"])
      for (const path of signed) expect(paths(rule(name).Statement), name).not.toContain(path);
  });

  const isManaged = (name: string) => name.startsWith("AWSManaged");

  test("only counts matches of the managed rules that documents and free text would trigger", () => {
    for (const name of acl()
      .Rules.map(({ Name }: Json) => Name)
      .filter(isManaged))
      expect(rule(name).OverrideAction, name).toEqual({ None: {} });
    const counted = tests.count("AWSManagedRulesCommonRuleSet");
    expect(counted).toContain("SizeRestrictions_BODY");
    expect(counted).toContain("CrossSiteScripting_BODY");
    expect(tests.count("AWSManagedRulesKnownBadInputsRuleSet")).toEqual([]);
  });

  test("limits every anonymous write, including sign-in and codes", () => {
    const doors = paths(rule("doors").Statement);
    for (const path of ["/api/auth/signin", "/api/auth/register", "/api/v1/mobile/auth/login"])
      expect(doors).toContain(path);
    expect(doors.some((path) => path.includes("{"))).toBe(false);
  });

  test("logs blocked requests, but not their credentials or query strings", () => {
    const [logging] = Object.values(prod.of("AWS::WAFv2::LoggingConfiguration"));
    const redacted = JSON.stringify(logging?.Properties.RedactedFields);
    for (const name of ["authorization", "cookie", "x-api-key", "x-origin-secret", "QueryString"])
      expect(redacted).toContain(name);
    expect(logging?.Properties.LoggingFilter.DefaultBehavior).toBe("DROP");
    const names = Object.values(prod.of("AWS::Logs::LogGroup")).map(
      ({ Properties }) => Properties.LogGroupName,
    );
    expect(names).toContain("aws-waf-logs-svc-prod");
    const samples = [acl(), ...acl().Rules].map(
      ({ VisibilityConfig }: Json) => VisibilityConfig.SampledRequestsEnabled,
    );
    expect(new Set(samples)).toEqual(new Set([false]));
  });
});

describe("the firewall", () => {
  const configured = (context: Record<string, string>) =>
    stageConfig({ tryGetContext: (name: string) => context[name] }).firewall;

  test("can be a web ACL that the operator names", () => {
    const named = synthesize({ routes: few, sockets: [], consumers: [] });
    expect(distribution(named).WebACLId).toBe(webAclArn);
    expect(named.of("AWS::WAFv2::WebACL")).toEqual({});
  });

  test("is off outside production by default", () => {
    expect(configured({ stage: "dev" })).toEqual({ kind: "none" });
    expect(configured({ stage: "dev", firewall: "true", firewallManaged: "count" })).toEqual({
      kind: "own",
      flood: 6000,
      managed: "count",
    });
    expect(configured({ ...own, firewall: "false" })).toEqual({ kind: "none" });
  });

  test("is rejected if its settings are invalid", () => {
    expect(() => configured({ firewall: "yes" })).toThrow('firewall must be "true" or "false"');
    expect(() => configured({ firewall: "true", firewallFlood: "3" })).toThrow("firewallFlood");
    expect(() => configured({ firewall: "true", firewallManaged: "off" })).toThrow("firewallManaged");
  });
});

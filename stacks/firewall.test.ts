import { posix } from "node:path";
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
/** Evaluates a statement as AWS WAF does. */
function holds(statement: Json, path: string, method = "POST"): boolean {
  const [[kind, one]] = Object.entries(statement) as [[string, Json]];
  if (kind === "AndStatement") return one.Statements.every((some: Json) => holds(some, path, method));
  if (kind === "OrStatement") return one.Statements.some((some: Json) => holds(some, path, method));
  if (kind === "NotStatement") return !holds(one.Statement, path, method);
  const field = "Method" in one.FieldToMatch ? method : transformed(path, one.TextTransformations);
  if (kind === "RegexMatchStatement") return new RegExp(one.RegexString).test(field);
  expect(kind).toBe("ByteMatchStatement");
  return one.PositionalConstraint === "EXACTLY"
    ? field === one.SearchString
    : field.startsWith(one.SearchString);
}

const transformed = (path: string, transformations: readonly Json[]): string =>
  transformations
    .toSorted((a, b) => a.Priority - b.Priority)
    .reduce((text, { Type }) => {
      if (Type === "URL_DECODE") return decodeURIComponent(text);
      // Resolves dot segments, and repeated slashes to one.
      if (Type === "NORMALIZE_PATH") return posix.normalize(text);
      expect(Type).toBe("NONE");
      return text;
    }, path);

/** Returns a rule's condition on requests. */
function scopeOf(name: string): Json {
  const { RateBasedStatement, ManagedRuleGroupStatement } = rule(name).Statement;
  return (RateBasedStatement ?? ManagedRuleGroupStatement).ScopeDownStatement;
}
const applies = (name: string, path: string, method?: string): boolean => holds(scopeOf(name), path, method);

/** Returns the capacity units of a statement. Source: AWS WAF Developer Guide, the WCUs of each statement. */
function capacity(statement: Json): number {
  const [[kind, one]] = Object.entries(statement) as [[string, Json]];
  const nested: Json[] = one.Statements ?? [one.Statement ?? one.ScopeDownStatement].filter(Boolean);
  const inner = nested.reduce((sum, some) => sum + capacity(some), 0);
  const transformations = (one.TextTransformations ?? []).filter(({ Type }: Json) => Type !== "NONE");
  const own: Record<string, number> = {
    RateBasedStatement: 2,
    RegexMatchStatement: 3,
    ByteMatchStatement: 10,
  };
  const groups: Record<string, number> = {
    ...{ AWSManagedRulesAmazonIpReputationList: 25, AWSManagedRulesKnownBadInputsRuleSet: 200 },
    AWSManagedRulesCommonRuleSet: 700,
  };
  return (own[kind] ?? groups[one.Name] ?? 0) + 10 * transformations.length + inner;
}

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
      expect(Object.keys(scopeOf(name)), name).toEqual(["NotStatement"]);
      for (const path of signed) expect(applies(name, path), name).toBe(false);
      for (const path of signed) expect(applies(name, `${path}/other`), name).toBe(true);
    }
    for (const name of ["programs", "doors"])
      for (const path of signed) expect(applies(name, path), name).toBe(false);
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
    const anonymous = routes.filter(
      ({ auth, method, path }) => auth === "none" && method !== "GET" && !path.includes("{"),
    );
    for (const path of ["/api/auth/signin", "/api/auth/register", "/api/v1/mobile/auth/login"])
      expect(anonymous.map((one) => one.path)).toContain(path);
    for (const { path } of anonymous) {
      expect(applies("doors", path), path).toBe(true);
      expect(applies("doors", path, "GET"), path).toBe(false);
      expect(applies("doors", `${path}x`), path).toBe(false);
    }
    for (const { path } of routes.filter(({ auth }) => auth === "session"))
      expect(applies("doors", path), path).toBe(false);
  });

  test("matches a path as API Gateway selects its route: decoded once, without dot segments, in its case", () => {
    for (const path of [
      "/api/auth/%73ignin",
      "/api%2Fauth/signin",
      "/api/./auth//signin",
      "/v1/../api/auth/signin",
      "/v1/%2e%2e/api/auth/%72egister",
    ]) {
      expect(applies("doors", path), path).toBe(true);
      expect(applies("flood", path), path).toBe(true);
      expect(applies("programs", path), path).toBe(false);
    }
    for (const path of ["/api/auth/%2573ignin", "/API/auth/signin"])
      expect(applies("doors", path), path).toBe(false);
    expect(applies("programs", "/%761/prices")).toBe(true);
    // An encoded path of a provider's webhook is no more exempt than the path itself.
    expect(applies("AWSManagedRulesCommonRuleSet", "/api/webhooks/psp/../../auth/signin")).toBe(true);
  });

  test("limits the registrations of all addresses together, and challenges only browsers that load the form", () => {
    for (const name of ["registrations", "registration-page"])
      expect(rule(name).Statement.RateBasedStatement).toMatchObject({
        Limit: 1500,
        AggregateKeyType: "CONSTANT",
        EvaluationWindowSec: 300,
      });
    for (const path of ["/api/auth/register", "/api/v1/mobile/auth/register", "/api/auth/%72egister"])
      expect(applies("registrations", path), path).toBe(true);
    for (const path of ["/api/auth/signin", "/auth/register"])
      expect(applies("registrations", path), path).toBe(false);
    expect(rule("registrations").Action.Block.CustomResponse.ResponseCode).toBe(429);
    expect(rule("registration-page").Action).toEqual({ Challenge: {} });
    expect(applies("registration-page", "/auth/register", "GET")).toBe(true);
    expect(applies("registration-page", "/api/auth/register")).toBe(false);
    const challenged = acl().Rules.filter(({ Action }: Json) => Action?.Challenge);
    expect(challenged.map(({ Name }: Json) => Name)).toEqual(["registration-page"]);
  });

  test("has the capacity that is included in its price, and expressions of at most 512 characters", () => {
    const sum = acl().Rules.reduce((all: number, { Statement }: Json) => all + capacity(Statement), 0);
    expect(sum).toBeLessThanOrEqual(1500);
    const expressions = [...JSON.stringify(acl()).matchAll(/"RegexString":"([^"]*)"/g)];
    expect(expressions.length).toBeGreaterThan(4);
    for (const [, text = ""] of expressions) expect(text.length).toBeLessThanOrEqual(512);
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

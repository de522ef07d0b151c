import { ArnFormat, CfnOutput, Fn, RemovalPolicy, type Stack } from "aws-cdk-lib";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { CfnLoggingConfiguration, CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import { ORIGIN_SECRET_HEADER } from "../contract/edge.ts";
import { allowances } from "../contract/limits.ts";
import { versions } from "../contract/public/schemas.ts";
import { pathsOf, type RouteSpec } from "../contract/route.ts";
import type { StageConfig } from "./config.ts";
import type { Firewall } from "./config-values.ts";

/**
 * The distribution's firewall: rejects requests before they reach a function and cost money. Its scope is CLOUDFRONT, which
 * exists only in us-east-1, so it has a stack there.
 */

/** The region of web ACLs with scope CLOUDFRONT. Source: AWS WAF Developer Guide. */
export const FIREWALL_REGION = "us-east-1";
const OUTPUT = "WebAclArn";

type Own = Extract<Firewall, { kind: "own" }>;

/** Returns the ARN of the web ACL in the firewall's stack, for the distribution in another region. */
export const webAclOf = (stack: Stack): string => Fn.getStackOutput(stack.stackName, OUTPUT, FIREWALL_REGION);

/** Creates the web ACL and the log of blocked requests. */
export function firewall(stack: Stack, config: StageConfig, own: Own, routes: readonly RouteSpec[]): void {
  const acl = new CfnWebACL(stack, "Firewall", {
    name: `svc-${config.stage}`,
    description: `Rules for requests to the distribution of svc ${config.stage}`,
    scope: "CLOUDFRONT",
    defaultAction: { allow: {} },
    visibilityConfig: visibility(`svc-${config.stage}-firewall`),
    customResponseBodies: {
      tooMany: {
        contentType: "APPLICATION_JSON",
        content: JSON.stringify({
          error: "Too many requests",
          code: "RATE_LIMITED",
          message: "Too many requests from your network. Try again in a few minutes.",
        }),
      },
    },
    rules: rules(own, routes).map((rule, priority) => ({ ...rule, priority })),
  });
  new CfnOutput(stack, OUTPUT, { value: acl.attrArn });
  logBlockedRequests(stack, config, acl);
}

type Rule = Omit<CfnWebACL.RuleProperty, "priority">;
type Statement = CfnWebACL.StatementProperty;

function rules({ flood, managed }: Own, routes: readonly RouteSpec[]): Rule[] {
  const fromProviders = at(routes.filter(({ auth }) => auth === "signature"));
  const apiRoutes = anyOf(versions.map((version) => under(`/${version}/`)));
  // Routes without a credential that cost a password hash, an email or a text message.
  const anonymousWrites = routes.filter(
    ({ auth, method, path }) => auth === "none" && method !== "GET" && !path.includes("{"),
  );
  const registrations = routes.filter(({ id }) => REGISTRATIONS.includes(id));
  const registrationPages = routes.filter(({ id }) => id === REGISTRATION_PAGE);
  return [
    rateLimit("flood", flood, none(fromProviders, apiRoutes)),
    rateLimit("programs", Math.max(flood, API_CLIENT_LIMIT), apiRoutes),
    ...(anonymousWrites.length > 0
      ? [rateLimit("doors", ANONYMOUS_WRITE_LIMIT, all(at(anonymousWrites), posted))]
      : []),
    ...(registrations.length > 0
      ? [totalLimit("registrations", REGISTRATION_LIMIT, all(at(registrations), posted), tooMany)]
      : []),
    ...(registrationPages.length > 0
      ? [totalLimit("registration-page", REGISTRATION_LIMIT, at(registrationPages), { challenge: {} })]
      : []),
    // Providers sign their requests, from any address; the chain verifies the signature.
    managedGroup("AWSManagedRulesAmazonIpReputationList", managed, none(fromProviders)),
    managedGroup("AWSManagedRulesKnownBadInputsRuleSet", managed, none(fromProviders)),
    managedGroup("AWSManagedRulesCommonRuleSet", managed, none(fromProviders), COUNTED_RULES),
  ];
}

/** The limit of an API client with the largest plan, plus a fifth. */
const API_CLIENT_LIMIT = allowances.enterprise.perMinute * 5 * 1.2;
const ANONYMOUS_WRITE_LIMIT = 300;

/**
 * The routes that create accounts from JSON, and the page with the form. An attacker with thousands of IPv6 networks stays below
 * every limit of an address, so all addresses together have a limit: five registrations a second. Beyond it, further ones get 429,
 * and sign-ins are unaffected. Only a browser that loads the page can solve a challenge, without the user's action.
 */
const REGISTRATIONS = ["auth.register", "mobile.auth.register"];
const REGISTRATION_PAGE = "web.register";
const REGISTRATION_LIMIT = 1500;

/**
 * Common rules that would block legitimate requests, so they only count: images of documents and long lists exceed 8 KB; a
 * description may mention `<script>`, a path or an address, and is escaped on output; a webhook's address is checked before it
 * is called; an API client may omit the user agent.
 */
const COUNTED_RULES = [
  "SizeRestrictions_BODY",
  "SizeRestrictions_QUERYSTRING",
  "NoUserAgent_HEADER",
  "CrossSiteScripting_BODY",
  "GenericLFI_BODY",
  "GenericRFI_BODY",
  "GenericRFI_QUERYARGUMENTS",
  "EC2MetaDataSSRF_BODY",
];

/** Blocks an address above a number of requests in five minutes, until it falls below again. */
const rateLimit = (name: string, limit: number, scopeDownStatement: Statement): Rule => ({
  name,
  statement: {
    rateBasedStatement: { limit, aggregateKeyType: "IP", evaluationWindowSec: 300, scopeDownStatement },
  },
  action: tooMany,
  visibilityConfig: visibility(name),
});

const tooMany: CfnWebACL.RuleActionProperty = {
  block: {
    customResponse: {
      responseCode: 429,
      customResponseBodyKey: "tooMany",
      responseHeaders: [{ name: "retry-after", value: "300" }],
    },
  },
};

/** Acts on the matching requests of all addresses while they exceed a number in five minutes. */
const totalLimit = (
  name: string,
  limit: number,
  scopeDownStatement: Statement,
  action: CfnWebACL.RuleActionProperty,
): Rule => ({
  name,
  statement: {
    rateBasedStatement: { limit, aggregateKeyType: "CONSTANT", evaluationWindowSec: 300, scopeDownStatement },
  },
  action,
  visibilityConfig: visibility(name),
});

/** Returns a rule for a managed group of AWS. */
const managedGroup = (
  name: string,
  managed: "block" | "count",
  scopeDownStatement: Statement,
  counted: readonly string[] = [],
): Rule => ({
  name,
  statement: {
    managedRuleGroupStatement: {
      vendorName: "AWS",
      name,
      scopeDownStatement,
      ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
  overrideAction: managed === "count" ? { count: {} } : { none: {} },
  visibilityConfig: visibility(name),
});

/** Samples are off, because they would show credentials in the console. */
const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
  metricName,
});

/**
 * API Gateway decodes a path once before it selects a route, so `/api/auth/%73ignin` is a sign-in. Dot segments and repeated
 * slashes are resolved too, so that no prefix exempts another path. Routes are case-sensitive, so case is left as it is. Source:
 * AWS WAF Developer Guide, Text transformations.
 */
const asRouted: CfnWebACL.TextTransformationProperty[] = [
  { priority: 0, type: "URL_DECODE" },
  { priority: 1, type: "NORMALIZE_PATH" },
];

/** AWS WAF's maximum for a regular expression. */
const REGEX_LENGTH = 512;

/** Matches the paths of routes, several in one expression: each statement costs 20 WCUs for the transformations. */
function at(routes: readonly RouteSpec[]): Statement {
  const groups: string[][] = [];
  for (const path of new Set(routes.flatMap(pathsOf).map((one) => one.replaceAll(".", "\\.")))) {
    const last = groups.at(-1);
    if (last && exactly([...last, path]).length <= REGEX_LENGTH) last.push(path);
    else groups.push([path]);
  }
  return anyOf(
    groups.map((paths) => ({
      regexMatchStatement: {
        fieldToMatch: { uriPath: {} },
        regexString: exactly(paths),
        textTransformations: asRouted,
      },
    })),
  );
}

const exactly = (paths: readonly string[]): string => `^(${paths.join("|")})$`;

const under = (searchString: string): Statement => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: "STARTS_WITH",
    searchString,
    textTransformations: asRouted,
  },
});
const posted: Statement = {
  byteMatchStatement: {
    fieldToMatch: { method: {} },
    positionalConstraint: "EXACTLY",
    searchString: "POST",
    textTransformations: [{ priority: 0, type: "NONE" }],
  },
};
// AWS WAF requires at least two statements in an `or`.
const anyOf = (statements: readonly Statement[]): Statement =>
  statements.length === 1 && statements[0] ? statements[0] : { orStatement: { statements: [...statements] } };
const all = (...statements: readonly Statement[]): Statement => ({
  andStatement: { statements: [...statements] },
});
const none = (...statements: readonly Statement[]): Statement => ({
  notStatement: { statement: anyOf(statements) },
});

/** Logs blocked and counted requests, without credentials. */
function logBlockedRequests(stack: Stack, config: StageConfig, acl: CfnWebACL): void {
  const log = new LogGroup(stack, "Log", {
    // WAF writes only to log groups with this prefix.
    logGroupName: `aws-waf-logs-svc-${config.stage}`,
    retention: config.logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  new CfnLoggingConfiguration(stack, "Logging", {
    resourceArn: acl.attrArn,
    // The ARN without the ":*" at its end.
    logDestinationConfigs: [
      stack.formatArn({
        service: "logs",
        resource: "log-group",
        resourceName: log.logGroupName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    ],
    redactedFields: [
      ...["authorization", "cookie", "x-api-key", "x-2fa-code", ORIGIN_SECRET_HEADER].map((name) => ({
        singleHeader: { Name: name },
      })),
      { queryString: {} },
    ],
    loggingFilter: {
      DefaultBehavior: "DROP",
      Filters: [
        {
          Behavior: "KEEP",
          Requirement: "MEETS_ANY",
          Conditions: ["BLOCK", "COUNT", "EXCLUDED_AS_COUNT"].map((Action) => ({
            ActionCondition: { Action },
          })),
        },
      ],
    },
  });
}

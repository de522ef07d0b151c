import { ArnFormat, CfnOutput, Fn, RemovalPolicy, type Stack } from "aws-cdk-lib";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { CfnLoggingConfiguration, CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import { ORIGIN_SECRET_HEADER } from "../contract/edge.ts";
import { allowances } from "../contract/limits.ts";
import { versions } from "../contract/public/schemas.ts";
import type { RouteSpec } from "../contract/route.ts";
import type { StageConfig } from "./config.ts";
import type { Firewall } from "./config-values.ts";

/**
 * The firewall of the distribution: what never gets to a function, nor to the bill of one. It is of scope CLOUDFRONT,
 * which lives in us-east-1 alone, so its stack is there.
 */

/** Where a web ACL of scope CLOUDFRONT must be. Source: AWS WAF Developer Guide. */
export const FIREWALL_REGION = "us-east-1";
const OUTPUT = "WebAclArn";

type Own = Extract<Firewall, { kind: "own" }>;

/** The ARN of the web ACL that the firewall's stack makes, for the distribution in another region. */
export const webAclOf = (stack: Stack): string => Fn.getStackOutput(stack.stackName, OUTPUT, FIREWALL_REGION);

/** Makes the web ACL, with the log of what it refuses. */
export function firewall(stack: Stack, config: StageConfig, own: Own, routes: readonly RouteSpec[]): void {
  const acl = new CfnWebACL(stack, "Firewall", {
    name: `svc-${config.stage}`,
    description: `What the distribution of svc ${config.stage} refuses`,
    scope: "CLOUDFRONT",
    defaultAction: { allow: {} },
    visibilityConfig: measured(`svc-${config.stage}-firewall`),
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
  logRefusals(stack, config, acl);
}

type Rule = Omit<CfnWebACL.RuleProperty, "priority">;
type Statement = CfnWebACL.StatementProperty;

function rules({ flood, managed }: Own, routes: readonly RouteSpec[]): Rule[] {
  const fromProviders = anyOf(routes.filter(({ auth }) => auth === "signature").map(({ path }) => at(path)));
  const ofPrograms = anyOf(versions.map((version) => under(`/${version}/`)));
  // Doors that anybody may knock at and that cost a password's hash, a letter or a text message.
  const doors = anyOf(
    routes
      .filter(({ auth, method, path }) => auth === "none" && method !== "GET" && !path.includes("{"))
      .map(({ path }) => at(path)),
  );
  return [
    limited("flood", flood, none(fromProviders, ofPrograms)),
    limited("programs", Math.max(flood, PROGRAMS), ofPrograms),
    limited("doors", DOORS, all(doors, posted)),
    // Providers sign what they send, from addresses that anybody may have; it is held against their secret.
    theirs("AWSManagedRulesAmazonIpReputationList", managed, none(fromProviders)),
    theirs("AWSManagedRulesKnownBadInputsRuleSet", managed, none(fromProviders)),
    theirs("AWSManagedRulesCommonRuleSet", managed, none(fromProviders), UNFIT),
  ];
}

/** A program of the largest plan, from one address, with a fifth to spare. */
const PROGRAMS = allowances.enterprise.perMinute * 5 * 1.2;
const DOORS = 300;

/**
 * What of the common rules would refuse what is right, so it is only counted: pictures of documents and long lists
 * are larger than 8 KB; a description may speak of `<script>`, of a path or of an address, and is escaped wherever it is
 * shown; a webhook's address is checked where it is called; a program may not name itself.
 */
const UNFIT = [
  "SizeRestrictions_BODY",
  "SizeRestrictions_QUERYSTRING",
  "NoUserAgent_HEADER",
  "CrossSiteScripting_BODY",
  "GenericLFI_BODY",
  "GenericRFI_BODY",
  "GenericRFI_QUERYARGUMENTS",
  "EC2MetaDataSSRF_BODY",
];

/** Refuses an address beyond so many requests in five minutes, until it has sent fewer again. */
const limited = (name: string, limit: number, scopeDownStatement: Statement): Rule => ({
  name,
  statement: {
    rateBasedStatement: { limit, aggregateKeyType: "IP", evaluationWindowSec: 300, scopeDownStatement },
  },
  action: {
    block: {
      customResponse: {
        responseCode: 429,
        customResponseBodyKey: "tooMany",
        responseHeaders: [{ name: "retry-after", value: "300" }],
      },
    },
  },
  visibilityConfig: measured(name),
});

/** A group of rules that AWS keeps. */
const theirs = (
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
  visibilityConfig: measured(name),
});

/** Without samples: they would show credentials to whoever opens the console. */
const measured = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
  metricName,
});

const match = (positionalConstraint: "EXACTLY" | "STARTS_WITH", searchString: string): Statement => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint,
    searchString,
    textTransformations: [{ priority: 0, type: "NONE" }],
  },
});
const at = (path: string): Statement => match("EXACTLY", path);
const under = (path: string): Statement => match("STARTS_WITH", path);
const posted: Statement = {
  byteMatchStatement: {
    fieldToMatch: { method: {} },
    positionalConstraint: "EXACTLY",
    searchString: "POST",
    textTransformations: [{ priority: 0, type: "NONE" }],
  },
};
// AWS WAF wants two statements at least to join.
const anyOf = (statements: readonly Statement[]): Statement =>
  statements.length === 1 && statements[0] ? statements[0] : { orStatement: { statements: [...statements] } };
const all = (...statements: readonly Statement[]): Statement => ({
  andStatement: { statements: [...statements] },
});
const none = (...statements: readonly Statement[]): Statement => ({
  notStatement: { statement: anyOf(statements) },
});

/** Logs what was refused or counted, without what opens a door. */
function logRefusals(stack: Stack, config: StageConfig, acl: CfnWebACL): void {
  const log = new LogGroup(stack, "Log", {
    // WAF writes to names that begin so alone.
    logGroupName: `aws-waf-logs-svc-${config.stage}`,
    retention: config.logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  new CfnLoggingConfiguration(stack, "Logging", {
    resourceArn: acl.attrArn,
    // As it is written without the ":*" at its end.
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

import { Duration, type Stack } from "aws-cdk-lib";
import { type Alarm, type IMetric, MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from "aws-cdk-lib/aws-codedeploy";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Alias,
  type IFunction,
  type IVersion,
  type Function as LambdaFunction,
} from "aws-cdk-lib/aws-lambda";
import type { RouteSpec } from "../contract/route.ts";
import { accept } from "./accept.ts";
import { alarm, ownMetric } from "./alarms.ts";
import { movesMoney } from "./limits.ts";
import type { Platform } from "./platform.ts";

/**
 * Releases the routes that move money in two steps. A tenth of the requests goes to the new version for five minutes; one 5xx
 * rolls back the traffic and the stack. Other routes, consumers and schedules change immediately: their callers and queues
 * retry.
 */

/** The alias that receives the requests. */
export const ALIAS = "live";

/** The canary deployments of one stack. */
export class Canary {
  readonly #stack: Stack;
  readonly #platform: Platform;
  #group: { readonly application: LambdaApplication; readonly role: Role } | undefined;

  constructor(stack: Stack, platform: Platform) {
    this.#stack = stack;
    this.#platform = platform;
  }

  /** Returns a route's integration target: an alias if the route has a canary deployment, else the function. */
  target(route: RouteSpec, made: LambdaFunction): IFunction {
    if (!this.#platform.config.canary || !movesMoney(route)) return made;
    const alias = new Alias(made, "Live", { aliasName: ALIAS, version: made.currentVersion as IVersion });
    const { application, role } = this.#shared();
    new LambdaDeploymentGroup(made, "Canary", {
      application,
      role,
      alias,
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      alarms: [this.#alarm(route, made)],
    });
    return alias as IFunction;
  }

  #shared() {
    this.#group ??= {
      application: new LambdaApplication(this.#stack, "Releases"),
      role: deployer(this.#stack),
    };
    return this.#group;
  }

  #alarm(route: RouteSpec, made: LambdaFunction): Alarm {
    const { stage } = this.#platform.config;
    return alarm(made, `${route.id}.faults`, this.#platform, {
      section: "the-api-answers-5xx",
      description: `${route.id} moves money and answered 5xx: its log is /svc/${stage}/${route.id}. A release in progress is rolled back automatically.`,
      metric: faults(route, made, this.#platform),
      threshold: 1,
      // FILL sets a minute to 0 before its late data arrives, so the alarm evaluates each minute three times.
      periods: 3,
      datapoints: 1,
    });
  }
}

/**
 * Returns the metric of a route's failures: 5xx of its handler, from its log lines, and crashes and timeouts, which Lambda
 * counts by alias. API Gateway's metrics by route would cost six paid metrics for each route and path.
 */
function faults(route: RouteSpec, { functionName }: LambdaFunction, { config }: Platform): IMetric {
  const period = Duration.minutes(1);
  const crashed = new Metric({
    namespace: "AWS/Lambda",
    metricName: "Errors",
    dimensionsMap: { FunctionName: functionName, Resource: `${functionName}:${ALIAS}` },
    period,
    statistic: "sum",
  });
  return new MathExpression({
    expression: "FILL(answered, 0) + FILL(crashed, 0)",
    usingMetrics: { answered: ownMetric(config, "fault", { period }, ["route", route.id]), crashed },
    period,
  });
}

function deployer(stack: Stack): Role {
  const role = new Role(stack, "ReleasesRole", {
    assumedBy: new ServicePrincipal("codedeploy.amazonaws.com"),
  });
  accept(
    role,
    "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]",
    "CodeDeploy's own policy for Lambda: it moves aliases and reads alarms, and calls nothing else here.",
  );
  return role;
}

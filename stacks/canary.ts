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
 * A release reaches the routes that move money by degrees: a tenth of the requests go to the new version for five
 * minutes, and if one of them is answered 5xx, all go back to the version before, and so does the stack. Other routes
 * and whatever runs without a caller change at once: what fails there is asked again, or delivered again.
 */

/** The alias that requests come by. */
export const ALIAS = "live";

/** What deploys by degrees in one stack. */
export class Canary {
  readonly #stack: Stack;
  readonly #platform: Platform;
  #group: { readonly application: LambdaApplication; readonly role: Role } | undefined;

  constructor(stack: Stack, platform: Platform) {
    this.#stack = stack;
    this.#platform = platform;
  }

  /** The door to a function: where it deploys by degrees an alias, otherwise the function itself. */
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
      description: `${route.id} moves money and answered 5xx: its log is /svc/${stage}/${route.id}. A release that is under way goes back by itself.`,
      metric: faults(route, made, this.#platform),
      threshold: 1,
      // A minute is filled with 0 before what comes late of it is there, and is looked at again.
      periods: 3,
      datapoints: 1,
    });
  }
}

/**
 * What of a route fails: 5xx that its handler answers, as its log lines tell, and runs that crashed or took too long, as
 * Lambda counts them by the alias. API Gateway's own count by route would be six paid metrics for each route and path.
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
    "CodeDeploy's own policy for Lambda: it moves aliases, reads alarms, and calls nothing else here.",
  );
  return role;
}

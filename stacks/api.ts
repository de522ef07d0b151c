import { CfnOutput, Fn, Stack } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import { HttpApi, HttpStage, LogGroupLogDestination } from "aws-cdk-lib/aws-apigatewayv2";
import type { Construct } from "constructs";
import type { ApiName } from "./limits.ts";
import { type Logs, log, removalOfNamed } from "./logs.ts";

/**
 * Exports the host of a URL as a stack output and returns a reference to it. The owning stack extracts the host, because
 * references to outputs are not documented inside Fn::Split. A stack that uses it must declare its dependency.
 */
export function hostOutput(stack: Stack, id: string, url: string): string {
  new CfnOutput(stack, id, { value: Fn.select(2, Fn.split("/", url)) });
  return Fn.getStackOutput(stack.stackName, id);
}

/** A line of the access log. Numbers are quoted because API Gateway writes `-` for missing ones. */
const accessLogLine = {
  // The functions' `gatewayRequestId`. The response's id derives from it if the caller gave none.
  gatewayRequestId: "$context.requestId",
  time: "$context.requestTime",
  route: "$context.routeKey",
  method: "$context.httpMethod",
  path: "$context.path",
  status: "$context.status",
  latencyMs: "$context.responseLatency",
  integrationLatencyMs: "$context.integrationLatency",
  integrationError: "$context.integrationErrorMessage",
  // If a function crashed or timed out, only Lambda's own log lines exist, with this id.
  functionRequestId: "$context.integration.requestId",
  ip: "$context.identity.sourceIp",
  userAgent: "$context.identity.userAgent",
  bytes: "$context.responseLength",
};

export interface Api {
  readonly httpApi: HttpApi;
  readonly stage: HttpStage;
  /** `<api>.execute-api.<region>.amazonaws.com`, for other stacks. */
  readonly host: string;
}

/**
 * Creates an HTTP API that families share. The handler chain answers CORS preflights, because only it knows which origins
 * may send cookies. The throttle covers the whole stage; the chain limits each caller.
 */
export function api(scope: Construct, shared: Logs, name: ApiName): Api {
  const { config } = shared;
  const [prefix, suffix] = name === "main" ? ["", ""] : ["Public", "-public"];
  const httpApi = new HttpApi(scope, `${prefix}Api`, {
    apiName: `svc-${config.stage}${suffix}`,
    createDefaultStage: false,
  });
  const logs = log(scope, `${prefix}AccessLog`, shared, {
    // With this prefix the log needs no entry in the account's log resource policy, which is limited to 5120 characters.
    name: `/aws/vendedlogs/svc-${config.stage}/access${suffix}`,
    removalPolicy: removalOfNamed(config),
  });
  const stage = new HttpStage(scope, `${prefix}Stage`, {
    httpApi,
    stageName: "$default",
    autoDeploy: true,
    throttle: config.throttle,
    accessLogSettings: {
      destination: new LogGroupLogDestination(logs),
      format: AccessLogFormat.custom(JSON.stringify(accessLogLine)),
    },
  });
  return { httpApi, stage, host: hostOutput(Stack.of(scope), `${prefix}ApiHost`, httpApi.apiEndpoint) };
}

import { Stack } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import { HttpApi, HttpStage, LogGroupLogDestination } from "aws-cdk-lib/aws-apigatewayv2";
import type { Construct } from "constructs";
import { hostOutput } from "./host.ts";
import type { ApiName } from "./limits.ts";
import { type Logs, log } from "./logs.ts";
import { removalOfNamed } from "./removal.ts";

/** One line of the access log. Numbers are quoted because API Gateway writes `-` where it has none. */
const accessLogLine = {
  // What the functions call `gatewayRequestId`, and what the id in the answer is made of where the caller gave none.
  gatewayRequestId: "$context.requestId",
  time: "$context.requestTime",
  route: "$context.routeKey",
  method: "$context.httpMethod",
  path: "$context.path",
  status: "$context.status",
  latencyMs: "$context.responseLatency",
  integrationLatencyMs: "$context.integrationLatency",
  integrationError: "$context.integrationErrorMessage",
  // Of a function that crashed or ran out of time, Lambda alone has lines: under this id.
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
 * An HTTP API that families share. It has no CORS of its own: the handler chain answers preflights,
 * since it alone knows which origins may send cookies. Its stage is throttled as a whole; limits per caller
 * are the chain's.
 */
export function api(scope: Construct, shared: Logs, name: ApiName): Api {
  const { config } = shared;
  const [prefix, suffix] = name === "main" ? ["", ""] : ["Public", "-public"];
  const httpApi = new HttpApi(scope, `${prefix}Api`, {
    apiName: `svc-${config.stage}${suffix}`,
    createDefaultStage: false,
  });
  const logs = log(scope, `${prefix}AccessLog`, shared, {
    // Under this prefix the delivery needs no entry in the account's log resource policy, which ends at 5120
    // characters.
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

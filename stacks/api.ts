import { Stack } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import { HttpApi, HttpStage, LogGroupLogDestination } from "aws-cdk-lib/aws-apigatewayv2";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { StageConfig } from "./config.ts";
import { hostOutput } from "./host.ts";
import type { ApiName } from "./limits.ts";
import { removalOfNamed } from "./removal.ts";

/** One line of the access log. Numbers are quoted because API Gateway writes `-` where it has none. */
const accessLogLine = {
  requestId: "$context.requestId",
  time: "$context.requestTime",
  route: "$context.routeKey",
  method: "$context.httpMethod",
  path: "$context.path",
  status: "$context.status",
  latencyMs: "$context.responseLatency",
  integrationLatencyMs: "$context.integrationLatency",
  integrationError: "$context.integrationErrorMessage",
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
export function api(scope: Construct, config: StageConfig, name: ApiName): Api {
  const [prefix, suffix] = name === "main" ? ["", ""] : ["Public", "-public"];
  const httpApi = new HttpApi(scope, `${prefix}Api`, {
    apiName: `svc-${config.stage}${suffix}`,
    createDefaultStage: false,
  });
  const logs = new LogGroup(scope, `${prefix}AccessLog`, {
    // Under this prefix the delivery needs no entry in the account's log resource policy, which ends at 5120
    // characters.
    logGroupName: `/aws/vendedlogs/svc-${config.stage}/access${suffix}`,
    retention: config.logRetentionDays,
    removalPolicy: removalOfNamed(config),
  });
  const stage = new HttpStage(scope, `${prefix}Stage`, {
    httpApi,
    stageName: "$default",
    autoDeploy: true,
    throttle: config.throttle,
    detailedMetricsEnabled: true,
    accessLogSettings: {
      destination: new LogGroupLogDestination(logs),
      format: AccessLogFormat.custom(JSON.stringify(accessLogLine)),
    },
  });
  return { httpApi, stage, host: hostOutput(Stack.of(scope), `${prefix}ApiHost`, httpApi.apiEndpoint) };
}

import { Duration, RemovalPolicy, type Stack } from "aws-cdk-lib";
import { AccessLogFormat, CfnAccount } from "aws-cdk-lib/aws-apigateway";
import { LogGroupLogDestination, WebSocketRoute, WebSocketStage } from "aws-cdk-lib/aws-apigatewayv2";
import { WebSocketLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { ManagedPolicy, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { routeKeyOf, type SocketSpec, socketEvents } from "../contract/socket.ts";
import { accept } from "./accept.ts";
import { alarm } from "./alarms.ts";
import { type FnOptions, fn } from "./fn.ts";
import { log, removalOfNamed } from "./logs.ts";
import type { Platform } from "./platform.ts";
import { socketUnit } from "./units.ts";

/**
 * The stack of the WebSocket: a Lambda for each of its events, the routes that lead there, the stage with its
 * log.
 */
export function sockets(stack: Stack, specs: readonly SocketSpec[], options: FnOptions): void {
  const [spec, second] = specs;
  if (!spec) return;
  // An API has one $connect, whatever the path.
  if (second)
    throw new Error(`socket ${second.id} needs a WebSocket API of its own beside that of ${spec.id}`);
  const { platform } = options;
  const routes = socketEvents.map((event) => {
    const unit = socketUnit(spec, event);
    const made = fn(stack, unit, options);
    alarm(stack, `${unit.id}.errors`, platform, {
      section: "a-function-failed",
      description: `${unit.id} failed: its log is /svc/${platform.config.stage}/${unit.id}.`,
      metric: made.metricErrors({ period: Duration.minutes(5), statistic: "sum" }),
      threshold: 1,
    });
    return new WebSocketRoute(stack, `${unit.id}.route`, {
      webSocketApi: platform.sockets.api,
      routeKey: routeKeyOf[event],
      integration: new WebSocketLambdaIntegration(`${unit.id}.integration`, made),
    });
  });
  const stage = socketStage(stack, platform);
  // API Gateway deploys no API without routes, and a deployment holds those that there are.
  for (const route of routes) stage.node.addDependency(route);
  accept(
    stack,
    "AwsSolutions-APIG4",
    "The connect handler checks the API key and counts the connections of its holder; prices themselves are public.",
  );
}

/** One line of the access log. The query is left out: it may hold an API key. */
const accessLogLine = {
  // What the functions call `gatewayRequestId`, and what the id in the answer is made of where the caller gave none.
  gatewayRequestId: "$context.requestId",
  time: "$context.requestTime",
  route: "$context.routeKey",
  event: "$context.eventType",
  connectionId: "$context.connectionId",
  status: "$context.status",
  integrationStatus: "$context.integrationStatus",
  integrationLatencyMs: "$context.integrationLatency",
  error: "$context.error.message",
  ip: "$context.identity.sourceIp",
  userAgent: "$context.identity.userAgent",
};

function socketStage(stack: Stack, platform: Platform): WebSocketStage {
  const {
    config,
    sockets: { api, stageName },
  } = platform;
  const logs = log(stack, "AccessLog", platform, {
    name: `/aws/vendedlogs/svc-${config.stage}/sockets`,
    removalPolicy: removalOfNamed(config),
  });
  const stage = new WebSocketStage(stack, "Stage", {
    webSocketApi: api,
    stageName,
    autoDeploy: true,
    throttle: config.throttle,
    accessLogSettings: {
      destination: new LogGroupLogDestination(logs),
      format: AccessLogFormat.custom(JSON.stringify(accessLogLine)),
    },
  });
  stage.node.addDependency(loggingAccount(stack));
  alarm(stack, "sockets.execution", platform, {
    section: "the-websocket-cannot-reach-its-functions",
    description: "API Gateway could not call a WebSocket handler: its access log says which and why.",
    metric: new Metric({
      namespace: "AWS/ApiGateway",
      metricName: "ExecutionError",
      dimensionsMap: { ApiId: api.apiId, Stage: stageName },
      period: Duration.minutes(5),
      statistic: "sum",
    }),
    threshold: 5,
  });
  return stage;
}

/**
 * Lets API Gateway write logs in this account and region: WebSocket APIs, unlike HTTP APIs, have no other
 * way.
 */
function loggingAccount(stack: Stack): CfnAccount {
  const role = new Role(stack, "GatewayLogs", {
    assumedBy: new ServicePrincipal("apigateway.amazonaws.com"),
    managedPolicies: [
      ManagedPolicy.fromAwsManagedPolicyName("service-role/AmazonAPIGatewayPushToCloudWatchLogs"),
    ],
  });
  role.applyRemovalPolicy(RemovalPolicy.RETAIN);
  accept(
    role,
    "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]",
    "The account has one such role for every API in the region, ours or not, and API Gateway refuses a role with less than this policy.",
  );
  const account = new CfnAccount(stack, "GatewayAccount", { cloudWatchRoleArn: role.roleArn });
  account.applyRemovalPolicy(RemovalPolicy.RETAIN);
  return account;
}

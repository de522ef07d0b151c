import { RemovalPolicy, type Stack } from "aws-cdk-lib";
import { AccessLogFormat, CfnAccount } from "aws-cdk-lib/aws-apigateway";
import { LogGroupLogDestination, WebSocketRoute, WebSocketStage } from "aws-cdk-lib/aws-apigatewayv2";
import { WebSocketLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { ManagedPolicy, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { routeKeyOf, type SocketSpec, socketEvents } from "../contract/socket.ts";
import { accept } from "./accept.ts";
import { alarm, errorAlarm, PERIOD } from "./alarms.ts";
import { type FnOptions, fn } from "./fn.ts";
import { log, removalOfNamed } from "./logs.ts";
import type { Platform } from "./platform.ts";
import { socketUnit } from "./units.ts";

/** Builds the stack of the WebSocket: a Lambda and a route for each of its events, and the stage with its log. */
export function sockets(stack: Stack, specs: readonly SocketSpec[], options: FnOptions): void {
  const [spec, second] = specs;
  if (!spec) return;
  // An API has one $connect, whatever the path.
  if (second) throw new Error(`socket ${second.id} needs its own WebSocket API, besides that of ${spec.id}`);
  const { platform } = options;
  const routes = socketEvents.map((event) => {
    const unit = socketUnit(spec, event);
    const made = fn(stack, unit, options);
    errorAlarm(stack, unit.id, made, platform);
    return new WebSocketRoute(stack, `${unit.id}.route`, {
      webSocketApi: platform.sockets.api,
      routeKey: routeKeyOf[event],
      integration: new WebSocketLambdaIntegration(`${unit.id}.integration`, made),
    });
  });
  const stage = socketStage(stack, platform);
  // A deployment of the API contains only routes that exist before it, and fails without any.
  for (const route of routes) stage.node.addDependency(route);
  accept(
    stack,
    "AwsSolutions-APIG4",
    "The connect handler checks the API key and counts the connections of its owner; prices themselves are public.",
  );
}

/** A line of the access log. It omits the query string, which may hold an API key. */
const accessLogLine = {
  // The functions' `gatewayRequestId`. The response's id derives from it if the caller gave none.
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
    description: "API Gateway could not call a WebSocket handler: its access log names it and the reason.",
    metric: new Metric({
      namespace: "AWS/ApiGateway",
      metricName: "ExecutionError",
      dimensionsMap: { ApiId: api.apiId, Stage: stageName },
      period: PERIOD,
      statistic: "sum",
    }),
    threshold: 5,
  });
  return stage;
}

/** Lets API Gateway write logs in this account and region. WebSocket APIs need it, unlike HTTP APIs. */
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
    "The account has one such role for every API in the region, and API Gateway rejects a role with fewer permissions.",
  );
  const account = new CfnAccount(stack, "GatewayAccount", { cloudWatchRoleArn: role.roleArn });
  account.applyRemovalPolicy(RemovalPolicy.RETAIN);
  return account;
}

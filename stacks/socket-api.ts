import { CfnOutput, Fn, Stack } from "aws-cdk-lib";
import { WebSocketApi } from "aws-cdk-lib/aws-apigatewayv2";
import type { Construct } from "constructs";
import { hostOutput } from "./api.ts";
import type { StageConfig } from "./config.ts";

/** The WebSocket API for other stacks: its address for clients, and its management endpoint. */
export interface SocketApi {
  readonly api: WebSocketApi;
  readonly stageName: string;
  /** `<api>.execute-api.<region>.amazonaws.com` */
  readonly host: string;
  /** The management endpoint: `https://<host>/<stage>`. */
  readonly connectionsUrl: string;
}

/** The last part of the API's address. CloudFront hides it from clients. */
const STAGE_NAME = "live";
const API_ID_OUTPUT = "SocketApiId";

/**
 * Creates the WebSocket API without routes: they and its stage are in the stack of its functions. Its address is known here, so
 * that the edge and every sending function can reference it without a cycle.
 */
export function socketApi(scope: Construct, config: StageConfig): SocketApi {
  const api = new WebSocketApi(scope, "Sockets", {
    apiName: `svc-${config.stage}-sockets`,
    // Only the `$default` route exists: the handler parses messages itself and answers invalid ones with our own error.
    routeSelectionExpression: "$request.body.action",
  });
  new CfnOutput(scope, API_ID_OUTPUT, { value: api.apiId });
  const host = hostOutput(Stack.of(scope), "SocketHost", api.apiEndpoint);
  return { api, stageName: STAGE_NAME, host, connectionsUrl: `https://${host}/${STAGE_NAME}` };
}

/**
 * Returns the ARNs for sending to connections, inspecting and closing them. The API's id is a stack output, so that the id of
 * the wildcard finding is known before the stacks are assembled.
 */
export function connectionArns(scope: Construct, { api, stageName }: SocketApi): string[] {
  const { partition, region, account } = Stack.of(scope);
  const apiId = Fn.getStackOutput(Stack.of(api).stackName, API_ID_OUTPUT);
  return ["POST", "GET", "DELETE"].map(
    (method) =>
      `arn:${partition}:execute-api:${region}:${account}:${apiId}/${stageName}/${method}/@connections/*`,
  );
}

import { CfnOutput, Fn, Stack } from "aws-cdk-lib";
import { WebSocketApi } from "aws-cdk-lib/aws-apigatewayv2";
import type { Construct } from "constructs";
import { hostOutput } from "./api.ts";
import type { StageConfig } from "./config.ts";

/** The WebSocket API as all others see it: the door to it, and the way back to its connections. */
export interface SocketApi {
  readonly api: WebSocketApi;
  readonly stageName: string;
  /** `<api>.execute-api.<region>.amazonaws.com` */
  readonly host: string;
  /** The management endpoint: `https://<host>/<stage>`. */
  readonly connectionsUrl: string;
}

/** The last part of the API's address; CloudFront's visitors never see it. */
const STAGE_NAME = "live";
const API_ID_OUTPUT = "SocketApiId";

/**
 * The WebSocket API, still without routes: they and its stage are in the stack of its functions. Its address
 * is known here, so that the edge and every function that sends can name it without a circle.
 */
export function socketApi(scope: Construct, config: StageConfig): SocketApi {
  const api = new WebSocketApi(scope, "Sockets", {
    apiName: `svc-${config.stage}-sockets`,
    // No route but `$default` is ever chosen: the handler reads a message itself, and answers nonsense in our
    // own words.
    routeSelectionExpression: "$request.body.action",
  });
  new CfnOutput(scope, API_ID_OUTPUT, { value: api.apiId });
  const host = hostOutput(Stack.of(scope), "SocketHost", api.apiEndpoint);
  return { api, stageName: STAGE_NAME, host, connectionsUrl: `https://${host}/${STAGE_NAME}` };
}

/**
 * What a function that sends to connections, looks at them or ends them, is allowed. The API's id is read
 * from the output by its name, so that the text of the finding below is known before the stacks are put
 * together.
 */
export function connectionArns(scope: Construct, { api, stageName }: SocketApi): string[] {
  const { partition, region, account } = Stack.of(scope);
  const apiId = Fn.getStackOutput(Stack.of(api).stackName, API_ID_OUTPUT);
  return ["POST", "GET", "DELETE"].map(
    (method) =>
      `arn:${partition}:execute-api:${region}:${account}:${apiId}/${stageName}/${method}/@connections/*`,
  );
}

/**
 * A resource as cdk-nag writes it in the name of a finding: references in angle brackets, other functions as
 * JSON.
 */
export function nagText(scope: Construct, arn: string): string {
  const [, parts]: [string, unknown[]] = Stack.of(scope).resolve(arn)["Fn::Join"];
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      const { Ref: name } = part as { Ref?: string };
      return name === undefined ? JSON.stringify(part) : `<${name}>`;
    })
    .join("");
}

import type { APIGatewayProxyStructuredResultV2, APIGatewayProxyWebsocketEventV2 } from "aws-lambda";
import { Internal, SvcError } from "../../core/kernel/errors.ts";
import * as Correlation from "../../core/platform/correlation.ts";
import { log } from "../../core/platform/log.ts";
import { publicError, renderError } from "./envelope.ts";
import { outcomeFields, requestIdFrom } from "./observe.ts";

/** The chain of WebSocket handlers: the log line, the metrics, and an error's response. */

/** The event of a WebSocket API. Only `$connect` has headers and query; headers are in the client's case. */
export type SocketEvent = APIGatewayProxyWebsocketEventV2 & {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly requestContext: { readonly identity: { readonly sourceIp: string } };
};

export type SocketHandler = (event: SocketEvent) => Promise<APIGatewayProxyStructuredResultV2>;

export const socketHeader = (event: SocketEvent, name: string): string | undefined =>
  Object.entries(event.headers ?? {}).find(([given]) => given.toLowerCase() === name)?.[1];

function finish(id: string, event: SocketEvent, startedMs: number, status: number, error: unknown): void {
  const { requestId: gatewayRequestId, connectionId } = event.requestContext;
  const durationMs = Math.round(performance.now() - startedMs);
  const line = {
    gatewayRequestId,
    connectionId,
    status,
    ...outcomeFields(status, durationMs, { route: id }),
  };
  if (status >= 500)
    log.error("socket: event failed; the client sees no answer to it and can repeat it", { ...line, error });
  else
    log.info("socket: event answered", {
      ...line,
      ...(error instanceof SvcError && { errorCode: error.code }),
    });
}

/**
 * Makes the Lambda handler of a WebSocket event. Internal errors are thrown to raise the function's alarm, because no
 * client sees the response to a message or a disconnect.
 */
export function socketHandler(id: string, run: (event: SocketEvent) => Promise<void>): SocketHandler {
  const handle = async (event: SocketEvent, requestId: string) => {
    const startedMs = performance.now();
    try {
      await run(event);
      finish(id, event, startedMs, 200, undefined);
      return { statusCode: 200 };
    } catch (error) {
      const shown = publicError(error, requestId);
      const response = renderError({ family: "defi" }, shown, requestId);
      finish(id, event, startedMs, response.statusCode ?? 500, shown.cause ?? shown);
      if (shown.is(Internal)) throw error;
      return response;
    }
  };
  return (event) => {
    const requestId = requestIdFrom(event.requestContext.requestId);
    return Correlation.under(requestId, () => handle(event, requestId));
  };
}

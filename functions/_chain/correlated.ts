import type { PluginExecutionMode } from "@middy/core";
import { executionModeStandard } from "@middy/core/executionModeStandard";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import * as Correlation from "../../core/platform/correlation.ts";

/** Under which id a request is worked on: see `core/platform/correlation.ts`. */

/** W3C Trace Context, section 3.2: version, id of the trace, id of the parent, flags. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/;

/** The id that API Gateway gave the request, as ours: its access log has it. */
export const ownId = (gatewayRequestId: string): string => `req_${gatewayRequestId.replace(/[^\w-]/g, "")}`;

/**
 * The caller's own id for the request where it is a sane one, or that of the trace that it is part of; else API
 * Gateway's.
 */
export function correlationId({ headers, requestContext }: APIGatewayProxyEventV2): string {
  const [, traceId] = TRACEPARENT.exec(headers?.["traceparent"] ?? "") ?? [];
  return (
    Correlation.safe(headers?.["x-correlation-id"]) ??
    Correlation.safe(headers?.["x-request-id"]) ??
    traceId ??
    ownId(requestContext.requestId)
  );
}

interface Request {
  readonly event: APIGatewayProxyEventV2;
}
/** What middy makes a handler of. */
interface Core {
  readonly middyRequest: unknown;
  readonly runRequest: (request: Request, ...steps: unknown[]) => Promise<unknown>;
}
type Mode = (core: Core, ...steps: unknown[]) => unknown;

/** A mode of middy in which each request, steps and handler, is worked on under its id. */
export function correlated(mode: PluginExecutionMode = executionModeStandard): PluginExecutionMode {
  const within: Mode = ({ middyRequest, runRequest }, ...steps) =>
    (mode as unknown as Mode)(
      {
        middyRequest,
        runRequest: (request, ...more) =>
          Correlation.under(correlationId(request.event), () => runRequest(request, ...more)),
      },
      ...steps,
    );
  return within as unknown as PluginExecutionMode;
}

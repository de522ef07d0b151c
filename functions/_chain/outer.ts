import middy, { type PluginExecutionMode } from "@middy/core";
import { executionModeStandard } from "@middy/core/executionModeStandard";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import type { RouteSpec } from "../../contract/route.ts";
import * as Correlation from "../../core/platform/correlation.ts";
import { edge } from "./edge.ts";
import { envelope } from "./envelope.ts";
import { headers } from "./headers.ts";
import { correlationId, observe } from "./observe.ts";
import type { Step } from "./request.ts";

/** A Lambda handler behind API Gateway's HTTP API, payload format 2.0. */
export type Handler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/**
 * Makes the outer part of the chain, which every handler has: correlation id, log line and metrics, response headers,
 * error envelope, and the check that the request came through our distribution.
 * @param outermost steps that run before all others, and after the error envelope
 */
export const outerChain = (
  spec: RouteSpec,
  {
    outermost = [],
    mode = executionModeStandard,
  }: { readonly outermost?: readonly Step[]; readonly mode?: PluginExecutionMode } = {},
) =>
  middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Error, Context>({
    executionMode: correlated(mode),
  })
    .use(observe(spec))
    .use([headers(spec), ...outermost])
    .use(envelope(spec))
    .use(edge);

interface Request {
  readonly event: APIGatewayProxyEventV2;
}
/** The argument that middy passes to an execution mode. */
interface Core {
  readonly middyRequest: unknown;
  readonly runRequest: (request: Request, ...steps: unknown[]) => Promise<unknown>;
}
type Mode = (core: Core, ...steps: unknown[]) => unknown;

/** Wraps an execution mode of middy so that steps and handler run under the request's correlation id. */
function correlated(mode: PluginExecutionMode): PluginExecutionMode {
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

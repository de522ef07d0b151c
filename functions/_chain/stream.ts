import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import middy from "@middy/core";
import { executionModeStreamifyResponse } from "@middy/core/executionModeStreamifyResponse";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import type { RouteSpec } from "../../contract/route.ts";
import * as Correlation from "../../core/platform/correlation.ts";
import { admit } from "./admit.ts";
import type { Call } from "./call.ts";
import { correlated } from "./correlated.ts";
import { throughTheEdge } from "./edge.ts";
import { envelope } from "./envelope.ts";
import { headers, isPreflight, preflight } from "./headers.ts";
import { input } from "./input.ts";
import { wrongMethod } from "./method.ts";
import type { Step } from "./middleware.ts";
import { observe } from "./observe.ts";
import { callOf } from "./serve.ts";

/** An answer that is written while it is made. */
export interface StreamReply {
  /** 200 unless told. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReadableStream | string | MakeBody;
}

/** Makes an answer piece by piece. @param signal is aborted once the client is gone: nobody waits any more */
type MakeBody = (signal: AbortSignal) => AsyncIterable<string>;

/** A Lambda handler behind a Function URL that streams (`InvokeMode: RESPONSE_STREAM`). */
export type StreamHandler = (
  event: APIGatewayProxyEventV2,
  stream: unknown,
  context: Context,
) => Promise<void>;

/** A route whose answer is streamed. */
export type StreamSpec = RouteSpec & { readonly stream: true };

/**
 * Makes the Lambda handler of a streamed route. It goes through the same chain as any other; errors before
 * the first byte come in the family's envelope.
 *
 * A browser's preflight and a method that the route does not take are answered before admission: behind a
 * Function URL there is no `$default` route that would.
 */
export function serveStream<const R extends StreamSpec>(
  spec: R,
  run: (call: Call<R>, context: Context) => Promise<StreamReply>,
): StreamHandler {
  const methods = spec.method === "ANY" ? "GET, POST, PUT, PATCH, DELETE" : spec.method;
  const work = async (event: APIGatewayProxyEventV2, context: Context) => {
    if (isPreflight(event)) return { ...preflight(event, methods), body: "" };
    if (!takes(spec, event)) return wrongMethod(event, spec, [spec.method]);
    const { status = 200, headers, body } = await run(callOf<R, never>(spec, event, undefined), context);
    return { statusCode: status, headers, body: typeof body === "function" ? readable(body) : body };
  };
  return middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Error, Context>({
    executionMode: correlated(executionModeStreamifyResponse),
  })
    .use(observe(spec))
    .use(headers(spec))
    .use(envelope(spec))
    .use(throughTheEdge)
    .use(ofItsMethod(spec, admit(spec)))
    .use(ofItsMethod(spec, input(spec)))
    .handler(work as never) as unknown as StreamHandler;
}

function readable(make: MakeBody): Readable {
  const leaving = new AbortController();
  const pieces = Correlation.iterate(make(leaving.signal))[Symbol.asyncIterator]();
  return Readable.from({
    [Symbol.asyncIterator]: () => ({
      next: () => pieces.next(),
      // A generator that waits returns once its wait is over, so that is ended first.
      return: async () => {
        leaving.abort();
        await pieces.return?.();
        return { done: true, value: undefined };
      },
    }),
  });
}

const takes = ({ method }: RouteSpec, event: APIGatewayProxyEventV2): boolean =>
  method === "ANY" || method === event.requestContext.http.method;

const ofItsMethod = (spec: RouteSpec, { before }: Step): Step => ({
  before: async (request) => {
    if (takes(spec, request.event) && !isPreflight(request.event)) await before?.(request);
  },
});

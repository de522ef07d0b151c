import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { executionModeStreamifyResponse } from "@middy/core/executionModeStreamifyResponse";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import type { RouteSpec } from "../../contract/route.ts";
import * as ApiKey from "../../core/identity/api-keys/open.ts";
import * as Correlation from "../../core/platform/correlation.ts";
import { admit } from "./admit.ts";
import type { Call } from "./call.ts";
import { wrongMethod } from "./envelope.ts";
import { isPreflight, preflight } from "./headers.ts";
import { input } from "./input.ts";
import { outerChain } from "./outer.ts";
import type { Step } from "./request.ts";
import { callOf } from "./serve.ts";

/** A response that is sent piece by piece. */
export interface StreamReply {
  /** Defaults to 200. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReadableStream | string | MakeBody;
}

/** Makes a body piece by piece. @param signal is aborted when the client disconnects */
type MakeBody = (signal: AbortSignal) => AsyncIterable<string>;

/** A Lambda handler behind a Function URL that streams (`InvokeMode: RESPONSE_STREAM`). */
type StreamHandler = (event: APIGatewayProxyEventV2, stream: unknown, context: Context) => Promise<void>;

/**
 * Makes the Lambda handler of a streamed route, with the chain of other routes. Errors before the first byte use the
 * family's envelope. Preflights and wrong methods are answered before admission, because a Function URL has no
 * `$default` route for them.
 */
export function serveStream<const R extends RouteSpec & { readonly stream: true }>(
  spec: R,
  run: (call: Call<R>, context: Context) => Promise<StreamReply>,
): StreamHandler {
  const methods = spec.method === "ANY" ? "GET, POST, PUT, PATCH, DELETE" : spec.method;
  const accepts = (event: APIGatewayProxyEventV2): boolean =>
    spec.method === "ANY" || spec.method === event.requestContext.http.method;
  const unlessAnswered = ({ before }: Step): Step => ({
    before: async (request) => {
      if (accepts(request.event) && !isPreflight(request.event)) await before?.(request);
    },
  });
  const work = async (event: APIGatewayProxyEventV2, context: Context) => {
    if (isPreflight(event)) return { ...preflight(event, methods), body: "" };
    if (!accepts(event)) return wrongMethod(event, spec, [spec.method]);
    const { status = 200, headers, body } = await run(callOf<R, never>(spec, event, undefined), context);
    return { statusCode: status, headers, body: typeof body === "function" ? readable(body) : body };
  };
  return outerChain(spec, { mode: executionModeStreamifyResponse })
    .use(unlessAnswered(admit(spec, undefined, ApiKey)))
    .use(unlessAnswered(input(spec)))
    .handler(work as never) as unknown as StreamHandler;
}

function readable(make: MakeBody): Readable {
  const disconnected = new AbortController();
  const pieces = Correlation.iterate(make(disconnected.signal))[Symbol.asyncIterator]();
  return Readable.from({
    [Symbol.asyncIterator]: () => ({
      next: () => pieces.next(),
      // A generator that waits cannot return, so its wait is aborted first.
      return: async () => {
        disconnected.abort();
        await pieces.return?.();
        return { done: true, value: undefined };
      },
    }),
  });
}

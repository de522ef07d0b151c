import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { Writable } from "node:stream";
import type { Context } from "aws-lambda";
import { type FunctionSpec, type Handler, lambdaContext } from "./invoke.ts";

/**
 * Lambda's response streaming for Node. Importing this module sets the global `awslambda`. A handler passed to its
 * `streamifyResponse` writes its response in pieces, headers first.
 */

/** A stream's status and headers (AWS: the metadata of `HttpResponseStream.from`). */
interface Prelude {
  readonly statusCode?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}

type Streaming = (event: unknown, stream: Writable, context: Context) => Promise<unknown>;

const streaming = new WeakSet<object>();

/** A response whose headers have not been written. */
class ResponseStream extends Writable {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    super();
    this.#response = response;
  }

  head({ statusCode = 200, headers = {}, cookies = [] }: Prelude): void {
    this.#response.writeHead(statusCode, {
      ...headers,
      ...(cookies.length > 0 && { "set-cookie": [...cookies] }),
    });
    this.#response.flushHeaders();
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    if (chunk.length === 0) done();
    else this.#response.write(chunk, (error) => done(error));
  }

  override _final(done: () => void): void {
    this.#response.end(done);
  }
}

Object.assign(globalThis, {
  awslambda: {
    streamifyResponse(handler: Streaming): Streaming {
      streaming.add(handler);
      return handler;
    },
    HttpResponseStream: {
      from(stream: Writable, prelude: Prelude): Writable {
        if (!(stream instanceof ResponseStream)) throw new TypeError("this is not a response stream");
        stream.head(prelude);
        return stream;
      },
    },
  },
});

const isStreaming = (handler: unknown): handler is Streaming =>
  typeof handler === "function" && streaming.has(handler);

/**
 * Returns a handler that runs `inner` within `around`, and streams its response if `inner` does.
 * @param around receives the function's name and runs the function
 */
export function wrapHandler(inner: Handler, around: (name: string, run: () => unknown) => unknown): Handler {
  const run = inner as (...args: unknown[]) => unknown;
  const outer = (...args: unknown[]) => around((args.at(-1) as Context).functionName, () => run(...args));
  if (isStreaming(inner)) streaming.add(outer);
  return outer;
}

/**
 * Runs a handler that streams. Ends the stream when the client disconnects.
 * @throws TypeError if the handler does not stream; the handler's error, unless its client had disconnected
 */
export async function invokeStream(
  handler: unknown,
  event: unknown,
  response: ServerResponse,
  spec: FunctionSpec,
): Promise<void> {
  if (!isStreaming(handler)) throw new TypeError(`${spec.id} does not stream its response`);
  const stream = new ResponseStream(response);
  // A failed write notifies the handler of the end.
  stream.on("error", () => undefined);
  const gone = once(response, "close").then(() => {
    if (!stream.writableFinished) stream.destroy();
  });
  try {
    await handler(event, stream, lambdaContext(spec));
  } catch (error) {
    if (!stream.destroyed) throw error;
  }
  if (response.headersSent) response.end();
  await gone;
}

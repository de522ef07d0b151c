import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { Writable } from "node:stream";
import type { Context } from "aws-lambda";
import { type FunctionSpec, lambdaContext } from "./invoke.ts";
import { withRightsOf } from "./rights.ts";

/**
 * Response streaming, as Lambda's runtime for Node offers it through the global `awslambda`: a handler that
 * was wrapped writes its answer piece by piece, headers first. Importing this module sets the global.
 */

/** What a stream's head says (AWS: the metadata of `HttpResponseStream.from`). */
interface Prelude {
  readonly statusCode?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}

type Streaming = (event: unknown, stream: Writable, context: Context) => Promise<unknown>;

const wrapped = new WeakSet<object>();

/** A response that has no head yet. */
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
      wrapped.add(handler);
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
  typeof handler === "function" && wrapped.has(handler);

/**
 * Runs a handler that streams. A client that goes away ends the stream, and whatever the handler makes of it.
 * @throws TypeError when the handler does not stream; what the handler throws, unless its client was gone
 */
export async function invokeStream(
  handler: unknown,
  event: unknown,
  response: ServerResponse,
  spec: FunctionSpec,
): Promise<void> {
  if (!isStreaming(handler)) throw new TypeError(`${spec.id} does not stream its answer`);
  const stream = new ResponseStream(response);
  // Whoever writes learns of the end by the write that fails.
  stream.on("error", () => undefined);
  const gone = once(response, "close").then(() => {
    if (!stream.writableFinished) stream.destroy();
  });
  try {
    await withRightsOf(spec.id, () => handler(event, stream, lambdaContext(spec)));
  } catch (error) {
    if (!stream.destroyed) throw error;
  }
  if (response.headersSent) response.end();
  await gone;
}

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** The double's HTTP server. */

const MAX_BODY_BYTES = 1024 * 1024;

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Reads a request's body. @throws RangeError if it is too large */
async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (size > MAX_BODY_BYTES) throw new RangeError("a request's body is larger than 1 MiB");
  return Buffer.concat(chunks).toString("utf8");
}

/** Listens on a port, or on any free one if it is taken. @returns the port */
async function listen(server: Server, wanted: number): Promise<number> {
  server.listen(wanted, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    if (wanted === 0) throw error;
    return listen(server, 0);
  }
  return (server.address() as AddressInfo).port;
}

export interface HttpServer {
  readonly port: number;
  /** Starts to handle requests. */
  serve(answer: (request: IncomingMessage, text: string) => Promise<HttpAnswer>): void;
  stop(): Promise<void>;
}

/** Starts the server. @param failed receives errors of `answer`, after which the request's connection is closed */
export async function startServer(wanted: number, failed: (error: unknown) => void): Promise<HttpServer> {
  const server = createServer({ keepAliveTimeout: 65_000 });
  const port = await listen(server, wanted);
  return {
    port,
    serve(answer) {
      server.on("request", (request, response) => {
        textOf(request)
          .then(async (text) => {
            const { status, headers, body } = await answer(request, text);
            if (response.destroyed) return;
            response.writeHead(status, { ...headers, "content-length": body.length }).end(body);
          })
          .catch((error: unknown) => {
            failed(error);
            response.destroy();
          });
      });
    },
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

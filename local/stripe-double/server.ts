import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type HttpAnswer, readBody, send } from "../http-event.ts";

/** The double's HTTP server, on the port of the last time where that is free. */

const MAX_BODY_BYTES = 1024 * 1024;

async function textOf(request: IncomingMessage): Promise<string> {
  const body = await readBody(request, MAX_BODY_BYTES);
  if (!body) throw new RangeError("a request's body is larger than 1 MiB");
  return body.toString("utf8");
}

/** Listens on this port where it is free, else on any. */
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
  /** Answers requests from now on. */
  serve(answer: (request: IncomingMessage, text: string) => Promise<HttpAnswer>): void;
  stop(): Promise<void>;
}

/** @param failed called with what `answer` throws: the request's connection is cut */
export async function startServer(wanted: number, failed: (error: unknown) => void): Promise<HttpServer> {
  const server = createServer({ keepAliveTimeout: 65_000 });
  const port = await listen(server, wanted);
  return {
    port,
    serve(answer) {
      server.on("request", (request, response) => {
        textOf(request)
          .then(async (text) => send(response, await answer(request, text)))
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

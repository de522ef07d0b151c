import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The raw body. */
  readonly body: string;
}

/** Responds to a request; a function that does nothing leaves it open. */
export type Answer = (response: ServerResponse, received: Received) => void;

export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}, body = ""): Answer =>
  (response) => {
    response.writeHead(code, headers).end(body);
  };

/** A real HTTP server that receives webhooks. Each test uses its own paths. */
export interface Receivers {
  /** Returns the URL of a receiver with this response. */
  at(path: string, answer?: Answer): string;
  set(path: string, answer: Answer): void;
  got(path: string): readonly Received[];
}

/** Gives the tests of a file webhook receivers. Call it at the top of the file. */
export function withReceivers(): Receivers {
  const answers = new Map<string, Answer>();
  const received: Received[] = [];
  let server: Server | undefined;
  let port = 0;
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const path = request.url ?? "";
      const one = { path, headers: request.headers, body: Buffer.concat(chunks).toString() };
      received.push(one);
      (answers.get(path) ?? status(404))(response, one);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server?.closeAllConnections();
    server?.close();
  });
  return {
    at(path, answer = status(204)) {
      answers.set(path, answer);
      return `http://127.0.0.1:${port}${path}`;
    },
    set: (path, answer) => answers.set(path, answer),
    got: (path) => received.filter((one) => one.path === path),
  };
}

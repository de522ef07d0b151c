import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll } from "vitest";

/** A local server whose responses a test determines. */

type Answer = (url: URL, response: ServerResponse) => void;

export interface StubServer {
  readonly url: string;
  /** The requests since the last test, without the host. */
  readonly asked: string[];
  answer: Answer;
}

export const json =
  (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer =>
  (_, response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

/** Does not respond until the caller times out. */
export const silent: Answer = () => undefined;

export function withServer(): StubServer {
  let server: Server | undefined;
  const stub = { url: "", asked: [] as string[], answer: json({}) };
  beforeAll(async () => {
    server = createServer((request, response) => {
      stub.asked.push(request.url ?? "");
      stub.answer(new URL(request.url ?? "", stub.url), response);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    stub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    stub.asked.length = 0;
    stub.answer = json({});
  });
  afterAll(async () => {
    server?.closeAllConnections();
    server?.close();
  });
  return stub;
}

import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Handler } from "../lambda/invoke.ts";
import { type Gateway, type GatewayRoute, startGateway } from "./gateway.ts";

const routes: GatewayRoute[] = [
  { id: "echo", method: "POST", path: "/echo/{id}", memoryMb: 256 },
  { id: "slow", method: "GET", path: "/slow", timeoutSeconds: 0.02 },
  { id: "broken", method: "GET", path: "/broken" },
  { id: "absent", method: "GET", path: "/absent" },
  { id: "held", method: "GET", path: "/held" },
];

let loads = 0;
const reported: string[] = [];
const held = Promise.withResolvers<void>();
const arrived = Promise.withResolvers<void>();

const handlers: Record<string, Handler> = {
  echo: (event, context) => ({ event, functionName: context.functionName, memory: context.memoryLimitInMB }),
  slow: () => new Promise(() => undefined),
  broken: () => {
    throw new Error("a secret detail");
  },
  held: async () => {
    arrived.resolve();
    await held.promise;
    return { statusCode: 200, cookies: ["a=1", "b=2"], body: "done" };
  },
};

let gateway: Gateway;
let url = "";
beforeAll(async () => {
  gateway = await startGateway(
    {
      routes,
      load: async (id) => {
        loads++;
        const handler = handlers[id];
        if (!handler) throw new Error(`no ${id}`);
        return handler;
      },
      fallback: async () => (event) => ({
        statusCode: 404,
        body: (event as APIGatewayProxyEventV2).routeKey,
      }),
      report: (line) => reported.push(line),
    },
    0,
    "127.0.0.1",
  );
  url = `http://127.0.0.1:${gateway.port}`;
});
afterAll(() => gateway.stop());

test("the gateway loads a handler only once for parallel first requests", async () => {
  const before = loads;
  const calls = Array.from({ length: 5 }, () =>
    fetch(`${url}/echo/a%2Fb`, { method: "POST" }).then((r) => r.json()),
  );
  const [first] = await Promise.all(calls);
  expect(loads - before).toBe(1);
  expect(first).toMatchObject({
    event: { routeKey: "POST /echo/{id}", pathParameters: { id: "a/b" } },
    functionName: "echo",
    memory: "256",
  });
});

describe("a failed function", () => {
  test.each([
    ["/slow", 503, "Service Unavailable"],
    ["/broken", 500, "Internal Server Error"],
    ["/absent", 500, "Internal Server Error"],
  ])("at %s is answered with %i and API Gateway's message only", async (path, status, message) => {
    const response = await fetch(`${url}${path}`);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ message });
  });

  test("is reported with its cause to the developer", () => {
    expect(reported.some((line) => line.includes("a secret detail"))).toBe(true);
  });
});

test("the gateway sends unknown paths and methods, including HEAD on a GET route, to the fallback", async () => {
  expect(await (await fetch(`${url}/nowhere`)).text()).toBe("$default");
  expect((await fetch(`${url}/broken`, { method: "HEAD" })).status).toBe(404);
  expect((await fetch(`${url}/broken`, { method: "DELETE" })).status).toBe(404);
});

test("the gateway answers 413 to a body over 10 MB, with and without a Content-Length", async () => {
  const body = Buffer.alloc(10 * 1024 * 1024 + 1);
  const announced = await fetch(`${url}/echo/1`, { method: "POST", body });
  expect(announced.status).toBe(413);

  const chunked = httpRequest(`${url}/echo/1`, {
    method: "POST",
    headers: { "transfer-encoding": "chunked" },
  });
  // The gateway closes the connection with the rest of a rejected body.
  chunked.on("error", () => undefined);
  chunked.end(body);
  const [response] = await once(chunked, "response");
  expect(response.statusCode).toBe(413);
});

test("a stop lets requests in progress finish, and accepts no new ones", async () => {
  const pending = fetch(`${url}/held`);
  await arrived.promise;
  const stopped = gateway.stop();
  await expect(fetch(`${url}/echo/1`, { method: "POST" })).rejects.toThrow();
  held.resolve();
  const response = await pending;
  expect(await response.text()).toBe("done");
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  await stopped;
});

test("a stop does not wait for a connection without a request", async () => {
  const other = await startGateway(
    { routes: [], load: async () => () => ({}), fallback: async () => () => ({ statusCode: 404 }) },
    0,
    "127.0.0.1",
  );
  const silent = connect(other.port, "127.0.0.1");
  await once(silent, "connect");
  // The server has accepted the first connection when it answers a later one.
  expect((await fetch(`http://127.0.0.1:${other.port}/`)).status).toBe(404);
  const closed = once(silent, "close");
  // The grace period never ends.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    await Promise.all([other.stop(), closed]);
  } finally {
    vi.useRealTimers();
  }
});

test("the gateway drops and reports a request whose interceptor throws, and answers the next request", async () => {
  const lines: string[] = [];
  const other = await startGateway(
    {
      routes: [],
      load: async () => () => ({}),
      fallback: async () => () => ({ statusCode: 404 }),
      intercept: ({ url: path }) => {
        if (path === "/odd") throw new URIError("malformed");
        return false;
      },
      report: (line) => lines.push(line),
    },
    0,
    "127.0.0.1",
  );
  const base = `http://127.0.0.1:${other.port}`;
  await expect(fetch(`${base}/odd`)).rejects.toThrow();
  expect((await fetch(`${base}/even`)).status).toBe(404);
  expect(lines.join()).toContain("malformed");
  await other.stop();
});

import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { httpAnswer, httpEvent } from "./event.ts";

const now = new Date("2020-03-12T19:03:58.000Z");
let port = 0;

/** Creates the event of each request with a real server. */
const server = createServer(async (request: IncomingMessage, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const event = httpEvent({ request, body, routeKey: "POST /my/{name}", params: { name: "path" }, now });
  response.end(JSON.stringify(event));
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

async function eventOf(path: string, headers: Record<string, string | string[]>, body: Buffer | string = "") {
  const sent = httpRequest({ port, host: "127.0.0.1", method: "POST", path, headers });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response) text += chunk;
  return JSON.parse(text);
}

test("a request's event equals AWS's sample of payload format 2.0", async () => {
  const event = await eventOf(
    "/my/path?parameter1=value1&parameter1=value2&parameter2=value",
    {
      header1: "value1",
      header2: ["value1", "value2"],
      cookie: "cookie1=a; cookie2=b",
      "user-agent": "agent",
      "x-forwarded-for": "192.0.2.1, 10.0.0.1",
      "content-type": "application/json",
    },
    '"Hello from Lambda"',
  );
  expect(event).toEqual({
    version: "2.0",
    routeKey: "POST /my/{name}",
    rawPath: "/my/path",
    rawQueryString: "parameter1=value1&parameter1=value2&parameter2=value",
    cookies: ["cookie1=a", "cookie2=b"],
    headers: {
      header1: "value1",
      header2: "value1,value2",
      "user-agent": "agent",
      "x-forwarded-for": "192.0.2.1, 10.0.0.1",
      "x-forwarded-proto": "http",
      "content-type": "application/json",
      "content-length": "19",
      host: `127.0.0.1:${port}`,
    },
    queryStringParameters: { parameter1: "value1,value2", parameter2: "value" },
    requestContext: {
      accountId: "000000000000",
      apiId: "local",
      domainName: "127.0.0.1",
      domainPrefix: "127",
      http: {
        method: "POST",
        path: "/my/path",
        protocol: "HTTP/1.1",
        sourceIp: "192.0.2.1",
        userAgent: "agent",
      },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      routeKey: "POST /my/{name}",
      stage: "$default",
      time: "12/Mar/2020:19:03:58 +0000",
      timeEpoch: 1584039838000,
    },
    pathParameters: { name: "path" },
    body: '"Hello from Lambda"',
    isBase64Encoded: false,
  });
});

test("the event of a request without cookies, query and body omits these fields", async () => {
  const event = await eventOf("/a%20b", {});
  expect(event).not.toHaveProperty("cookies");
  expect(event).not.toHaveProperty("queryStringParameters");
  expect(event).not.toHaveProperty("body");
  expect(event).toMatchObject({ rawPath: "/a b", rawQueryString: "", isBase64Encoded: false });
  expect(event.requestContext.http.sourceIp).toBe("127.0.0.1");
});

test.each([
  ["image/png", true],
  ["application/x-www-form-urlencoded", true],
  ["multipart/form-data; boundary=x", true],
  ["text/plain; charset=utf-8", false],
  ["application/json; charset=utf-8", false],
])("an event's body of the type %s is encoded in base64: %s", async (type, encoded) => {
  const bytes = Buffer.from("héé=ÿ");
  const event = await eventOf("/", { "content-type": type }, bytes);
  expect(event.isBase64Encoded).toBe(encoded);
  expect(Buffer.from(event.body, encoded ? "base64" : "utf8")).toEqual(bytes);
});

describe("httpAnswer()", () => {
  test("makes a 200 with JSON from a plain object", () => {
    const answer = httpAnswer({ message: "hi" });
    expect(answer).toMatchObject({ status: 200, headers: { "content-type": "application/json" } });
    expect(answer.body.toString()).toBe('{"message":"hi"}');
  });

  test("makes a set-cookie header for each cookie, and decodes a base64 body", () => {
    const answer = httpAnswer({
      statusCode: 201,
      headers: { "Content-Type": "image/png", "X-Count": 3 },
      cookies: ["a=1; Path=/", "b=2"],
      body: Buffer.from([0, 255]).toString("base64"),
      isBase64Encoded: true,
    });
    expect(answer).toEqual({
      status: 201,
      headers: { "content-type": "image/png", "x-count": "3", "set-cookie": ["a=1; Path=/", "b=2"] },
      body: Buffer.from([0, 255]),
    });
  });

  test("throws for an invalid status, or a body that is not a string", () => {
    expect(() => httpAnswer({ statusCode: "many" })).toThrow(TypeError);
    expect(() => httpAnswer({ statusCode: 200, body: { a: 1 } })).toThrow(TypeError);
  });
});
